#include "discreet/research/randomised_column.hpp"

#include <fmt/format.h>

#include <limits>
#include <memory>

#include "discreet/accounting/accountants.hpp"
#include "discreet/accounting/calibrate.hpp"
#include "discreet/fit/grants.hpp"
#include "discreet/fit/purse.hpp"
#include "discreet/fit/spec.hpp"
#include "discreet/privacy/ledger.hpp"
#include "discreet/research/randomised_response.hpp"

namespace discreet {
namespace {

constexpr std::string_view kLine = "randomised answers";
constexpr double kLeastEpsilon = 1e-6, kMostEpsilon = 1e6;

Result<std::unique_ptr<NoiseSource>> source_of(const std::string& noise) {
  const Spec spec = split_spec(noise);
  if (noise == "secure") return std::make_unique<SecureRandom>();
  if (spec.name != "seeded") return unknown_name("noise", noise, {"secure", "seeded:N"});
  const auto seed = read_count("noise seeded", spec.arguments, 0);
  if (!seed) return tl::unexpected(seed.error());
  return std::make_unique<SeededNoise>(*seed);
}

}  // namespace

Result<RandomisedColumn> randomised(const GroupColumn& column, const Options& options, const std::string& source) {
  if (options.epsilon.empty())
    return wrong(Fault::usage, "--epsilon is needed: it says how often an answer is a lie",
                 "at 1 a bit is told truthfully in 73 % of the rows, at 3 in 95 %");
  const auto epsilon = read_number("epsilon", options.epsilon, kLeastEpsilon, kMostEpsilon);
  if (!epsilon) return tl::unexpected(epsilon.error());
  const auto neighbours = read_neighbours(options.neighbours);
  if (!neighbours) return tl::unexpected(neighbours.error());
  if (*neighbours == Neighbours::add_remove)
    return wrong(Fault::usage, "an answer for every row shows how many rows there are",
                 "use --neighbours replace-one or zero-out");
  const auto categories = static_cast<std::uint32_t>(column.values.size());
  if (column.values.size() < 2 || column.values.size() > RandomisedResponse::kMostCategories)
    return wrong(Fault::usage, fmt::format("--values: there are {} values", column.values.size()),
                 fmt::format("name from 2 to {}", RandomisedResponse::kMostCategories));
  auto noise = source_of(options.noise);
  if (!noise) return tl::unexpected(noise.error());
  auto purse = purse_for(options, *neighbours,
                         {"randomised-response", column.name, "", {{column.name}, false, column.rows, source}});
  if (!purse) return tl::unexpected(purse.error());
  const std::string caveat = (*noise)->caveat();
  if (*purse)
    if (const auto fine = chargeable(caveat.empty() ? std::vector<std::string>{} : std::vector{caveat}, false); !fine)
      return tl::unexpected(fine.error());

  const PureAccountant accountant;
  const Budget budget{{*epsilon}, {0}};
  // Not above the budget, whichever way the accountant rounds.
  const auto plan = calibrate(accountant, budget,
                              Outline{*neighbours, {{std::string(kLine), 1, 0, 1, Outline::Answer::single_choice}}});
  if (!plan) return tl::unexpected(plan.error());
  const Epsilon paid = std::get<PureEvent>(plan->lines[0].event).epsilon;
  RandomisedColumn found{{}, budget.epsilon, RandomisedResponse::lie(paid, categories), {}, caveat};
  Ledger ledger = Grants::budget(accountant, budget, purse->get());
  auto permit = ledger.authorize(*plan);
  if (!permit) return tl::unexpected(permit.error());
  found.answers = RandomisedResponse(**noise).release(permit->pay(kLine), column.codes, categories).value();
  std::vector<double> counts(categories);
  for (const std::uint32_t answer : found.answers) ++counts[answer];
  for (const double count : counts)
    found.shares.push_back(
        RandomisedResponse::share(paid, count / static_cast<double>(found.answers.size()), categories));
  return found;
}

}  // namespace discreet
