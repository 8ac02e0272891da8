// Fairness as a user asks for it.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "discreet/base/public_random.hpp"
#include "tests/support/program.hpp"

namespace discreet {
namespace {

namespace fs = std::filesystem;
using testing::Json;
using testing::Outcome;

class Fairness : public testing::Program {
 protected:
  // Two features and a column of words that is none of them.
  Fairness() {
    PublicRandom random(9);
    std::ofstream out(folder_ / "rows.csv");
    out << "a,b,sex,age,y\n";
    for (int i = 0; i < 3000; ++i) {
      const bool woman = random.below(3) == 0;
      const double a = random.normal() + (woman ? 0.5 : 0), b = random.normal();
      const bool y = a + 0.7 * b + 0.8 * random.normal() > 0.2;
      out << a << "," << b << "," << (woman ? "F" : "M") << "," << 20 + random.below(50) << "," << (y ? 1 : -1) << "\n";
    }
  }
  Outcome fit(const std::string& more) const {
    return run("fit rows.csv --loss logistic --drop sex --drop age --penalty l2:1 --no-intercept " + more);
  }
  static double accuracy_of(const Json& answer) { return answer["measures"][0]["groups"][0]["level"].get<double>(); }
};

TEST_F(Fairness, AgreesWithEvaluateAndStampsWhatIsExact) {
  ASSERT_EQ(fit("--solver exact --out best.json").code, 0);
  const Outcome done = run("fairness best.json rows.csv --group sex --json");
  ASSERT_EQ(done.code, 0) << done.error;
  const Json answer = Json::parse(done.out);
  EXPECT_EQ(answer["private"], false);
  EXPECT_NE(answer["caveats"][0].get<std::string>().find("not private"), std::string::npos);
  EXPECT_EQ(answer["groups"], Json({"F", "M"}));
  EXPECT_EQ(answer["measures"].size(), 5U);
  const Json metrics = Json::parse(run("evaluate best.json rows.csv --json").out)["metrics"];
  EXPECT_NEAR(accuracy_of(answer), metrics["accuracy"].get<double>(), 1e-9);
  // The model has a strongly convex penalty, so what output perturbation would do to it is known.
  const Json bound = answer["measures"][0]["groups"][0]["bounds"][0];
  EXPECT_EQ(bound["distance"], "would-be noise");
  EXPECT_LE(bound["signed"]["change"].get<double>(), bound["margin_cdf"].get<double>());
  EXPECT_LE(bound["chernoff"].get<double>(), bound["markov"].get<double>());
  EXPECT_LT(bound["margin_cdf"].get<double>(), 0.5);
  const Outcome words = run("fairness best.json rows.csv --group sex --measure accuracy-parity");
  EXPECT_NE(words.out.find("not private"), std::string::npos);
  EXPECT_EQ(words.out.find("equalized-odds"), std::string::npos);
}

TEST_F(Fairness, BoundsAPrivateModelByItsOwnNoiseAndByAReference) {
  ASSERT_EQ(fit("--solver exact --out best.json").code, 0);
  const Outcome trained = fit("--solver output --epsilon 1 --bound a=-5,5 --bound b=-5,5 --clip 8 --out private.json");
  ASSERT_EQ(trained.code, 0) << trained.error;
  const Outcome done =
      run("fairness private.json rows.csv --group sex --reference best.json --json --report page.html");
  ASSERT_EQ(done.code, 0) << done.error;
  const Json answer = Json::parse(done.out);
  ASSERT_EQ(answer["distances"].size(), 2U);
  EXPECT_EQ(answer["distances"][0]["source"], "reference");
  EXPECT_EQ(answer["distances"][1]["source"], "noise");
  for (const Json& measure : answer["measures"])
    for (const Json& group : measure["groups"]) {
      const double moved = std::abs(group["reference"]["difference"].get<double>());
      EXPECT_LE(moved, group["bounds"][0]["signed"]["change"].get<double>() + 1e-12) << "the distance was measured";
      EXPECT_LE(moved, group["both_known"]["signed"]["change"].get<double>() + 1e-12);
      EXPECT_LE(group["both_known"]["margin_cdf"].get<double>(),
                group["bounds"][0]["margin_cdf"].get<double>() + 1e-12);
    }
  const std::string page = content("page.html");
  EXPECT_NE(page.find("band-rows-equalized-odds"), std::string::npos);
  EXPECT_NE(page.find("band-epsilon-accuracy"), std::string::npos);
  EXPECT_NE(page.find("Not private"), std::string::npos);
}

// One column in thousands far from zero, one in thousandths: bounds that say as much as in units of one.
TEST_F(Fairness, SaysAsMuchAboutRawColumns) {
  PublicRandom random(9);
  {
    std::ofstream out(folder_ / "raw.csv");
    out << "a,b,sex,y\n";
    for (int i = 0; i < 3000; ++i) {
      const bool woman = random.below(3) == 0;
      const double a = random.normal() + (woman ? 0.5 : 0), b = random.normal();
      const bool y = a + 0.7 * b + 0.8 * random.normal() > 0.2;
      out << 3e5 + 1e4 * a << "," << 1 + 1e-3 * b << "," << (woman ? "F" : "M") << "," << (y ? 1 : -1) << "\n";
    }
  }
  const std::string fit = "fit raw.csv --loss logistic --drop sex --bound a=2.5e5,3.5e5 --bound b=0.995,1.005 ";
  ASSERT_EQ(run(fit + "--solver exact --out best.json").code, 0);
  const struct {
    const char *options, *source, *reference;
  } cases[] = {{"", "reference", " --reference best.json"}, {"--solver output --ridge 0.05", "noise", ""}};
  for (const auto& c : cases) {
    const Outcome trained = run(fit + c.options + " --epsilon 8 --noise seeded:5 --out private.json");
    ASSERT_EQ(trained.code, 0) << trained.error;
    const Outcome done = run(std::string("fairness private.json raw.csv --group sex --json") + c.reference);
    ASSERT_EQ(done.code, 0) << done.error;
    const Json answer = Json::parse(done.out);
    ASSERT_EQ(answer["distances"].size(), 1U);
    EXPECT_EQ(answer["distances"][0]["source"], c.source);
    for (const Json& measure : answer["measures"])
      for (const Json& group : measure["groups"]) {
        const Json& bound = group["bounds"][0]["signed"];
        EXPECT_LT(bound["change"].get<double>(), 0.5) << c.source << measure["measure"];
        if (*c.reference) {
          EXPECT_LE(std::abs(group["reference"]["difference"].get<double>()), bound["change"].get<double>() + 1e-12);
        }
      }
  }
  const Json noise = Json::parse(content("private.json"))["model"]["noise_deviation"];
  EXPECT_EQ(noise["centres"], Json({3e5, 1.0}));
  EXPECT_LT(noise["intercept_at_centres"].get<double>(), 0.1 * noise["intercept"].get<double>());
}

TEST_F(Fairness, TakesGroupsOfEveryKind) {
  ASSERT_EQ(run("fit rows.csv --loss logistic --solver exact --categorical sex=F,M --out all.json").code, 0);
  const Json used = Json::parse(run("fairness all.json rows.csv --group sex --json").out);
  EXPECT_EQ(used["groups"], Json({"F", "M"})) << "the model may use the column";
  const Json cut = Json::parse(run("fairness all.json rows.csv --group age --edges 30,50 --json").out);
  EXPECT_EQ(cut["groups"].size(), 3U);
  EXPECT_EQ(cut["rows"], 3000);
  const Json one = Json::parse(run("fairness all.json rows.csv --group sex --groups F --json").out);
  EXPECT_LT(one["rows"].get<double>(), 2000);
  ASSERT_EQ(run("fit synthetic:clinic --loss logistic --solver exact --drop female --out clinic.json").code, 0);
  const Json clinic = Json::parse(run("fairness clinic.json synthetic:clinic --group female --json").out);
  EXPECT_EQ(clinic["groups"], Json({"0", "1"})) << "the model does not use it";
}

TEST_F(Fairness, SaysWhatIsWrong) {
  ASSERT_EQ(fit("--solver exact --out best.json").code, 0);
  EXPECT_EQ(run("fairness best.json rows.csv").code, 2);
  EXPECT_EQ(run("fairness best.json rows.csv --group height").code, 2);
  EXPECT_EQ(run("fairness best.json rows.csv --group sex --measure niceness").code, 2);
  EXPECT_EQ(run("fairness best.json rows.csv --group sex --zeta 2").code, 2);
  EXPECT_EQ(run("fairness best.json rows.csv --group sex --desirable maybe").code, 2);
  EXPECT_EQ(run("fairness best.json rows.csv --group a").code, 2) << "far too many values";
  EXPECT_EQ(run("fairness none.json rows.csv --group sex").code, 5);
  EXPECT_EQ(run("fairness best.json none.csv --group sex").code, 5);
  EXPECT_EQ(run("fairness best.json rows.csv --group sex --ledger budget.db --dataset rows").code, 2);
  ASSERT_EQ(run("fit rows.csv --drop sex --solver exact --out numbers.json").code, 0);
  EXPECT_EQ(run("fairness numbers.json rows.csv --group sex").code, 2) << "a regression has no classes";
  const Outcome undeclared = run("fairness best.json rows.csv --group sex --epsilon 1");
  EXPECT_EQ(undeclared.code, 4) << "values that occur are not public";
  EXPECT_NE(undeclared.error.find("--groups"), std::string::npos);
  EXPECT_EQ(undeclared.error.find("F,M"), std::string::npos) << "and are not told";
}

// The setting of the thesis on Adult: bounds that say something, and that hold for a hundred private models.
TEST_F(Fairness, OfTheThesisHoldsOnAdult) {
  const char* given = std::getenv("DISCREET_DATA");
  const fs::path data = fs::absolute(given ? given : DISCREET_SOURCE "/../shared/data");
  if (!fs::exists(data / "adult.csv.gz")) GTEST_SKIP() << "the data is not there";
  const Outcome table = run("reproduce fairness-table --json --data " + data.string());
  ASSERT_EQ(table.code, 0) << table.error;
  const Json rows = Json::parse(table.out)["rows"];
  ASSERT_EQ(rows.size() % 5, 0U);
  for (const Json& row : rows) {
    EXPECT_LT(row["exact_margin"].get<double>(), 0.5) << row["measure"];
    EXPECT_LE(row["signed"].get<double>(), row["exact_margin"].get<double>());
    EXPECT_LE(row["exact_margin"].get<double>(), row["lemma"].get<double>());
    EXPECT_GT(row["signed"].get<double>(), row["observed"].get<double>());
    EXPECT_GT(row["recipe_lambda_1"].get<double>(), row["recipe_lambda_1/n^2"].get<double>());
  }
  const Outcome figure = run("reproduce fairness-figure --json --report figure.html --data " + data.string());
  ASSERT_EQ(figure.code, 0) << figure.error;
  const Json points = Json::parse(figure.out)["rows"];
  ASSERT_EQ(points.size() % 200, 0U);
  int outside = 0;
  for (const Json& point : points)
    outside += point["private_least"].get<double>() < point["lower"].get<double>() - 1e-12 ||
               point["private_most"].get<double>() > point["upper"].get<double>() + 1e-12;
  EXPECT_EQ(outside, 0);
  EXPECT_NE(content("figure.html").find("Adult-epsilon-equalized-odds"), std::string::npos);
}

#if __has_include(<sqlite3.h>)
TEST_F(Fairness, IsReleasedWithNoiseAndPaidForInTheLedger) {
  ASSERT_EQ(fit("--solver exact --out best.json").code, 0);
  ASSERT_EQ(run("ledger create budget.db --dataset rows --epsilon 1 --delta 1e-6").code, 0);
  const std::string ask =
      "fairness best.json rows.csv --group sex --groups F,M --delta 1e-6 --ledger budget.db --dataset rows --json ";
  const Outcome done = run(ask + "--epsilon 0.7");
  ASSERT_EQ(done.code, 0) << done.error;
  const Json answer = Json::parse(done.out);
  EXPECT_EQ(answer["private"], true);
  EXPECT_FALSE(answer.contains("parts")) << "nothing exact";
  EXPECT_EQ(answer["counts"].size(), 8U);
  EXPECT_LE(answer["privacy"]["epsilon_spent"].get<double>(), 0.7);
  EXPECT_EQ(answer["privacy"]["events"][0]["type"], "gaussian") << "what a ledger of epsilon and delta adds up";
  const Json alone =
      Json::parse(run("fairness best.json rows.csv --group sex --groups F,M --delta 1e-6 --epsilon 0.7 --json").out);
  EXPECT_EQ(alone["privacy"]["events"][0]["type"], "laplace");
  EXPECT_LT(alone["noise_scale"].get<double>() * std::sqrt(2.0), answer["noise_scale"].get<double>());
  for (const Json& measure : answer["measures"])
    for (const Json& group : measure["groups"]) {
      EXPECT_LE(group["interval"][0].get<double>(), group["level"].get<double>());
      EXPECT_GE(group["interval"][1].get<double>(), group["level"].get<double>());
    }
  const Json shown = Json::parse(run("ledger show budget.db --json").out)["datasets"][0];
  EXPECT_EQ(shown["charges"].get<int>(), 1);
  EXPECT_NEAR(shown["spent"]["epsilon"].get<double>(), 0.7, 0.01);
  const Json history = Json::parse(run("ledger history budget.db --json").out)["history"];
  EXPECT_EQ(history[1]["details"]["command"], "fairness");
  EXPECT_EQ(run(ask + "--epsilon 0.7").code, 3) << "there is not that much left";
  EXPECT_EQ(run(ask + "--epsilon 0.1 --noise seeded:1").code, 4);
  EXPECT_EQ(run(ask + "--epsilon 0.1 --neighbours zero-out").code, 3);
  EXPECT_EQ(Json::parse(run("ledger show budget.db --json").out)["datasets"][0]["charges"].get<int>(), 1);
}
#endif

}  // namespace
}  // namespace discreet
