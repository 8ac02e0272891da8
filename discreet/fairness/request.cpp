#include "discreet/fairness/request.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "discreet/base/split.hpp"
#include "discreet/data/ingest.hpp"
#include "discreet/fit/delta.hpp"
#include "discreet/fit/purse.hpp"
#include "discreet/fit/spec.hpp"

namespace discreet {
namespace {

Result<std::vector<double>> edges_of(const std::string& text) {
  std::vector<double> edges;
  if (text.empty()) return edges;
  for (const std::string_view part : split(text, ',')) {
    const auto edge = read_number("edges", part, -1e300, 1e300);
    if (!edge) return tl::unexpected(edge.error());
    edges.push_back(*edge);
  }
  if (std::adjacent_find(edges.begin(), edges.end(), std::greater_equal()) != edges.end())
    return wrong(Fault::usage, fmt::format("--edges {}: they must rise", text), "as in --edges 40,65");
  return edges;
}

Result<FairnessQuestion> question_of(const FairnessRequest& request, const FairnessSubject& subject) {
  FairnessQuestion question;
  auto notions = notions_named(request.measure);
  if (!notions) return tl::unexpected(notions.error());
  question.notions = *std::move(notions);
  question.desirable = subject.classes.size() - 1;
  if (!request.desirable.empty()) {
    const auto number = parse_number(request.desirable);
    const auto same = [&](const std::string& name) {
      return name == request.desirable || (number && parse_number(name) == number);
    };
    const auto found = std::find_if(subject.classes.begin(), subject.classes.end(), same);
    if (found == subject.classes.end())
      return unknown_name("desirable", request.desirable, {subject.classes.begin(), subject.classes.end()});
    question.desirable = static_cast<std::size_t>(found - subject.classes.begin());
  }
  const auto zeta = read_number("zeta", request.zeta, 1e-300, 0.5);
  if (!zeta) return tl::unexpected(zeta.error());
  question.distance.zeta = *zeta;
  if (!request.distance.empty()) {
    const auto distance = read_number("distance", request.distance, 0, 1e300);
    if (!distance) return tl::unexpected(distance.error());
    question.distance.declared = *distance;
  }
  const auto epsilon = read_number("bound-epsilon", request.bound_epsilon, 1e-12, 1e6);
  if (!epsilon) return tl::unexpected(epsilon.error());
  question.distance.budget.epsilon = {*epsilon};
  return question;
}

// What depends on how many rows there are.
Result<void> settle_rows(const FairnessRequest& request, std::size_t rows, DistanceQuestion& question) {
  question.rows = static_cast<double>(rows);
  if (request.rows != "auto") {
    const auto given = read_count("rows", request.rows, 1);
    if (!given) return tl::unexpected(given.error());
    question.rows = static_cast<double>(*given);
  }
  const auto delta = read_delta("bound-delta", request.bound_delta, question.rows);
  if (!delta) return tl::unexpected(delta.error());
  question.budget.delta = *delta;
  return {};
}

}  // namespace

Result<GroupRules> group_rules(const FairnessRequest& request, const FairnessSubject& subject) {
  GroupRules rules{request.group, request.groups, {}, request.noisy()};
  if (!request.groups.empty() && !request.edges.empty())
    return wrong(Fault::usage, "--groups and --edges exclude each other", "leave one of them out");
  auto edges = edges_of(request.edges);
  if (!edges) return tl::unexpected(edges.error());
  rules.edges = *std::move(edges);
  // Categories that were declared when the model was trained are public already.
  if (rules.only_public && rules.values.empty() && rules.edges.empty())
    for (const std::string& feature : subject.first().features)
      if (feature.starts_with(request.group + "=")) rules.values.push_back(feature.substr(request.group.size() + 1));
  return rules;
}

Result<void> check(const FairnessRequest& request, const FairnessSubject& subject) {
  if (!request.noisy() && !(request.options.ledger.empty() && request.options.dataset.empty()))
    return wrong(Fault::usage, "--ledger pays for a private release, and without --epsilon this is none",
                 "also give --epsilon E, or leave out --ledger and --dataset");
  auto question = question_of(request, subject);
  if (!question) return tl::unexpected(question.error());
  if (const auto settled = settle_rows(request, 1'000'000, question->distance); !settled) return settled;
  const auto confidence = read_number("confidence", request.confidence, 0.5, 1 - 1e-9);
  if (!confidence) return tl::unexpected(confidence.error());
  if (request.noisy())
    if (const auto epsilon = read_number("epsilon", request.options.epsilon, 1e-12, 1e6); !epsilon)
      return tl::unexpected(epsilon.error());
  return check_purse(request.options);
}

Result<FairnessAnswer> answer(const FairnessRequest& request, const FairnessSubject& subject, const Dataset& data,
                              const GroupColumn& groups) {
  if (const auto fine = check(request, subject); !fine) return tl::unexpected(fine.error());
  auto question = question_of(request, subject);
  if (const auto settled = settle_rows(request, data.rows, question->distance); !settled)
    return tl::unexpected(settled.error());
  if (request.noisy()) {
    const double confidence = *read_number("confidence", request.confidence, 0.5, 1 - 1e-9);
    auto release = release_fairness(data, groups, subject, *question, request.options, confidence);
    if (!release) return tl::unexpected(release.error());
    return *std::move(release);
  }
  auto assessment = assess(data, groups, subject, *question);
  if (!assessment) return tl::unexpected(assessment.error());
  return *std::move(assessment);
}

}  // namespace discreet
