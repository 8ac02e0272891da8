// What became known of a run while it ran, for the warnings of its model. All of it is released or public.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace discreet {

struct RunFacts {
  bool unseen = false;                // the noise hid how large the columns, or the target, are
  bool too_few = false;               // rows for so many columns, and so only the level was asked for
  bool stayed = false;                // and so the run did not leave its start
  bool doubtful = false;              // what slopes showed is small beside what their noise leaves open
  bool started = false;               // from a model and not from zero
  std::vector<std::size_t> dropped;   // columns of which the noise hid everything: they do not take part
  std::vector<std::size_t> outlying;  // columns with few values far from the rest, which do not take part either
  std::vector<std::size_t> pooled;    // columns that share one scale, because the noise hid their own
  bool point_target = false;          // the declared bounds of the target are one point
  bool turned_back = false;           // the final check took an earlier point than the run reached
  bool to_zero = false;               // and that point is zero, which is not the start
  double kept = 1;                    // the part of the way from the start that it kept
  // The share of rows beyond the clipping threshold, by a noisy count, and the deviation of that count.
  struct Share {
    double rows, noise;
  };
  std::optional<Share> clipped = {};
};

}  // namespace discreet
