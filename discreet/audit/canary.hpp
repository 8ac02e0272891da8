// Pairs of neighbours that are as far apart as neighbours can be, one for each kind of question: a row at its limit and
// the same row pointing the other way. Everybody else contributes nothing where that can be, so nothing hides it.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "discreet/base/result.hpp"
#include "discreet/data/dataset.hpp"
#include "discreet/data/ingest.hpp"
#include "discreet/privacy/units.hpp"

namespace discreet {

struct AuditRow {
  std::vector<double> x;
  double y = 0;
};

// What rows are made of.
struct Bait {
  std::size_t features = 1;
  double length = 1;            // of a row whose slope is clipped for sure
  double plus = 1, minus = -1;  // labels that pull in opposite directions
  double none = 0;              // the label that pulls nowhere, or as little as a label can
};

struct Canary {
  std::string_view name;
  std::string_view worst_for;  // the questions that it is the worst case of
  std::pair<AuditRow, AuditRow> (*rows)(const Bait& bait);
};
std::span<const Canary> all_canaries();
// By name; all; or worst, those that are the worst case of what the solver asks with these settings.
[[nodiscard]] Result<std::vector<const Canary*>> canaries_named(const std::string& text, std::string_view solver = {},
                                                                bool one_by_one = false);

enum class Background {
  quiet,   // rows of zeros
  labels,  // the same with labels of size 1: the spread of the target is bought whatever is declared
  // Normal rows, for where scales and thresholds are bought and something must be there to be found. They come in twins
  // that pull in opposite directions: what the noise in a bought scale does to their slopes cancels, and hides nothing.
  crowd,
};

// Where canaries are put.
struct Stage {
  std::size_t rows = 0;  // with the canary
  Background background = Background::quiet;
  Bait bait;
  Neighbours neighbours = Neighbours::replace_one;
  bool numbered = false;  // rows are asked for by number: a row that is not there is one of zeros
  IngestRules rules;
};

struct NeighbouringData {
  Dataset here, there;
};
[[nodiscard]] Result<NeighbouringData> neighbours(const Canary& canary, const Stage& stage);

}  // namespace discreet
