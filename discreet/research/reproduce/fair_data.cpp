#include "discreet/research/reproduce/fair_data.hpp"

#include <fmt/format.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "discreet/base/public_random.hpp"
#include "discreet/data/ingest.hpp"
#include "discreet/io/byte_stream.hpp"
#include "discreet/io/csv_records.hpp"

namespace discreet {
namespace {

constexpr int kMostSteps = 200;
constexpr double kSmallSlope = 1e-9;

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

Result<FairData> fair_celeba(const std::string& path) {
  FairData data{"celebA", "Male", {"female", "male"}, 0, {}, {}};
  FairRows all;
  if (const auto read = read_table(path, {"Smiling", "Male", {}}, all); !read) return tl::unexpected(read.error());
  split(all, data);
  cut_to(data, 6, true);
  return data;
}

}  // namespace

Result<std::vector<FairData>> fair_datasets(const ReproduceRequest& request, Reproduction& r) {
  auto adult = fair_adult(request);
  if (!adult) return tl::unexpected(adult.error());
  std::vector<FairData> all;
  all.push_back(*std::move(adult));
  r.used = {"adult.csv.gz", "adult_test.csv.gz"};
  r.missing.push_back("folktables (Adult stands in for it)");
  for (const char* file : {"celeba.csv", "celeba.csv.gz", "list_attr_celeba.csv", "list_attr_celeba.csv.gz"})
    if (const auto path = data_file(request, file)) {
      auto celeba = fair_celeba(*path);
      if (!celeba) return tl::unexpected(celeba.error());
      all.push_back(*std::move(celeba));
      r.used.emplace_back("celebA");
      return all;
    }
  r.missing.push_back("celebA (celeba.csv or list_attr_celeba.csv)");
  return all;
}

std::vector<double> fair_optimum(const FairData& data, std::size_t rows, double lambda) {
  using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const auto n = static_cast<Eigen::Index>(rows), p = static_cast<Eigen::Index>(data.train.features);
  const Eigen::Map<const Matrix> x(data.train.values.data(), n, p);
  const Eigen::Map<const Eigen::VectorXd> y(data.train.labels.data(), n);
  const double scale = 1 / static_cast<double>(rows);
  const auto objective = [&](const Eigen::VectorXd& margins, const Eigen::VectorXd& w) {
    const Eigen::ArrayXd z = -margins.array() * y.array();
    return scale * (z.max(0) + (-z.abs()).exp().log1p()).sum() + 0.5 * lambda * w.squaredNorm();
  };
  Eigen::VectorXd w = Eigen::VectorXd::Zero(p), margins = Eigen::VectorXd::Zero(n);
  double value = objective(margins, w);
  for (int step = 0; step < kMostSteps; ++step) {
    const Eigen::ArrayXd wrong = 1 / (1 + (margins.array() * y.array()).exp());
    const Eigen::VectorXd slope = lambda * w - scale * (x.transpose() * (wrong * y.array()).matrix());
    if (slope.norm() <= kSmallSlope * std::max(1e-3, lambda)) break;
    const Matrix scaled = (scale * wrong * (1 - wrong)).sqrt().matrix().asDiagonal() * x;
    Eigen::MatrixXd curvature = lambda * Eigen::MatrixXd::Identity(p, p);
    curvature.selfadjointView<Eigen::Lower>().rankUpdate(scaled.transpose());
    const Eigen::VectorXd direction = -curvature.selfadjointView<Eigen::Lower>().ldlt().solve(slope);
    const Eigen::VectorXd along = x * direction;
    double length = 1, next = objective(margins + along, w + direction);
    while (!(next <= value + 1e-4 * length * slope.dot(direction)) && length > 1e-8) {
      length /= 2;
      next = objective(margins + length * along, w + length * direction);
    }
    if (!(next < value)) break;  // as low as rounding lets it be seen
    w += length * direction;
    margins += length * along;
    value = next;
  }
  return {w.data(), w.data() + p};
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
