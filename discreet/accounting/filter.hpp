// A total that fits chosen by the results of earlier fits may spend. Each is priced in one currency that adds up, fixed
// when the total is; for such sums it is proved that choosing by looking gains nothing, which is not so for accounting
// that composes whole laws of losses. proof: docs/proofs/ledger.md
#pragma once

#include <cstddef>
#include <string_view>

#include "discreet/privacy/purse.hpp"

namespace discreet {

// What the owner of a dataset allows in all.
struct Total {
  enum class Kind { approximate, rho, mu };
  Kind kind = Kind::approximate;
  double amount = 0;  // an epsilon, a rho or a mu
  Delta delta;        // beside an epsilon; with 0 only what is private without a delta is admitted

  bool pure() const { return kind == Kind::approximate && delta.value == 0; }
};

// How prices add up: squares of mu (for mu, and for an epsilon with a delta), rho, or epsilon. The delta is what the
// price leaves out.
struct Price {
  double amount = 0;  // infinite where there is none
  double delta = 0;
};

// The sum that prices may reach.
Price room(const Total& total);

// What a bill costs in the currency of a total, never too little.
Price price_of(const Bill& bill, const Total& total);

struct Spending {
  Price sum;
  std::size_t charges = 0;
};

// Whether one more bill may be paid. The first one is chosen without having looked, so it may spend all that the tight
// accountant finds in the total; if its price is above the room, nothing can follow.
bool admits(const Total& total, const Spending& before, const Bill& bill, const Price& price);

// The largest epsilon that a further fit with Gaussian noise can have at `delta`.
Epsilon left(const Total& total, const Spending& before, Delta delta);

// What has been spent, as an epsilon at the total's delta or as an amount of its kind.
double spent(const Total& total, const Spending& before);

}  // namespace discreet
