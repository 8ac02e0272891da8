#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "discreet/data/synthetic.hpp"

namespace discreet {
namespace {

enum class Weights { normal, ones, log_normal };

// What a linear generator draws from. Scales multiply the features after the labels are computed from the unscaled
// ones, so that every scale carries the same signal.
struct LinearRecipe {
  std::size_t rows, features, informative;
  double noise, flip = 0, weight_spread = 1;
  bool classes = false, counts = false;
  Weights weights = Weights::normal;
  std::vector<double> scales;
  std::uint64_t seed;
};

// A Poisson variable, by counting arrivals at rate 1 until the mean has passed.
double arrivals(double mean, PublicRandom& random) {
  constexpr double kMostMean = 1000;  // whatever the settings: a row must not take for ever
  double left = std::min(mean, kMostMean), count = -1;
  for (; left >= 0; ++count) left += std::log1p(-random.uniform());
  return count;
}

SyntheticTable table_of(LinearRecipe recipe) {
  struct State {
    LinearRecipe recipe;
    PublicRandom random;
    std::vector<double> weights;
  };
  auto state = std::make_shared<State>(State{std::move(recipe), PublicRandom(0), {}});
  const LinearRecipe& made = state->recipe;
  state->random = PublicRandom(made.seed);
  state->weights.assign(made.features, 0.0);
  // Informative features are spread evenly over the columns.
  for (std::size_t k = 0; k < made.informative; ++k) {
    const double z = state->random.normal();
    const double weight = made.weights == Weights::ones         ? (z < 0 ? -1.0 : 1.0)
                          : made.weights == Weights::log_normal ? std::exp(made.weight_spread * z)
                                                                : z;
    const double size = made.counts ? 0.5 / std::sqrt(static_cast<double>(made.informative)) : 1;
    state->weights[k * made.features / made.informative] = size * weight;
  }
  SyntheticTable table;
  for (std::size_t j = 0; j < made.features; ++j) table.columns.push_back(fmt::format("x{}", j + 1));
  table.columns.push_back("y");
  table.rows = made.rows;
  table.next = [state](std::span<double> row) {
    const LinearRecipe& r = state->recipe;
    double signal = 0;
    for (std::size_t j = 0; j < r.features; ++j) {
      row[j] = state->random.normal();
      signal += row[j] * state->weights[j];
      if (!r.scales.empty()) row[j] *= r.scales[j];
    }
    signal += r.noise * state->random.normal();
    if (r.counts) {
      row[r.features] = arrivals(std::exp(signal), state->random);
      return;
    }
    if (!r.classes) {
      row[r.features] = signal;
      return;
    }
    const bool flipped = r.flip > 0 && state->random.uniform() < r.flip;
    row[r.features] = (signal > 0) != flipped ? 1 : -1;
  };
  return table;
}

std::vector<double> read_scales(SyntheticSettings& settings, std::size_t features, std::uint64_t seed) {
  const std::string text = settings.word("scale", "balanced");
  if (text == "balanced") return {};
  const std::optional<double> spread = text.starts_with("lognormal:") ? parse_number(text.substr(10)) : std::nullopt;
  if (!spread || *spread < 0 || *spread > 20) {
    settings.reject("scale: balanced or lognormal:SIGMA is needed");
    return {};
  }
  PublicRandom random(seed ^ 0x5ca1e5);
  std::vector<double> scales(features);
  for (double& scale : scales) scale = std::exp(*spread * random.normal());
  return scales;
}

}  // namespace

SyntheticTable make_linear(std::string_view kind, SyntheticSettings& settings) {
  constexpr std::size_t kMost = std::size_t{1} << 40, kMostColumns = 1'000'000;
  const bool wide = kind == "sparse-lasso" || kind == "square";
  const bool logs = kind == "log1" || kind == "log2";
  LinearRecipe recipe;
  const bool plain = kind == "classification" || kind == "regression" || kind == "counts";
  recipe.rows = settings.count("n", kind == "dominant" || plain ? 10'000 : 1000, 1, kMost);
  recipe.features = settings.count("p", wide ? 1000 : logs ? 100 : 10, 1, kMostColumns);
  recipe.seed = settings.count("seed", 1, 0, kMost);
  recipe.informative = recipe.features;
  if (!logs && kind != "dominant")
    recipe.informative = settings.count("informative", std::min<std::size_t>(10, recipe.features), 1, recipe.features);
  // The problem of the greedy publication: ten informative features with standard normal weights, and noise 1. With
  // weights of one size, as sparse-lasso has them, no lasso penalty gives the 7 non-zeros that were published.
  recipe.noise = settings.number("noise", kind == "sparse-lasso" ? 0.1 : kind == "counts" ? 0 : 1, 0, 1e100);
  if (kind == "classification") recipe.flip = settings.number("flip", 0, 0, 1);
  if (plain) recipe.scales = read_scales(settings, recipe.features, recipe.seed);
  recipe.counts = kind == "counts";
  recipe.classes = logs || kind == "classification";
  if (kind == "sparse-lasso") recipe.weights = Weights::ones;
  if (logs) {
    recipe.weights = Weights::log_normal;
    recipe.weight_spread = kind == "log1" ? 1 : 2;
  }
  if (kind == "dominant") {
    const double ratio = settings.number("ratio", 100, 1e-12, 1e12);
    recipe.scales.assign(recipe.features, 1.0);
    recipe.scales[0] = std::sqrt(ratio);  // ratio of the smoothness constants
  }
  return table_of(std::move(recipe));
}

}  // namespace discreet
