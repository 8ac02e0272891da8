// What each column of a table is for, worked out from its header and the ingest rules before any row is read.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "discreet/base/result.hpp"
#include "discreet/data/ingest.hpp"
#include "discreet/data/schema.hpp"
#include "discreet/io/csv_records.hpp"

namespace discreet {

class CsvColumns {
 public:
  // `records` stands on the header.
  [[nodiscard]] static Result<CsvColumns> from_header(const CsvRecords& records, const IngestRules& rules);

  // The features of one record, or the rule that it breaks.
  [[nodiscard]] Result<void> read(std::span<const std::string_view> fields, std::span<double> row) const;

  std::size_t width() const { return names_.size(); }
  std::size_t features() const { return schema_.features.size(); }
  const Schema& schema() const { return schema_; }
  std::optional<std::size_t> target() const { return target_; }

 private:
  // Where a feature comes from: a number, or one of the declared categories of a column.
  struct Source {
    std::size_t column;
    std::optional<std::string> category;
  };
  std::optional<std::size_t> find(std::string_view name) const;
  tl::unexpected<Error> not_there(std::string_view what, const std::string& name) const;
  Result<void> explain(std::span<const std::string_view> fields) const;
  Result<void> check_names(const CsvRecords& records);
  Result<void> find_target(const CsvRecords& records, const IngestRules& rules);
  Result<void> take_all(const CsvRecords& records, const IngestRules& rules);
  Result<void> take_expected(const CsvRecords& records, const IngestRules& rules);

  std::vector<std::string> names_;
  std::map<std::string, std::size_t, std::less<>> places_;  // of the names
  Schema schema_;
  std::vector<Source> sources_;  // one for each feature
  std::optional<std::size_t> target_;
};

}  // namespace discreet
