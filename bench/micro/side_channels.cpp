// How much time depends on values that are secret: for each place that the threat model names, the same work on
// datasets that an adversary would like to tell apart. Processor time, variants in turn on one core; the ratio is that
// of the last variant to the first.  bench/micro/side_channels
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <memory>

#include "bench/micro/timing.hpp"
#include "discreet/data/borrowed_columns.hpp"
#include "discreet/fit/fit.hpp"
#include "discreet/mechanism/discrete_choice.hpp"
#include "discreet/privacy/additive_noise.hpp"
#include "tests/support/make.hpp"

using namespace discreet;

namespace {

constexpr std::size_t kRows = 4000, kColumns = 20;
constexpr std::uint64_t kOften = std::uint64_t{1} << 40;
constexpr int kRepetitions = 41;
constexpr Clip kClip{ClipRule::ball, 1};

void show(const char* what, const std::vector<bench::Variant>& variants, int runs) {
  const std::vector<double> seconds = bench::medians(variants, kRepetitions, runs, bench::processor_seconds);
  std::printf("| %s | ", what);
  for (std::size_t k = 0; k < variants.size(); ++k)
    std::printf("%s%s %.2f us", k == 0 ? "" : ", ", variants[k].name.c_str(), 1e6 * seconds[k]);
  std::printf(" | %.3f |\n",
              *std::max_element(seconds.begin(), seconds.end()) / *std::min_element(seconds.begin(), seconds.end()));
}

// Questions about one dataset.
struct Asked {
  testing::Bench bench;
  Dataset data;
  std::unique_ptr<DualOracle> oracle;
  SecureRandom source;
  Gaussian gaussian{source};
  Permit slopes = testing::make_permit("slopes", 1, kOften, kColumns);
  std::vector<double> point = std::vector<double>(kColumns, 0.0);

  Asked(Dataset rows, const char* loss) : data(std::move(rows)), oracle(bench.oracle(data, loss)) {
    oracle->set_frame(testing::flat_frame(kColumns));
    oracle->restart(std::vector<double>(kColumns, 0.3));
  }
};

// The same rows in memory that is not ours to change, as numpy's or a column file's: whatever is in it stays there.
Dataset borrowed(const testing::Random& made) {
  const std::size_t stride = made.rows.size(), columns = made.rows[0].size();
  const auto values = std::make_shared<std::vector<double>>(stride * columns);
  for (std::size_t j = 0; j < columns; ++j)
    for (std::size_t i = 0; i < stride; ++i) (*values)[j * stride + i] = made.rows[i][j];
  Dataset data = testing::make_dataset(made.rows, made.labels);
  const Run<double> all{values->data(), stride, stride};
  data.sealed = Sealed<DenseColumns<double>>({columns_over(std::span(&all, 1), columns, values),
                                              AlignedVector<double>(made.labels.begin(), made.labels.end())});
  return data;
}

bench::Variant pass(const char* name, Dataset data, const char* loss) {
  const auto asked = std::make_shared<Asked>(std::move(data), loss);
  return {name, [asked] {
            return asked->gaussian.release(asked->oracle->all_slopes(asked->slopes.pay("slopes"), kClip)).value()[0];
          }};
}

// The batch is drawn anew every time; its size is what differs on average.
bench::Variant pass(const char* name, const testing::Random& made, const char* loss, bool sparse = false) {
  return pass(
      name,
      sparse ? testing::make_sparse_dataset(made.rows, made.labels) : testing::make_dataset(made.rows, made.labels),
      loss);
}

bench::Variant batch(const char* name, double share) {
  const testing::Random made = testing::random_rows(kRows, kColumns, 1, true);
  const auto asked = std::make_shared<Asked>(testing::make_dataset(made.rows, made.labels), "logistic");
  const auto permit =
      std::make_shared<Permit>(testing::make_permit("batch", PoissonGaussianEvent{share, {1}}, kOften, kColumns));
  return {name, [asked, permit] {
            return asked->gaussian.release(asked->oracle->batch_slopes(permit->pay_batch("batch"), kClip, asked->point))
                .value()[0];
          }};
}

template <class Draw>
bench::Variant choice(const char* name, Draw draw, std::int64_t lead) {
  std::vector<std::int64_t> scores(1000, 0);
  scores[0] = lead;
  const auto source = std::make_shared<SecureRandom>();
  return {name, [source, scores, draw] { return static_cast<double>(draw(*source, scores)); }};
}

// A whole fit that searches for a minimum on the trusted side.
bench::Variant minimum(const char* name, const testing::Random& made) {
  Options options;
  options.solver = "output";
  options.loss = "logistic";
  options.penalty = "l2:0.001";
  options.epsilon = "1";
  options.threads = "1";
  options.smoothness = "public:" + testing::declared_frame({"x1", "x2", "x3"});
  auto data = std::make_shared<Dataset>(testing::make_dataset(made.rows, made.labels));
  data->schema.classes = {"-1", "1"};
  return {name, [data, options] { return fit(*data, options)->value().weights[0]; }};
}

}  // namespace

int main() {
  bench::pin_to_one_core();
  std::printf("| what | time of one answer | ratio |\n|---|---|---|\n");
  for (const char* loss : {"squared", "logistic"}) {
    const testing::Random usual = testing::random_rows(kRows, kColumns, 1, true);
    testing::Random one = usual, far = usual, strange = usual, tiny = usual, small = usual;
    one.rows[0].assign(kColumns, 1e6);
    for (auto& row : far.rows)
      for (double& x : row) x *= 1e6;
    for (auto& row : strange.rows) row[0] = std::numeric_limits<double>::quiet_NaN();
    for (auto& row : tiny.rows)
      for (double& x : row) x *= 1e-310;
    for (auto& row : small.rows)
      for (double& x : row) x *= 1e-307;
    if (loss == std::string("squared"))
      show("nothing: the same rows twice", {pass("first", usual, loss), pass("second", usual, loss)}, 100);
    const std::string name = std::string("slopes of a dense pass, ") + loss;
    show((name + ": one row far out").c_str(), {pass("usual", usual, loss), pass("far out", one, loss)}, 100);
    show((name + ": all rows far out").c_str(), {pass("usual", usual, loss), pass("far out", far, loss)}, 100);
    show((name + ": values that are not numbers").c_str(), {pass("usual", usual, loss), pass("strange", strange, loss)},
         4);
    show((name + ": values below the normal range").c_str(), {pass("usual", usual, loss), pass("tiny", tiny, loss)},
         100);
    show((name + ": the same in borrowed memory").c_str(),
         {pass("usual", borrowed(usual), loss), pass("tiny", borrowed(tiny), loss)}, 100);
    show((name + ": products below the normal range").c_str(),
         {pass("usual", borrowed(usual), loss), pass("small", borrowed(small), loss)}, 100);
  }
  const testing::Random few = testing::mostly_zeros(kRows, kColumns, 0.1, 1, true);
  const testing::Random more = testing::mostly_zeros(kRows, kColumns, 0.2, 1, true);
  const testing::Random full = testing::mostly_zeros(kRows, kColumns, 1, 1, true);
  show("slopes of a sparse pass: a tenth of the values, or a fifth",
       {pass("tenth", few, "logistic", true), pass("fifth", more, "logistic", true)}, 100);
  show("the same with all values stored, which is what hiding their number costs",
       {pass("tenth", few, "logistic", true), pass("all", full, "logistic", true)}, 100);
  show("a batch of 40 rows on average, or of 44", {batch("40", 0.01), batch("44", 0.011)}, 300);
  show("a batch against all rows, which is what hiding its size costs", {batch("40", 0.01), batch("all", 1 - 1e-12)},
       4);
  testing::Random even = testing::random_rows(500, 3, 1, true), apart = even;
  PublicRandom coins(5);
  for (double& label : even.labels) label = coins.below(2) == 0 ? 1 : -1;
  for (std::size_t i = 0; i < 500; ++i) apart.labels[i] = apart.rows[i][0] > 0 ? 1 : -1;
  show("output perturbation: labels by chance, or classes that are apart",
       {minimum("by chance", even), minimum("apart", apart)}, 5);
  const Rate rate{1, 20};
  const auto exponential = [rate](NoiseSource& source, const std::vector<std::int64_t>& scores) {
    return draw_exponential_choice(source, scores, rate);
  };
  const auto flips = [rate](NoiseSource& source, const std::vector<std::int64_t>& scores) {
    return draw_permute_and_flip(source, scores, rate);
  };
  show("a choice among 1000 (exponential): close scores, or a clear winner",
       {choice("close", exponential, 0), choice("leading by 7", exponential, 7 << 20),
        choice("clear", exponential, 1 << 28)},
       300);
  show("a choice among 1000 (permute and flip): close scores, or a clear winner",
       {choice("close", flips, 0), choice("leading by 7", flips, 7 << 20), choice("clear", flips, 1 << 28)}, 300);
}
