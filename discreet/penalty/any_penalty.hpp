// Any penalty, chosen at run time. It satisfies the concept it erases, so solvers do not know the difference.
#pragma once

#include <memory>

#include "discreet/penalty/penalty.hpp"

namespace discreet {

class AnyPenalty {
 public:
  static constexpr std::string_view name = "any";
  static constexpr std::array<Parameter, 0> parameters{};

  template <Penalty P>
  explicit AnyPenalty(P penalty) : self_(std::make_shared<Holder<P>>(penalty)) {}

  double value(double w) const { return self_->value(w); }
  double prox(double w, double step) const { return self_->prox(w, step); }
  Slopes slopes(double w) const { return self_->slopes(w); }
  double bend() const { return self_->bend(); }

 private:
  struct Interface {
    virtual ~Interface() = default;
    virtual double value(double) const = 0;
    virtual double prox(double, double) const = 0;
    virtual Slopes slopes(double) const = 0;
    virtual double bend() const = 0;
  };
  template <class P>
  struct Holder final : Interface {
    explicit Holder(P p) : penalty(p) {}
    double value(double w) const override { return penalty.value(w); }
    double prox(double w, double step) const override { return penalty.prox(w, step); }
    Slopes slopes(double w) const override { return penalty.slopes(w); }
    double bend() const override { return bend_of(penalty); }
    P penalty;
  };
  std::shared_ptr<const Interface> self_;
};
static_assert(Penalty<AnyPenalty>);

}  // namespace discreet
