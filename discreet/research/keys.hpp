// What the core lets research/ do, in one place. The core's lists name ResearchKeys, and only in a build with research;
// the list below is the audit surface of the published mechanisms.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "discreet/oracle/oracle.hpp"
#include "discreet/privacy/query.hpp"
#include "discreet/privacy/sensitive.hpp"

namespace discreet {

// Hands the keys of the core on to those that it names, each of which says where its claim is proved.
// proof: docs/proofs/noisy_max.md
// proof: docs/proofs/randomised_response.md
// proof: docs/proofs/dual.md
class ResearchKeys {
  friend class NoisyMax;            // noisy_max.md
  friend class LargestSlope;        // noisy_max.md
  friend class RandomisedResponse;  // randomised_response.md
  friend class ToldRows;            // dual.md
  friend class ToldLots;            // dual.md

  static OpenKey open() { return {}; }
  static ReleaseKey release() { return {}; }
  static BoundKey bound() { return {}; }

  // All slopes on a grid, each clipped by itself or in a ball, as Oracle::all_slopes has them.
  static Sensitive<std::vector<std::int64_t>> slopes(Oracle& oracle, std::span<const double> factors, double limit,
                                                     double row_clip) {
    return Sensitive(oracle.all_slope_cells(factors, limit, row_clip));
  }
  static double unit(const Oracle& oracle, Clip clip, Coordinate j) { return oracle.unit(clip, j); }
  static std::size_t rows(const Oracle& oracle) { return oracle.rows(); }
};

}  // namespace discreet
