// Buys the public frame: where each column lies and how far it spreads, and the target's level and spread. It asks for
// histograms by octaves and clipped means, so it needs no declared bounds (declared ones save a question) and no
// tuning. A few wild rows cannot move a histogram by more than their number, and a column that the noise hides is not
// guessed at: all such columns share one scale, bought from the rows as a whole.
#pragma once

#include <cmath>
#include <functional>
#include <limits>
#include <numbers>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "discreet/accounting/calibrate.hpp"
#include "discreet/data/schema.hpp"
#include "discreet/oracle/census.hpp"
#include "discreet/oracle/oracle.hpp"
#include "discreet/privacy/additive_noise.hpp"

namespace discreet {

// What is known before the data is touched.
struct SurveyFacts {
  std::size_t features = 0;
  bool intercept = false;
  bool regression = false;
  bool sparse = false;  // columns stay where they are: less a centre, none of their values would be zero
  Neighbours neighbours = Neighbours::replace_one;
  double normaliser = 1;
  std::size_t rows = 0;        // where their number is public; 0 where it is not
  double precision = 0x1p-52;  // in which rows are held
  double loss_smoothness = 1;
  double steepest = std::numeric_limits<double>::infinity();  // the largest derivative of the loss
  bool dual = false;                                          // the loss has a dual that is solved row by row
  // Of a classification: the size of the derivative and the value at margin zero. The logistic loss unless said
  // otherwise.
  double first_slope = 0.5, first_value = std::numbers::ln2;
  // Of a loss whose margin is not in the target's units: the margin that suits a mean label, and the curvature at one.
  std::function<double(double)> level, curvature_at;
  std::function<double(double)> mean;  // what a margin predicts, if that is not the margin
  bool quadratic = false;              // the loss is the squared one
  double bend = 0;                     // the least curvature of the penalty
  bool zero_is_allowed = true;         // by the penalty
  bool wary = false;                   // the solver notices columns that are larger than the frame says
  std::string loss;                    // its name, for messages
  Epsilon epsilon{std::numeric_limits<double>::infinity()};
  Mu budget;                                    // of the whole fit; infinite for exact answers
  std::vector<std::optional<Interval>> bounds;  // declared, one for each feature; or none at all
  std::optional<Interval> target_bounds;

  // How many times what one row contributes neighbours can differ by, and rows in units of the noise that it takes to
  // hide that with the whole budget.
  double apart() const { return neighbours == Neighbours::replace_one ? 2 : 1; }
  double certainty() const { return normaliser * budget.value / apart(); }
  bool exact() const { return std::isinf(budget.value); }  // no noise was asked for
};

struct Scales {
  Frame frame;
  double target_centre = 0;  // as a margin: where the intercept starts
  double target_spread = 1;  // the root mean square of the target about it, in the target's units
  double curvature = 1;      // what the frame takes the loss's curvature to be
  bool seen = true;          // the noise left something to see of the columns and of the target
  // Beyond these, values of undeclared features were not seen in numbers that the noise does not hide. A model whose
  // weights were made for what was seen is only good within them. Empty where nothing was bought.
  std::vector<Interval> limits = {};
  // Features on a scale that they share, of which nothing was seen, and whose few large values would hide all others.
  // The latter two have a size beyond reason, which holds their weights where they are.
  std::vector<std::size_t> pooled = {}, dropped = {}, outlying = {};
};

class Survey {
 public:
  explicit Survey(SurveyFacts facts);

  // Adds what will be asked, and returns the share of the budget that it takes.
  double plan(Outline& outline) const;
  Scales run(const Census& census, Gaussian& gaussian, Permit& permit) const;

  // The same where the frame has been declared and only the target is asked about.
  double plan_target(Outline& outline) const;
  Scales run_target(Frame declared, const Census& census, Gaussian& gaussian, Permit& permit) const;

  // The same from exact figures, paid from a line of exact answers.
  Scales run_exactly(const Census& census, Permit& permit, std::string_view line, Exposure& exposure) const;

  static constexpr std::string_view kSizes = "sizes", kLargest = "largest values", kWild = "wild columns",
                                    kCentres = "centres", kSpreads = "spreads", kRows = "row sizes", kTarget = "target",
                                    kExactly = "scales";

 private:
  struct Columns;  // what is known of each column so far
  struct Ask;      // who is asked and who answers

  // The standard deviation of the noise in a share of rows, for histograms of that many columns.
  double histogram_noise(double share, std::size_t columns) const;
  bool centred() const { return facts_.intercept && !facts_.sparse; }
  double centres_share() const;
  double spreads_share() const;
  // What is asked about single columns is asked about these: all, or those that stand out.
  using Numbers = std::vector<std::size_t>;
  void find_sizes(Columns& columns, Ask& ask) const;
  bool looks_for_standing_out() const;
  Numbers find_standing_out(Columns& columns, Ask& ask) const;
  void find_centres(Columns& columns, Ask& ask, const Numbers& asked) const;
  void find_spreads(Columns& columns, Ask& ask, const Numbers& asked) const;
  void find_columns(Columns& columns, Ask& ask) const;
  bool leaders_differ(const Numbers& hidden, std::size_t middle, std::size_t middle_largest, Numbers& wild,
                      Ask& ask) const;
  // Says whether anything is known of any column.
  bool share_one_scale(Columns& columns, Ask& ask) const;
  void find_target(Scales& scales, Ask& ask) const;
  Scales framed(const Columns& columns) const;
  void find_level(Scales& scales, bool own_frame) const;

  SurveyFacts facts_;
  std::vector<std::size_t> undeclared_;  // features without declared bounds
  bool pooled_;                          // there are too many columns, or too few rows, to ask about each
};

}  // namespace discreet
