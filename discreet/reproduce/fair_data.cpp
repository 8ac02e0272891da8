#include "discreet/reproduce/fair_data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "discreet/base/public_random.hpp"
#include "discreet/data/arrays.hpp"
#include "discreet/fit/fit.hpp"
#include "discreet/io/byte_stream.hpp"
#include "discreet/io/csv_records.hpp"

namespace discreet {
namespace {

struct Layout {
  std::string label, group;
  std::vector<std::string> left_out;
};

// All rows of a table of numbers; columns that are not numbers in the first row are left out.
Result<void> read_table(const std::string& path, const Layout& layout, FairRows& all) {
  auto stream = ByteStream::open(path);
  if (!stream) return tl::unexpected(stream.error());
  CsvRecords records(*stream, ',');
  if (const auto header = records.next(); !header || !*header)
    return wrong(Fault::data, fmt::format("{}: the file is empty", path));
  std::vector<std::string> names;
  for (const std::string_view field : records.fields()) names.emplace_back(trimmed(field));
  const auto place = [&](const std::string& name) {
    return std::find(names.begin(), names.end(), name) - names.begin();
  };
  const auto label = static_cast<std::size_t>(place(layout.label)),
             group = static_cast<std::size_t>(place(layout.group));
  if (label == names.size() || group == names.size())
    return records.malformed(fmt::format("columns '{}' and '{}' are needed", layout.label, layout.group));
  std::vector<std::size_t> features;
  for (bool first = true;; first = false) {
    const auto more = records.next();
    if (!more) return tl::unexpected(more.error());
    if (!*more) break;
    const auto fields = records.fields();
    for (std::size_t k = 0; first && k < names.size(); ++k)
      if (k != label && k != group && k < fields.size() && parse_number(fields[k]) &&
          std::find(layout.left_out.begin(), layout.left_out.end(), names[k]) == layout.left_out.end())
        features.push_back(k);
    const auto number = [&](std::size_t k) { return k < fields.size() ? parse_number(fields[k]).value_or(0) : 0; };
    for (const std::size_t k : features) all.values.push_back(number(k));
    all.labels.push_back(number(label) > 0 ? 1 : -1);
    all.groups.push_back(number(group) > 0);
  }
  all.features = features.size();
  return {};
}

FairRows some(const FairRows& all, const std::vector<std::size_t>& which) {
  FairRows found{all.features, {}, {}, {}};
  for (const std::size_t i : which) {
    const auto row = all.values.begin() + static_cast<std::ptrdiff_t>(i * all.features);
    found.values.insert(found.values.end(), row, row + static_cast<std::ptrdiff_t>(all.features));
    found.labels.push_back(all.labels[i]);
    found.groups.push_back(all.groups[i]);
  }
  return found;
}

void split(const FairRows& all, FairData& data) {
  std::vector<std::size_t> order(all.rows());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  PublicRandom(1).shuffle(order);
  const auto cut = order.begin() + static_cast<std::ptrdiff_t>(order.size() * 9 / 10);
  data.train = some(all, {order.begin(), cut});
  data.test = some(all, {cut, order.end()});
}

// By the means and deviations of the rows to train on; a constant column becomes zero.
void standardise(FairData& data) {
  const std::size_t p = data.train.features, n = data.train.rows();
  std::vector<double> means(p), squares(p);
  for (std::size_t i = 0; i < n * p; ++i) means[i % p] += data.train.values[i] / static_cast<double>(n);
  for (std::size_t i = 0; i < n * p; ++i)
    squares[i % p] += std::pow(data.train.values[i] - means[i % p], 2) / static_cast<double>(n);
  for (FairRows* rows : {&data.train, &data.test})
    for (std::size_t i = 0; i < rows->values.size(); ++i)
      rows->values[i] = squares[i % p] > 0 ? (rows->values[i] - means[i % p]) / std::sqrt(squares[i % p]) : 0;
}

// Every row that is longer than that, or every row, becomes this long.
void cut_to(FairData& data, double norm, bool all) {
  data.norm = norm;
  for (FairRows* rows : {&data.train, &data.test})
    for (std::size_t i = 0; i < rows->rows(); ++i) {
      double* row = rows->values.data() + i * rows->features;
      double square = 0;
      for (std::size_t j = 0; j < rows->features; ++j) square += row[j] * row[j];
      const double length = std::sqrt(square);
      for (std::size_t j = 0; (all || length > norm) && length > 0 && j < rows->features; ++j) row[j] *= norm / length;
    }
}

}  // namespace

Result<FairData> fair_adult(const ReproduceRequest& request) {
  FairData data{"Adult", "sex", {"Female", "Male"}, 0, {}, {}};
  FairRows all;
  for (const char* file : {"adult.csv.gz", "adult_test.csv.gz"}) {
    const auto path = data_file(request, file);
    if (!path) return tl::unexpected(path.error());
    if (const auto read = read_table(*path, {"income", "sex=Male", {"sex=Female", "fnlwgt"}}, all); !read)
      return tl::unexpected(read.error());
  }
  split(all, data);
  standardise(data);
  cut_to(data, 3, false);
  return data;
}

Result<FairData> fair_celeba(const ReproduceRequest& request) {
  FairData data{"celebA", "Male", {"female", "male"}, 0, {}, {}};
  Result<std::string> path;
  for (const char* file : {"celeba.csv", "celeba.csv.gz", "list_attr_celeba.csv", "list_attr_celeba.csv.gz"})
    if (!path || path->empty()) path = data_file(request, file);
  if (!path) return tl::unexpected(path.error());
  FairRows all;
  if (const auto read = read_table(*path, {"Smiling", "Male", {}}, all); !read) return tl::unexpected(read.error());
  split(all, data);
  cut_to(data, 6, true);
  return data;
}

Result<std::vector<double>> fair_optimum(const FairData& data, std::size_t rows, double lambda) {
  const std::size_t p = data.train.features;
  const std::span<const double> labels(data.train.labels.data(), rows);
  // With one class there is nothing to tell apart, and the optimum is taken to say so.
  if (std::all_of(labels.begin(), labels.end(), [&](double y) { return y == labels[0]; }))
    return std::vector<double>(p, 0.0);
  Options options;
  options.loss = "logistic";
  options.penalty = fmt::format("l2:{}", lambda);
  options.solver = "exact";
  options.intercept = false;
  ArrayNames names{{}, "label", std::array<std::string, 2>{"-1", "1"}};
  for (std::size_t j = 0; j < p; ++j) names.features.push_back(fmt::format("x{}", j + 1));
  const auto rules = ingest_rules(options);
  if (!rules) return tl::unexpected(rules.error());
  const auto sealed = seal_array(
      ArrayView<double>{data.train.values.data(), rows, p, static_cast<std::ptrdiff_t>(p), 1}, labels, names, *rules);
  if (!sealed) return tl::unexpected(sealed.error());
  const auto model = fit(*sealed, options);
  if (!model) return tl::unexpected(model.error());
  return model->value().weights;
}

std::vector<JudgedRow> judged(const FairRows& rows, const std::vector<double>& weights,
                              const std::vector<double>& other) {
  std::vector<JudgedRow> all(rows.rows());
  for (std::size_t i = 0; i < rows.rows(); ++i) {
    const double* x = rows.values.data() + i * rows.features;
    double margin = 0, moved = 0, square = 0;
    for (std::size_t j = 0; j < rows.features; ++j) {
      margin += weights[j] * x[j];
      if (!other.empty()) moved += other[j] * x[j];
      square += x[j] * x[j];
    }
    const std::uint32_t label = rows.labels[i] > 0;
    const double sign = label == 1 ? 1 : -1;
    all[i] = {rows.groups[i], label, margin > 0, sign * margin, std::sqrt(square), moved > 0, sign * moved};
  }
  return all;
}

}  // namespace discreet
