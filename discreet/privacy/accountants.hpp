// All accountants. Each is a valid bound wherever it covers a plan; "tight" is the smallest of them: the exact answer
// where all noise is Gaussian and the numeric one, which no other is below, elsewhere.
#pragma once

#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "discreet/base/result.hpp"
#include "discreet/privacy/accountant.hpp"

namespace discreet {

// Exact up to certified digits for everything whose loss has a computable law: accounting/numeric.hpp.
class NumericAccountant final : public Accountant {
 public:
  std::string_view name() const override { return "numeric"; }
  bool covers(const Plan& plan) const override;

 private:
  Epsilon ideal_epsilon(const Plan& plan, Delta delta) const override;
};

// Renyi divergences, minimised over all real orders.
class RenyiAccountant final : public Accountant {
 public:
  std::string_view name() const override { return "rdp"; }
  bool covers(const Plan& plan) const override;

 private:
  Epsilon ideal_epsilon(const Plan& plan, Delta delta) const override;
};

// Zero-concentrated differential privacy with the best conversion. Has nothing to say about random batches.
class ZcdpAccountant final : public Accountant {
 public:
  std::string_view name() const override { return "zcdp"; }
  bool covers(const Plan& plan) const override;

 private:
  Epsilon ideal_epsilon(const Plan& plan, Delta delta) const override;
};

// Only what follows from the pure epsilon of each event: their sum, or optimal composition when they are equal.
class PureAccountant final : public Accountant {
 public:
  std::string_view name() const override { return "pure"; }
  bool covers(const Plan& plan) const override;

 private:
  Epsilon ideal_epsilon(const Plan& plan, Delta delta) const override;
};

// What the publications account with: zCDP with the simple conversion, and advanced composition. The noise of their
// closed forms, which is a little larger than these ask for, is in closed_form.hpp.
class PaperAccountant final : public Accountant {
 public:
  std::string_view name() const override { return "paper"; }
  bool covers(const Plan& plan) const override;

 private:
  Epsilon ideal_epsilon(const Plan& plan, Delta delta) const override;
};

// The smallest of all.
class TightAccountant final : public Accountant {
 public:
  std::string_view name() const override { return "tight"; }
  bool covers(const Plan& plan) const override;

  // Which of the others gives the answer for a plan that is covered.
  static std::string_view decided_by(const Plan& plan);

 private:
  Epsilon ideal_epsilon(const Plan& plan, Delta delta) const override;
};

// What each accountant that covers the plan says.
struct Account {
  Epsilon epsilon;              // the smallest
  std::string_view accountant;  // and whose it is
  std::vector<std::pair<std::string_view, Epsilon>> by;
};
Account account(const Plan& plan, Delta delta);

// By the name given to --accounting.
[[nodiscard]] Result<std::unique_ptr<Accountant>> accountant_named(std::string_view name);

}  // namespace discreet
