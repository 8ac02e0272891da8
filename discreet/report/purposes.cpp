// What the questions of the solvers are for, in words for those who do not know the solvers.
#include <algorithm>
#include <iterator>

#include "discreet/report/words.hpp"

namespace discreet {
namespace {

constexpr std::pair<std::string_view, std::string_view> kPurposes[] = {
    {"sizes", "how large the values of each column are"},
    {"largest values", "beyond which values nearly no row goes"},
    {"wild columns", "which columns have a few values far from the rest"},
    {"centres", "about which value each column lies"},
    {"spreads", "how far each column spreads about its centre"},
    {"row sizes", "how large rows are as a whole"},
    {"target", "on what scale the target lives"},
    {"column ranges", "where the values of each column lie"},
    {"target range", "where the values of the target lie"},
    {"target level", "what to predict where nothing else is known"},
    {"means and second moments", "about which value each column lies, and how far it spreads"},
    {"products of columns", "how columns go together"},
    {"intercept", "whether predictions are too high or too low on the whole"},
    {"scales", "on what scales columns and rows live"},
    {"smoothness", "on what scales columns live"},
    {"clip", "how hard one row may pull"},
    {"clip again", "how hard one row may pull, once the model is near its end"},
    {"radius", "how large a row may count"},
    {"metric", "how columns go together"},
    {"overlap", "how columns go together"},
    {"retreat", "whether the end is better than the start"},
    {"first slopes", "where to move the weights, roughly"},
    {"slopes", "where to move the weights"},
    {"batch slopes", "where to move the weights, from a few random rows at a time"},
    {"snapshots", "where to move the weights, from all rows"},
    {"corrections", "what has changed since the last look at all rows"},
    {"newton steps", "where to move the weights, curvature included"},
    {"moments", "sums and products of columns, from which all weights follow"},
    {"minimum", "the best weights, all at once"},
    {"linear term", "a random pull on the weights, before the best are found"},
    {"accuracy", "the best weights, once more and rounded"},
    {"dual moves", "where rows want the weights to move"},
    {"gap", "how far the end may still be"},
    {"choices", "which weight to move next"},
    {"looks", "which weight to move next"},
    {"score", "how well a setting did"},
    {"exact", "the best weights, exactly"},
};

}  // namespace

std::string purpose_of(std::string_view release) {
  const auto found = std::find_if(std::begin(kPurposes), std::end(kPurposes),
                                  [&](const auto& entry) { return entry.first == release; });
  return found == std::end(kPurposes) ? std::string() : std::string(found->second);
}

}  // namespace discreet
