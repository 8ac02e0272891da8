// What makes a label private, and the two lists that say what does not.
#include "discreet/model/privacy_label.hpp"

#include <gtest/gtest.h>

#include "discreet/io/label_json.hpp"
#include "discreet/model/strength.hpp"
#include "discreet/privacy/query.hpp"
#include "tests/support/grants.hpp"
#include "tests/support/models.hpp"

namespace discreet {
namespace {

using testing::small_model;

TEST(PrivacyLabel, IsNeverPrivateBesideACaveat) {
  PrivacyLabel label = small_model().privacy;
  EXPECT_TRUE(label.is_private());
  label.notices = {"what does not break it"};
  EXPECT_TRUE(label.is_private());
  label.caveats = {"seeded noise: not private"};
  EXPECT_FALSE(label.is_private());
}

TEST(PrivacyLabel, IsNotPrivateOnceAnExactAnswerWasRead) {
  Permit permit = GrantsForTests::exact_answers("x");
  const Payment paid = permit.pay("x");
  const Exposed<double> answer = Exact::release(paid, Sensitive<double>(2));
  Exposure read, another;
  PrivacyLabel label = small_model().privacy;
  stamp_exposure(label, read);
  EXPECT_TRUE(label.is_private()) << "it has not been read yet";
  EXPECT_EQ(answer.value(read), 2);
  stamp_exposure(label, another);
  EXPECT_TRUE(label.is_private());
  stamp_exposure(label, read);
  EXPECT_FALSE(label.is_private());
  stamp_exposure(label, read);
  EXPECT_EQ(label.caveats, std::vector<std::string>{"exact answers were read: not private"});
}

TEST(PrivacyLabel, IsNotPrivateInNameOnly) {
  for (const auto& [epsilon, delta, holds] : {std::tuple{1.0, 1e-6, true},
                                              {10.0, 1e-6, true},
                                              {10.001, 1e-6, false},
                                              {1e6, 1e-6, false},
                                              {1.0, 0.5, false},
                                              {1.0, 0.05, false},
                                              {1.0, 5e-3, true}}) {
    PrivacyLabel label = small_model().privacy;
    label.rows = 1000;
    label.spent = {epsilon};
    label.budget.delta = {delta};
    EXPECT_EQ(label.is_private(), holds) << epsilon << " " << delta;
    EXPECT_EQ(label.all_caveats().empty(), holds);
    EXPECT_EQ(!label.all_notices().empty(), delta == 5e-3) << "above 1/n, and said";
  }
}

TEST(PrivacyLabel, SaysOnceWhatItsFiguresSay) {
  PrivacyLabel label = small_model().privacy;
  label.spent = {30};
  label.plan.lines.clear();
  label.shares.clear();
  const PrivacyLabel back = label_from(privacy_json(label));
  EXPECT_EQ(back.all_caveats().size(), 1U);
  EXPECT_EQ(label_from(privacy_json(back)).all_caveats(), label.all_caveats());
}

TEST(PrivacyLabel, IsWrittenAsTwoLists) {
  PrivacyLabel label = small_model().privacy;
  label.notices = {"good to know"};
  Json json = privacy_json(label);
  EXPECT_TRUE(json["private"].get<bool>());
  EXPECT_EQ(json["caveats"], Json::array());
  EXPECT_EQ(json["notices"], Json({"good to know"}));
  label.caveats = {"seeded noise: not private"};
  json = privacy_json(label);
  EXPECT_FALSE(json["private"].get<bool>());
  EXPECT_EQ(json["caveats"], Json({"seeded noise: not private"}));
  EXPECT_EQ(json["notices"], Json({"good to know"}));
  const PrivacyLabel back = label_from(json);
  EXPECT_EQ(back.caveats, label.caveats);
  EXPECT_EQ(back.notices, label.notices);
}

TEST(PrivacyLabel, ReadsOneListOfOlderFiles) {
  Json json = privacy_json(small_model().privacy);
  json.erase("notices");
  json["caveats"] = {"a start that was private"};
  EXPECT_TRUE(label_from(json).is_private());
  EXPECT_EQ(label_from(json).notices.size(), 1U);
  json["private"] = false;
  EXPECT_FALSE(label_from(json).is_private());
  EXPECT_EQ(label_from(json).caveats.size(), 1U);
  // A newer file means its lists, whatever it calls itself.
  json["private"] = true;
  json["notices"] = Json::array();
  EXPECT_FALSE(label_from(json).is_private());
}

}  // namespace
}  // namespace discreet
