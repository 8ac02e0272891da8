#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <cmath>
#include <unordered_set>

#include "discreet/io/column_header.hpp"
#include "discreet/io/json_text.hpp"

namespace discreet {

bool is_name(std::string_view text) {
  constexpr std::size_t kLongest = 10'000;
  return !text.empty() && text.size() <= kLongest && is_utf8(text) &&
         std::none_of(text.begin(), text.end(),
                      [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; });
}

namespace {

Json interval_json(const std::optional<Interval>& interval) {
  return interval ? Json{interval->low, interval->high} : Json();
}

// What breaks a rule is remembered, and everything after it is left as it is.
class Reader {
 public:
  explicit Reader(const Json& json) : json_(json) {}

  std::string text(const char* key) { return string_in(member(key)); }
  std::vector<std::string> texts(const char* key) { return strings_in(member(key)); }
  std::optional<Interval> interval(const char* key) { return interval_in(member(key)); }
  std::vector<std::optional<Interval>> intervals(const char* key) {
    std::vector<std::optional<Interval>> found;
    const Json& list = member(key);
    good_ = good_ && list.is_array();
    for (std::size_t k = 0; good_ && k < list.size(); ++k) found.push_back(interval_in(list[k]));
    return found;
  }
  std::optional<double> positive_number(const char* key) {
    const Json& value = member(key);
    if (value.is_null()) return std::nullopt;
    good_ = good_ && value.is_number() && value.get<double>() > 0 && std::isfinite(value.get<double>());
    return good_ ? std::optional(value.get<double>()) : std::nullopt;
  }
  Reading reading(const char* key) {
    Reading found;
    const Json& object = member(key);
    good_ = good_ && object.is_object();
    if (good_)
      for (const auto& [name, values] : object.items()) found.emplace_back(name, strings_in(values));
    return found;
  }
  bool good() const { return good_; }

 private:
  const Json& member(const char* key) {
    static const Json nothing;
    if (!json_.is_object() || !json_.contains(key)) {
      good_ = false;
      return nothing;
    }
    return json_[key];
  }
  std::string string_in(const Json& value) {
    good_ = good_ && value.is_string();
    return good_ ? value.get<std::string>() : std::string();
  }
  std::vector<std::string> strings_in(const Json& list) {
    std::vector<std::string> found;
    good_ = good_ && list.is_array();
    for (std::size_t k = 0; good_ && k < list.size(); ++k) found.push_back(string_in(list[k]));
    return found;
  }
  std::optional<Interval> interval_in(const Json& value) {
    if (value.is_null()) return std::nullopt;
    good_ = good_ && value.is_array() && value.size() == 2 && value[0].is_number() && value[1].is_number();
    if (!good_) return std::nullopt;
    const Interval found{value[0].get<double>(), value[1].get<double>()};
    good_ = std::isfinite(found.low) && std::isfinite(found.high) && found.low <= found.high;
    return found;
  }

  const Json& json_;
  bool good_ = true;
};

bool are_names(const std::vector<std::string>& texts) {
  const std::unordered_set<std::string> different(texts.begin(), texts.end());
  return different.size() == texts.size() && std::all_of(texts.begin(), texts.end(), is_name);
}

}  // namespace

std::string description_text(const ColumnDescription& description) {
  const Schema& schema = description.schema;
  Json bounds = Json::array(), reading = Json::object();
  for (const std::optional<Interval>& each : schema.bounds) bounds.push_back(interval_json(each));
  for (const auto& [name, values] : description.reading) reading[name] = values;
  return Json{{"source", schema.source},
              {"target", schema.target},
              {"features", schema.features},
              {"bounds", std::move(bounds)},
              {"target_bounds", interval_json(schema.target_bounds)},
              {"row_norm", schema.row_norm ? Json(*schema.row_norm) : Json()},
              {"positive", description.positive},
              {"classes", description.classes ? Json(*description.classes) : Json::array()},
              {"words", description.words},
              {"reading", std::move(reading)}}
      .dump(-1, ' ', false, Json::error_handler_t::replace);
}

Result<ColumnDescription> read_description(const std::string& text, const ColumnHeader& header,
                                           const std::string& name) {
  const auto malformed = [&](const char* rule) {
    return wrong(Fault::data, fmt::format("{}: {}", name, rule), "convert the data again");
  };
  const auto sum = crc32_z(0, reinterpret_cast<const unsigned char*>(text.data()), text.size());
  if (sum != header.description_sum) return malformed("the description of its columns is damaged");
  const Result<Json> json = parse_json(text, name);
  if (!json) return tl::unexpected(json.error());
  Reader reader(*json);
  ColumnDescription found;
  found.schema.source = reader.text("source");
  found.schema.target = reader.text("target");
  found.schema.features = reader.texts("features");
  found.schema.bounds = reader.intervals("bounds");
  found.schema.target_bounds = reader.interval("target_bounds");
  found.schema.row_norm = reader.positive_number("row_norm");
  found.positive = reader.text("positive");
  const std::vector<std::string> classes = reader.texts("classes");
  found.words = reader.texts("words");
  found.reading = reader.reading("reading");
  if (!reader.good() || (!classes.empty() && classes.size() != 2))
    return malformed("the description of its columns is not one of this version");
  if (!classes.empty()) found.classes = {classes[0], classes[1]};
  const Schema& schema = found.schema;
  if (schema.features.size() != header.layout.features || schema.bounds.size() != schema.features.size())
    return malformed("it has more or fewer names of columns than columns");
  if (!are_names(schema.features) || !is_name(schema.target) || !is_name(schema.source) || !are_names(found.words) ||
      std::find(schema.features.begin(), schema.features.end(), schema.target) != schema.features.end())
    return malformed("a name of a column or a label is empty, stands there twice, is too long or is no text");
  return found;
}

}  // namespace discreet
