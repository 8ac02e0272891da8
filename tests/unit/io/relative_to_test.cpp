// What noise multipliers are relative to, in events files and in models.
#include <gtest/gtest.h>

#include "discreet/io/calculator_json.hpp"
#include "discreet/io/events_file.hpp"

namespace discreet {
namespace {

constexpr Neighbours kRelations[] = {Neighbours::replace_one, Neighbours::zero_out, Neighbours::add_remove};

std::vector<Event> all_with_noise(Neighbours neighbours) {
  std::vector<Event> events{GaussianEvent{{3}}, PoissonGaussianEvent{0.1, {3}}, LaplaceEvent{{3}}};
  if (neighbours == Neighbours::replace_one) events.push_back(FixedBatchGaussianEvent{100, 10, {3}});
  return events;
}

TEST(RelativeTo, IsStatedByEveryEventWithNoiseThatIsWrittenAndReadBack) {
  for (const Neighbours neighbours : kRelations)
    for (const Event& event : all_with_noise(neighbours)) {
      const Json written = event_to_json(event);
      EXPECT_TRUE(written.contains("relative_to")) << written;
      EXPECT_EQ(event_from_json(written, neighbours), event) << written;
    }
}

// The noise is the same; a replaced row moves a sum by two contributions.
TEST(RelativeTo, ChangesTheFigureAndNotTheNoise) {
  for (const Neighbours neighbours : kRelations)
    for (const Event& event : all_with_noise(neighbours)) {
      Json other = event_to_json(event);
      const double apart = neighbours == Neighbours::replace_one ? 2 : 1;
      const bool row = other["relative_to"] == "row";
      other["noise_multiplier"] = row ? 3 / apart : 3 * apart;
      other["relative_to"] = row ? "sensitivity" : "row";
      EXPECT_EQ(event_from_json(other, neighbours), event) << other;
    }
  EXPECT_THROW(event_from_json({{"type", "laplace"}, {"noise_multiplier", 1}, {"relative_to", "clip"}}, {}),
               EventProblem);
}

EventsFile file_with(const std::string& events) {
  return *events_from(R"({"neighbours": "replace-one", "delta": 1e-6, "events": [)" + events + "]}", "here",
                      std::nullopt);
}

TEST(RelativeTo, IsTakenAsItWasOnceWhereAFileDoesNotState) {
  const EventsFile file = file_with(R"({"type": "gaussian", "noise_multiplier": 8},
    {"type": "poisson_gaussian", "sampling": 0.1, "noise_multiplier": 8},
    {"type": "fixed_batch_gaussian", "rows": 100, "batch": 10, "noise_multiplier": 8},
    {"type": "laplace", "noise_multiplier": 8}, {"type": "laplace", "noise_multiplier": 9},
    {"type": "pure", "epsilon": 0.1})");
  EXPECT_EQ(file.plan.lines[0].event, Event(GaussianEvent{{4}}));
  EXPECT_EQ(file.plan.lines[1].event, Event(PoissonGaussianEvent{0.1, {8}}));
  EXPECT_EQ(file.plan.lines[2].event, Event(FixedBatchGaussianEvent{100, 10, {8}}));
  EXPECT_EQ(file.plan.lines[3].event, Event(LaplaceEvent{{8}}));
  ASSERT_EQ(file.notices.size(), 4U) << "once for each type";
  EXPECT_NE(file.notices[0].find("gaussian event does not state relative_to"), std::string::npos);
  EXPECT_NE(file.notices[0].find("\"row\""), std::string::npos);
  EXPECT_NE(file.notices[3].find("\"sensitivity\""), std::string::npos);
}

TEST(RelativeTo, IsInWhatTheCalculatorAnswers) {
  const EventsFile file = file_with(R"({"type": "gaussian", "noise_multiplier": 8})");
  const Json account = account_json(file, Delta{1e-6}, *account_by("tight", file, Delta{1e-6}));
  EXPECT_EQ(account["events"][0]["relative_to"], "sensitivity");
  EXPECT_EQ(account["events"][0]["noise_multiplier"], 4);
  EXPECT_EQ(account["notices"].size(), 1U);
  const Json delta = account_json(file, *delta_by("tight", file, {1}));
  EXPECT_EQ(delta["events"], account["events"]);
  const Json louder = calibrate_json(file, *louder_by("tight", file, {{1}, {1e-6}}));
  EXPECT_EQ(louder["events"][0]["relative_to"], "sensitivity");
  EXPECT_EQ(louder["notices"].size(), 1U);
  const EventsFile stated = file_with(R"({"type": "gaussian", "noise_multiplier": 8, "relative_to": "row"})");
  EXPECT_FALSE(account_json(stated, Delta{1e-6}, *account_by("tight", stated, Delta{1e-6})).contains("notices"));
}

// What is answered is an events file itself, and costs what it says.
TEST(RelativeTo, AnswersAreReadBackAsTheyWereMeant) {
  const EventsFile file = file_with(R"({"type": "gaussian", "noise_multiplier": 8},
    {"type": "poisson_gaussian", "sampling": 0.1, "noise_multiplier": 2, "count": 5}, {"type": "laplace", "noise_multiplier": 40})");
  const auto account = account_by("tight", file, Delta{1e-6});
  const auto again = events_from(account_json(file, Delta{1e-6}, *account).dump(), "again", std::nullopt);
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(account_by("tight", *again, Delta{1e-6})->epsilon, account->epsilon);
  EXPECT_TRUE(again->notices.empty());
}

TEST(TunedModels, OfAnEarlierVersionCostWhatTheyWerePaidFor) {
  const std::string earlier = R"({"neighbours": "replace-one", "delta": 1e-6, "epsilon_spent": 0.75, "private": true,
    "events": [{"what": "slopes", "type": "gaussian", "noise_multiplier": 50, "relative_to": "sensitivity", "count": 1}],
    "trials": {"mean": 8, "law": "geometric", "rho_each": 0.01, "once": 0}})";
  const auto file = events_from(earlier, "model", std::nullopt);
  ASSERT_TRUE(file) << file.error().message;
  EXPECT_FALSE(file->trials);
  EXPECT_NEAR(account_by("tight", *file, Delta{1e-6})->epsilon.value, 0.75, 1e-12);
  EXPECT_TRUE(std::isinf(account_by("tight", *file, Delta{1e-7})->epsilon.value));
}

}  // namespace
}  // namespace discreet
