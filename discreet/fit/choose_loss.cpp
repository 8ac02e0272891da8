// The only place where losses meet layouts by name.
#include <variant>

#include "discreet/fit/problem.hpp"
#include "discreet/fit/spec.hpp"
#include "discreet/loss/all.hpp"
#include "discreet/loss/dual.hpp"
#include "discreet/oracle/linear_oracle_inl.hpp"

namespace discreet {

Result<ChosenLoss> choose_loss(const std::string& text) {
  ChosenLoss chosen;
  const Result<void> found = with_named<EveryLoss>("loss", text, std::nullopt, [&]<class L>(const L& loss) {
    chosen.text = filled_in(text, L::parameters);
    chosen.task = L::task;
    chosen.smoothness = loss.smoothness();
    chosen.value = [loss](double margin, double label) { return loss.value(margin, label); };
    chosen.derivative = [loss](double margin, double label) { return loss.derivative(margin, label); };
    chosen.curvature = [loss](double margin, double label) { return loss.curvature(margin, label); };
    chosen.dual = HasDual<L>;
    if constexpr (requires { loss.steepest(); }) chosen.steepest = loss.steepest();
    if constexpr (requires { L::quadratic; }) chosen.quadratic = L::quadratic;
    if constexpr (requires { loss.mean(0.0); }) chosen.mean = [loss](double margin) { return loss.mean(margin); };
    if constexpr (requires { loss.level(0.0); }) chosen.level = [loss](double mean) { return loss.level(mean); };
    chosen.oracle = [loss](const SealedRows& rows, bool intercept, double normaliser, Machinery machinery) {
      return std::visit(
          [&]<class C>(const Sensitive<Labelled<C>>& sealed) -> std::unique_ptr<DualOracle> {
            return std::make_unique<LinearOracle<L, C>>(loss, sealed, intercept, normaliser, machinery);
          },
          rows);
    };
  });
  if (!found) return tl::unexpected(found.error());
  return chosen;
}

}  // namespace discreet
