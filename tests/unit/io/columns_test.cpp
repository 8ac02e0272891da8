#include "discreet/io/columns.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "discreet/fit/evaluate.hpp"
#include "discreet/io/column_file.hpp"
#include "discreet/io/load.hpp"
#include "tests/support/column_files.hpp"

namespace discreet {
namespace {

using testing::MadeColumns;
using testing::Numbers;
using testing::seen_through;
using testing::TemporaryFile;

std::string table_of(std::size_t rows) {
  std::string text = "a,b,y\n";
  for (std::size_t i = 0; i < rows; ++i)
    text += std::to_string(i) + "," + std::to_string(i % 97) + ".25," + std::to_string(i % 11) + "\n";
  return text;
}

TEST(Columns, HoldWhatTheTableHolds) {
  const MadeColumns made("a,b,y\n1,0.1,0\n2,-3e-300,0\n");
  ASSERT_TRUE(made.made()) << made.made().error().message;
  const auto data = load(made.path(), {});
  ASSERT_TRUE(data) << data.error().message;
  EXPECT_EQ(data->rows, 2u);
  EXPECT_EQ(data->schema.features, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(data->schema.target, "y");
  EXPECT_EQ(seen_through(*data, {1, 0}), (Numbers{1, 2}));
  EXPECT_EQ(seen_through(*data, {0, 1}), (Numbers{0.1, -3e-300}));
}

// More rows than a block has, and a last one that is not full.
TEST(Columns, GoOnFromBlockToBlock) {
  constexpr std::size_t kRows = 300'001;
  const MadeColumns made(table_of(kRows));
  const auto file = ColumnFile::open(made.path());
  ASSERT_TRUE(file) << file.error().message;
  EXPECT_GT(file->layout().blocks(), 2u);
  EXPECT_NE(file->layout().rows_in(file->layout().blocks() - 1), file->layout().block_rows);
  const auto from_table = load(made.source(), {}), from_columns = load(made.path(), {});
  ASSERT_TRUE(from_table && from_columns);
  EXPECT_EQ(seen_through(*from_table, {1, 0.5}), seen_through(*from_columns, {1, 0.5}));
}

TEST(Columns, AreCutLikeThoseInMemory) {
  for (const Precision precision : {Precision::float64, Precision::float32}) {
    IngestRules rules;
    rules.precision = precision;
    const MadeColumns made(table_of(200'000), rules);
    const auto file = ColumnFile::open(made.path());
    ASSERT_TRUE(file);
    const auto check = [&](auto columns) {
      std::size_t first = 0;
      for (const auto& block : columns.blocks()) {
        EXPECT_EQ(block.first, first);
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(block.values) % kAlignment, 0u);
        EXPECT_EQ(block.rows, std::min(rows_of_a_block(2), 200'000 - first));
        first += block.rows;
      }
      EXPECT_EQ(first, 200'000u);
    };
    if (precision == Precision::float32)
      check(file->columns<float>(0, 200'000));
    else
      check(file->columns<double>(0, 200'000));
  }
}

TEST(Columns, OfSomeRowsAreThoseOfTheseRows) {
  const MadeColumns made(table_of(300'000));
  const auto file = ColumnFile::open(made.path());
  ASSERT_TRUE(file);
  for (const auto& [first, count] : {std::pair<std::size_t, std::size_t>{0, 5}, {131'064, 100'000}, {299'992, 8}}) {
    const DenseColumns<double> some = file->columns<double>(first, count);
    EXPECT_EQ(some.rows(), count);
    for (const auto& block : some.blocks())
      for (std::size_t i = 0; i < block.rows; ++i)
        ASSERT_EQ(block.column({0})[i], static_cast<double>(first + block.first + i));
  }
}

TEST(Columns, KeepTheFileAfterItIsGone) {
  const auto columns = [] {
    const MadeColumns made(table_of(1000));
    return ColumnFile::open(made.path())->columns<double>(0, 1000);
  }();
  EXPECT_EQ(columns.blocks()[0].column({0})[999], 999);
}

TEST(Columns, ReadLabelsByTheTaskOfWhoeverAsks) {
  const MadeColumns words("a,y\n1,yes\n2,no\n3, yes\n"), numbers("a,y\n1,0\n2,1.0\n3,+1\n");
  IngestRules rules;
  rules.task = Task::classification;
  const auto classes = load(numbers.path(), rules);
  ASSERT_TRUE(classes) << classes.error().message;
  EXPECT_EQ(classes->schema.classes, (std::array<std::string, 2>{"0", "1"}));
  EXPECT_TRUE(load(numbers.path(), {}));
  EXPECT_FALSE(load(words.path(), rules)) << "words are declared";
  rules.classes = {"yes", "no"};
  const auto said = load(words.path(), rules);
  ASSERT_TRUE(said) << said.error().message;
  EXPECT_EQ(said->schema.classes, (std::array<std::string, 2>{"yes", "no"}));
  const auto as_numbers = load(words.path(), {});
  ASSERT_FALSE(as_numbers);
  EXPECT_EQ(as_numbers.error().fault, Fault::data);
  EXPECT_NE(as_numbers.error().message.find("row 1, column 'y'"), std::string::npos) << as_numbers.error().message;
}

TEST(Columns, RememberTheirClasses) {
  IngestRules rules;
  rules.classes = {"yes", "no"};
  const MadeColumns made("a,y\n1,yes\n2,no\n", rules);
  IngestRules asked;
  asked.task = Task::classification;
  const auto data = load(made.path(), asked);
  ASSERT_TRUE(data) << data.error().message;
  EXPECT_EQ(data->schema.classes[1], "no");
  EXPECT_FALSE(data->schema.classes_from_data);
  asked.classes = {"no", "yes"};
  EXPECT_EQ(load(made.path(), asked)->schema.classes[1], "yes") << "what is said now is heard";
}

TEST(Columns, RememberThatTheirClassesAreReadOffTheRows) {
  IngestRules rules;
  rules.classes_from_data = true;
  rules.positive = "no";
  const MadeColumns made("a,y\n1,yes\n2,no\n", rules, {{"classes", {"from-data"}}, {"positive", {"no"}}});
  IngestRules asked;
  asked.task = Task::classification;
  const auto data = load(made.path(), asked);
  ASSERT_TRUE(data) << data.error().message;
  EXPECT_EQ(data->schema.classes, (std::array<std::string, 2>{"yes", "no"}));
  EXPECT_TRUE(data->schema.classes_from_data);
}

TEST(Columns, AreNotDeclaredByThePositiveClassAlone) {
  IngestRules rules;
  rules.positive = "no";
  const MadeColumns made("a,y\n1,yes\n2,no\n", rules);
  ASSERT_FALSE(made.made());
  EXPECT_EQ(made.made().error().fault, Fault::usage);
}

TEST(Columns, AreCalledAfterTheirSource) {
  const MadeColumns made("a,y\n1,2\n");
  EXPECT_EQ(load(made.path(), {})->schema.source, std::filesystem::path(made.source()).filename().string());
}

TEST(Columns, AreMovedIntoTheirBoundsOnce) {
  IngestRules rules;
  rules.bounds = {{"a", {0, 2}}, {"y", {0, 8}}};
  const MadeColumns made("a,b,y\n5,1,9\n-1,2,3\n", rules);
  const auto data = load(made.path(), {});
  ASSERT_TRUE(data);
  EXPECT_EQ(seen_through(*data, {1, 0}), (Numbers{2, 0}));
  ASSERT_TRUE(data->schema.bounds[0] && data->schema.target_bounds);
  EXPECT_EQ(data->schema.bounds[0]->high, 2);
  EXPECT_EQ(data->schema.target_bounds->high, 8);
  EXPECT_FALSE(data->schema.bounds[1]);
  EXPECT_TRUE(load(made.path(), rules)) << "the same may be said again";
}

TEST(Columns, AreForTheirOwnersEyes) {
  const MadeColumns made("a,y\n1,2\n");
  struct stat about {};
  ASSERT_EQ(stat(made.path().c_str(), &about), 0);
  EXPECT_EQ(about.st_mode & 0777, 0600u);
}

TEST(Columns, AreNotLeftBehindByATableThatIsWrong) {
  for (const char* csv : {"a,y\n1,2\nx,3\n", "a,y\n", "a,y\n1,\n"}) {
    const MadeColumns made(csv);
    EXPECT_FALSE(made.made());
    EXPECT_FALSE(std::filesystem::exists(made.path()));
  }
}

TEST(Columns, DoNotTakeSparseFiles) {
  const TemporaryFile sparse(".svm", "1 1:2\n");
  const auto made = convert(sparse.path(), sparse.path() + ".dcols", {}, {}, nullptr);
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().fault, Fault::usage);
}

TEST(Columns, AreKnownByTheirFirstBytes) {
  const MadeColumns made("a,y\n1,2\n");
  for (const char* ending : {".csv", ".bin", ".npy"}) {
    const TemporaryFile renamed(ending, made.bytes());
    EXPECT_TRUE(load(renamed.path(), {})) << ending;
  }
  const TemporaryFile other(".dcols", "a,y\n1,2\n"), packed(".dcols.gz", made.bytes());
  for (const std::string& path : {other.path(), packed.path()}) {
    const auto data = load(path, {});
    ASSERT_FALSE(data);
    EXPECT_EQ(data.error().fault, Fault::data) << data.error().message;
  }
}

// Bounds that were declared when numbers were converted are not for the classes that somebody makes of them.
TEST(Columns, DoNotMoveClassesIntoBoundsThatTheyRemember) {
  IngestRules converted;
  converted.bounds["y"] = {10, 20};
  const MadeColumns made("a,y\n1,10\n2,20\n", converted, {{"bound", {"y=10,20"}}});
  EXPECT_TRUE(load(made.path(), {})->schema.target_bounds);
  IngestRules rules;
  rules.task = Task::classification;
  rules.classes = {"10", "20"};
  const auto data = load(made.path(), rules);
  ASSERT_TRUE(data) << data.error().message;
  EXPECT_FALSE(data->schema.target_bounds);
  rules.bounds["y"] = {10, 20};
  const auto refused = load(made.path(), rules);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message, "column 'y' is a class and has no bounds");
}

}  // namespace
}  // namespace discreet
