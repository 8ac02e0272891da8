// All accountants. Each is a valid bound wherever it covers a plan; "tight" is the smallest of them: the exact answer
// where all noise is Gaussian and the numeric one, which no other is below, elsewhere.
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "discreet/base/result.hpp"
#include "discreet/privacy/accountant.hpp"

namespace discreet {

// An accountant that has a name, plans that it covers and what they cost, and nothing else.
template <class Rules>
class AccountantBy final : public Accountant {
 public:
  std::string_view name() const override { return Rules::name; }
  bool covers(const Plan& plan) const override { return Rules::covers(plan); }

 private:
  Epsilon ideal_epsilon(const Plan& plan, Delta delta) const override { return Rules::ideal_epsilon(plan, delta); }
};

// Exact up to certified digits for everything whose loss has a computable law: accounting/numeric.hpp.
struct NumericRules {
  static constexpr std::string_view name = "numeric";
  static bool covers(const Plan& plan);
  static Epsilon ideal_epsilon(const Plan& plan, Delta delta);
};
using NumericAccountant = AccountantBy<NumericRules>;

// Renyi divergences, minimised over all real orders.
struct RenyiRules {
  static constexpr std::string_view name = "rdp";
  static bool covers(const Plan& plan);
  static Epsilon ideal_epsilon(const Plan& plan, Delta delta);
};
using RenyiAccountant = AccountantBy<RenyiRules>;

// Zero-concentrated differential privacy with the best conversion. Has nothing to say about random batches.
struct ZcdpRules {
  static constexpr std::string_view name = "zcdp";
  static bool covers(const Plan& plan);
  static Epsilon ideal_epsilon(const Plan& plan, Delta delta);
};
using ZcdpAccountant = AccountantBy<ZcdpRules>;

// Only what follows from the pure epsilon of each event: their sum, or optimal composition when they are equal.
struct PureRules {
  static constexpr std::string_view name = "pure";
  static bool covers(const Plan& plan);
  static Epsilon ideal_epsilon(const Plan& plan, Delta delta);
};
using PureAccountant = AccountantBy<PureRules>;

// What the publications account with: zCDP with the simple conversion, and advanced composition. The noise of their
// closed forms, which is a little larger than these ask for, is in closed_form.hpp.
struct PaperRules {
  static constexpr std::string_view name = "paper";
  static bool covers(const Plan& plan);
  static Epsilon ideal_epsilon(const Plan& plan, Delta delta);
};
using PaperAccountant = AccountantBy<PaperRules>;

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

// The list of all accountants: "tight", and those that it is the smallest of.
struct AccountantKind {
  std::string_view name;
  std::string_view words;
  std::unique_ptr<Accountant> (*make)();
};
std::span<const AccountantKind> accountant_kinds();
std::vector<std::string_view> accountant_names();

// By the name given to --accounting.
[[nodiscard]] Result<std::unique_ptr<Accountant>> accountant_named(std::string_view name);

}  // namespace discreet
