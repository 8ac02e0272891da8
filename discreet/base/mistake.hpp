// The known mistakes of this field, one of which a test build can make on purpose: a test that does not notice is worth
// nothing. In every other build planted() is false at compile time, and nothing of a mistake is left in the program;
// tools/check_mistakes.py looks for it there. Only source files may ask: a header would be compiled both ways.
#pragma once

#include <array>
#include <string_view>

namespace discreet {

enum class Mistake {
  none,
  halved_noise,
  sensitivity_of_one,
  unclipped_row,
  unaccounted_centring,
  byte_seed,
  shuffled_batches,
  uncharged_release,
  lower_bound_twice,
  biased_noise,
  reused_noise,
  uncapped_delta,
  classes_from_rows,
  subnormals_kept,
  unwiped_noise,
  private_with_caveats,
  rounded_once,
  search_gives_up,
  unchecked_grids,
  misread_multiplier,
  undeclared_start,
  uncharged_trials,
};

struct MistakeRow {
  Mistake mistake;
  std::string_view what;
};
inline constexpr std::array kMistakes{
    MistakeRow{Mistake::halved_noise, "noise scale halved"},
    MistakeRow{Mistake::sensitivity_of_one, "sensitivity C where a replaced row needs 2C"},
    MistakeRow{Mistake::unclipped_row, "clipping skipped for one row"},
    MistakeRow{Mistake::unaccounted_centring, "columns centred by exact means that nobody paid for"},
    MistakeRow{Mistake::byte_seed, "generator keyed by a single byte"},
    MistakeRow{Mistake::shuffled_batches, "shuffled batches accounted for as Poisson ones"},
    MistakeRow{Mistake::uncharged_release, "one release not charged"},
    MistakeRow{Mistake::lower_bound_twice, "the lower bound of a column used twice in its sensitivity"},
    MistakeRow{Mistake::biased_noise, "noise whose mean is not zero"},
    MistakeRow{Mistake::reused_noise, "the same noise for all coordinates of an answer"},
    MistakeRow{Mistake::uncapped_delta, "a default delta of 1/n^2 for any number of rows"},
    MistakeRow{Mistake::classes_from_rows, "class names read off the rows and published"},
    MistakeRow{Mistake::subnormals_kept, "slow arithmetic on values below the normal range"},
    MistakeRow{Mistake::unwiped_noise, "noise that was used stays in memory"},
    MistakeRow{Mistake::private_with_caveats, "a label that is private beside a caveat"},
    MistakeRow{Mistake::search_gives_up, "a search for a minimum that fails after payment"},
    MistakeRow{Mistake::unchecked_grids, "noise that no grid holds, found out after payment"},
    MistakeRow{Mistake::misread_multiplier, "a noise multiplier taken for one relative to something else"},
    MistakeRow{Mistake::undeclared_start, "a start from a model that is not private and not declared public"},
    MistakeRow{Mistake::rounded_once, "a minimum rounded on both datasets, charged as rounded on one"},
    MistakeRow{Mistake::uncharged_trials, "numbers of trials that are drawn again and not charged"},
};

#ifdef DISCREET_MISTAKES
// Under a name of its own, which no linker can take for the other one.
inline namespace with_mistakes {
inline Mistake planted_mistake = Mistake::none;
inline bool planted(Mistake mistake) { return planted_mistake == mistake; }
}  // namespace with_mistakes
#else
constexpr bool planted(Mistake) { return false; }
#endif

}  // namespace discreet
