// However a text is cut, every record is read by one process, in order, and known by its own line.
#include "discreet/io/shares.hpp"

#include <gtest/gtest.h>

#include <memory>

#include "discreet/base/public_random.hpp"
#include "discreet/io/csv_records.hpp"
#include "discreet/io/load.hpp"
#include "tests/support/company.hpp"
#include "tests/support/temporary_file.hpp"

namespace discreet {
namespace {

using testing::Company;
using testing::TemporaryFile;
using Texts = std::vector<std::string>;

// Records as "place|field|field"; the header first.
Texts records_of(ByteStream& stream) {
  CsvRecords records(stream, ',');
  Texts all;
  for (;;) {
    const Result<bool> more = records.next();
    if (!more) return {more.error().message};
    if (!*more) return all;
    std::string& text = all.emplace_back(stream.place(records.line()));
    for (const std::string_view field : records.fields()) text += "|" + std::string(field);
  }
}

// What so many processes read, one after the other, with one header.
Texts read_by(std::size_t ranks, const Texts& files) {
  std::vector<Texts> parts(ranks);
  Company::run(ranks, [&](const Communicator& processes) {
    auto pieces = own_pieces(files, {','}, processes);
    ASSERT_TRUE(pieces) << pieces.error().message;
    ByteStream stream = ByteStream::of_pieces(*std::move(pieces), true);
    parts[processes.rank()] = records_of(stream);
  });
  Texts all = parts[0];
  for (std::size_t rank = 1; rank < ranks; ++rank) {
    EXPECT_EQ(parts[rank].at(0), parts[0].at(0)) << "everybody reads the header";
    all.insert(all.end(), parts[rank].begin() + 1, parts[rank].end());
  }
  return all;
}

// Fields of any length, some quoted, with commas, doubled quotes and line breaks inside.
std::string wild_table(PublicRandom& random, std::size_t rows) {
  std::string text = random.below(2) ? "\xEF\xBB\xBF" : "";
  text += random.below(2) ? "a,\"b\nb\",c\n" : "a,b,c\r\n";
  for (std::size_t i = 0; i < rows; ++i) {
    for (int k = 0; k < 3; ++k) {
      const bool quoted = random.below(3) == 0;
      if (k > 0) text += ',';
      if (quoted) text += '"';
      for (std::size_t n = random.below(9); n-- > 0;) {
        if (!quoted) text += static_cast<char>('0' + random.below(10));
        if (quoted) text += Texts{"\n", "\"\"", ",", "x", "\r\n"}[random.below(5)];
      }
      if (quoted) text += '"';
    }
    text += Texts{"\n", "\r\n", "\n\n"}[random.below(3)];
  }
  if (random.below(2)) text.pop_back();
  return text;
}

TEST(Shares, OfQuotedTablesAreThoseOfOneReader) {
  PublicRandom random(7);
  for (int turn = 0; turn < 60; ++turn) {
    const TemporaryFile file(turn % 5 ? ".csv" : ".csv.gz", wild_table(random, random.below(40)));
    auto stream = ByteStream::open(file.path());
    const Texts whole = records_of(*stream);
    for (const std::size_t ranks : {1, 2, 3, 7})
      EXPECT_EQ(read_by(ranks, {file.path()}), whole) << "turn " << turn << ", " << ranks << " processes";
  }
}

TEST(Shares, OfPartsAreTheirRowsOneAfterTheOther) {
  const TemporaryFile a(".csv", "x,y\n1,2\n3,4"), b(".csv", "x,y\r\n"), c(".csv", "\"x\",y\n\"5\n\",6\n7,8\n\n");
  Texts rows;
  for (const auto* file : {&a, &b, &c}) {
    auto stream = ByteStream::open(file->path());
    Texts some = records_of(*stream);
    if (!rows.empty()) some.erase(some.begin());
    rows.insert(rows.end(), some.begin(), some.end());
  }
  ASSERT_EQ(rows.size(), 5U);
  for (std::size_t ranks = 1; ranks <= 5; ++ranks)
    EXPECT_EQ(read_by(ranks, {a.path(), b.path(), c.path()}), rows) << ranks;
}

TEST(Shares, OfPartsWithOtherHeadersAreRefused) {
  const TemporaryFile a(".csv", "x,y\n1,2\n"), b(".csv", "x,z\n1,2\n"), c(".csv", "x\n1\n"), d(".csv", "x,y\n\"1,2\n");
  for (const std::size_t ranks : {1, 3})
    Company::run(ranks, [&](const Communicator& processes) {
      IngestRules rules;
      if (ranks > 1) rules.processes = &processes;
      for (const auto* other : {&b, &c}) {
        const auto data = load(Texts{a.path(), other->path()}, rules);
        ASSERT_FALSE(data);
        EXPECT_EQ(data.error().fault, Fault::data);
        EXPECT_TRUE(data.error().message.starts_with(other->path() + ": line 1: ")) << data.error().message;
      }
      const auto open = load(Texts{d.path(), a.path()}, rules);
      ASSERT_FALSE(open) << "a quote may not go on in another file";
      EXPECT_NE(open.error().message.find("quote"), std::string::npos) << open.error().message;
    });
}

// A line that cannot be read, and a class too many, are told with their line in the whole file and by everybody.
TEST(Shares, TellErrorsAsOneReaderDoes) {
  std::string text = "x,y\n";
  for (int i = 0; i < 100; ++i) text += std::to_string(i) + (i % 2 ? ",a\n" : ",b\n");
  for (const std::string bad : {"1,2,3\n", "word,a\n", "5,third\n"}) {
    std::string broken = text;
    broken.insert(text.find("77,a"), bad);
    const TemporaryFile file(".csv", broken);
    IngestRules rules;
    rules.task = Task::classification;
    rules.classes = {"b", "a"};
    const std::string expected = load(file.path(), rules).error().message;
    EXPECT_NE(expected.find(": line 79: "), std::string::npos) << expected;
    for (const std::size_t ranks : {2, 3, 4, 6})
      Company::run(ranks, [&](const Communicator& processes) {
        IngestRules spread = rules;
        spread.processes = &processes;
        const auto data = load(file.path(), spread);
        ASSERT_FALSE(data);
        EXPECT_EQ(data.error().message, expected);
      });
  }
}

TEST(Shares, CountRowsOfAll) {
  std::string table = "x,y\n", sparse;
  for (int i = 0; i < 23; ++i) {
    table += std::to_string(i) + (i < 20 ? ",no\n" : ",yes\n");
    sparse += (i < 20 ? "1 1:1 " : "0 2:1 ") + std::to_string(i + 3) + ":2\n";
  }
  const TemporaryFile csv(".csv", table), svm(".svm", sparse);
  IngestRules rules;
  rules.task = Task::classification;
  for (const std::size_t ranks : {2, 5, 40})
    Company::run(ranks, [&](const Communicator& processes) {
      IngestRules spread = rules;
      spread.processes = &processes;
      const auto rows = load(svm.path(), spread);
      ASSERT_TRUE(rows) << rows.error().message;
      EXPECT_EQ(rows->rows, 23U);
      EXPECT_EQ(rows->features(), 25U) << "the largest index of all";
      EXPECT_EQ(rows->schema.classes, (std::array<std::string, 2>{"0", "1"}));
      spread.classes = {"no", "yes"};
      const auto dense = load(csv.path(), spread);
      ASSERT_TRUE(dense) << dense.error().message;
      EXPECT_EQ(dense->rows, 23U);
      EXPECT_EQ(dense->schema.classes, (std::array<std::string, 2>{"no", "yes"}));
    });
}

}  // namespace
}  // namespace discreet
