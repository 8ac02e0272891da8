// The attack on the least significant bits (Mironov 2012): which doubles noise in floating point can reach depends on
// the number it is added to, so an answer can prove what it was, whatever epsilon is. It is mounted here against noise
// written in the usual way, where it succeeds, and against ours. The input is 0 or 1, the noise has scale 1.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <optional>

#include "discreet/base/public_random.hpp"
#include "discreet/oracle/histogram.hpp"
#include "discreet/privacy/additive_noise.hpp"
#include "tests/statistical/audit.hpp"
#include "tests/statistical/distributions.hpp"
#include "tests/support/make.hpp"

namespace discreet {
namespace {

using Answer = std::function<double()>;

// Uniform on the multiples of 2^-53 in (0, 1], which is what generators give.
double naive_uniform(PublicRandom& random) { return 1 - random.uniform(); }
double naive_laplace(double input, PublicRandom& random) {
  const double noise = std::log(naive_uniform(random));
  return input + (random.below(2) == 0 ? noise : -noise);
}
double naive_gaussian(double input, PublicRandom& random) {
  const double size = std::sqrt(-2 * std::log(naive_uniform(random)));
  return input + size * std::cos(2 * std::numbers::pi * naive_uniform(random));
}

// Whether some uniform makes naive Laplace noise lead from the input to the answer. The logarithm of its neighbours
// differs by more than its error, so a few of them are all that need to be tried.
bool reachable(double input, double answer) {
  const double noise = answer - input;
  const double near = std::round(std::ldexp(std::exp(-std::abs(noise)), 53));
  for (int step = -32; step <= 32; ++step) {
    const double uniform = std::ldexp(near + step, -53);
    if (uniform <= 0 || uniform > 1) continue;
    if (input + std::log(uniform) == answer || input - std::log(uniform) == answer) return true;
  }
  return false;
}

TEST(NaiveLaplace, TellsItsInputByWhatItCanReach) {
  PublicRandom random(1);
  constexpr int kAnswers = 20'000;
  int proved = 0;
  for (int k = 0; k < kAnswers; ++k) {
    const double input = k % 2;
    const double answer = naive_laplace(input, random);
    ASSERT_TRUE(reachable(input, answer)) << "the attack never accuses the wrong one";
    proved += !reachable(1 - input, answer);
  }
  EXPECT_GT(proved, kAnswers / 3) << "epsilon is 1; one answer in three leaves no doubt";
}

// Adding 1 to a number between -3/2 and -1/2 leaves multiples of 2^-53, whatever the noise was; adding 0 leaves what
// the noise was. So the place of the lowest bit of a small answer tells the input. Outcome 0 is any answer that is not
// small; within, true noise of either kind has a loss of at most 1.
constexpr std::size_t kOutcomes = 20;
std::size_t lowest_bit(double answer) {
  if (!(std::abs(answer) < 0.5) || answer == 0) return 0;
  int exponent;
  const auto digits = static_cast<std::int64_t>(std::ldexp(std::frexp(answer, &exponent), 53));
  const int place = exponent - 53 + __builtin_ctzll(static_cast<unsigned long long>(digits));
  return static_cast<std::size_t>(std::clamp(place + 60, 1, static_cast<int>(kOutcomes) - 1));
}
testing::Outcome seen(const Answer& answer) {
  return [answer] { return lowest_bit(answer()); };
}
constexpr std::size_t kRuns = 400'000;

TEST(NaiveNoise, TellsItsInputByTheLowestBit) {
  PublicRandom random(2);
  for (const auto naive : {naive_laplace, naive_gaussian}) {
    const auto from = [&](double input) { return seen([&, input] { return naive(input, random); }); };
    EXPECT_GT(testing::proven_epsilon(from(0), from(1), kOutcomes, kRuns), 5) << "it claims 1";
  }
}

// Our answers to the same question, through the door: the number of rows in a cell, which is 0 or 1.
template <class Mechanism>
class Ours {
 public:
  explicit Ours(double input)
      : data_(testing::make_dataset({{input == 1 ? 0.5 : std::nan("")}}, {0})),
        histogram_(data_, 1, bench_.machinery, 0, {1}),
        mechanism_(source_),
        permit_(testing::make_permit("a", event(), 4 * kRuns, 2, Neighbours::zero_out)) {}

  double answer() {
    if constexpr (kLaplace)
      return mechanism_.release(histogram_.laplace_shares(permit_.pay("a"))).value()[0];
    else
      return mechanism_.release(histogram_.shares(permit_.pay("a"))).value()[0];
  }
  // The point of the grid that an answer is.
  std::optional<std::int64_t> point(double answer) const {
    const double cells = answer * static_cast<double>(lattice().cells_per_unit());
    if (std::abs(cells - std::round(cells)) > 1e-4) return std::nullopt;
    return std::llround(cells);
  }

 private:
  static constexpr bool kLaplace = std::is_same_v<Mechanism, Laplace>;
  static Event event() { return kLaplace ? Event(LaplaceEvent{{1}}) : Event(GaussianEvent{{1}}); }
  static Lattice lattice() {
    if constexpr (kLaplace)
      return Lattice::fitting({1}, Neighbours::zero_out, SumBound::histograms(1));
    else
      return Lattice::fitting({1}, Neighbours::zero_out, RowBound::histograms(1));
  }

  testing::Bench bench_;
  Dataset data_;
  Histogram histogram_;
  SecureRandom source_;
  Mechanism mechanism_;
  Permit permit_;
};

template <class Mechanism>
void check_ours() {
  Ours<Mechanism> none(0), one(1);
  EXPECT_LE(testing::proven_epsilon(seen([&] { return none.answer(); }), seen([&] { return one.answer(); }), kOutcomes,
                                    kRuns),
            1);
  for (Ours<Mechanism>* ours : {&none, &one})
    EXPECT_TRUE(testing::fills_the_lattice(
        [&] {
          const std::optional<std::int64_t> point = ours->point(ours->answer());
          EXPECT_TRUE(point.has_value()) << "an answer is a point of the grid";
          return point.value_or(0);
        },
        kRuns))
        << "either input reaches every residue";
}

TEST(Laplace, TellsNothingByTheLowestBit) { check_ours<Laplace>(); }
TEST(Gaussian, TellsNothingByTheLowestBit) { check_ours<Gaussian>(); }

}  // namespace
}  // namespace discreet
