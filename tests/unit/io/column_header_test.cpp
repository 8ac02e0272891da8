// What a column file claims about itself, and what is believed of it.
#include "discreet/io/column_header.hpp"

#include <gtest/gtest.h>
#include <zlib.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "discreet/io/load.hpp"
#include "tests/support/column_files.hpp"

namespace discreet {
namespace {

using testing::MadeColumns;

// Places of the header's fields.
constexpr std::size_t kVersion = 8, kValueBytes = 12, kRows = 16, kFeatures = 24, kBlockRows = 32, kDescriptionAt = 40,
                      kDescriptionBytes = 48, kHeaderSum = 60;

template <class N>
std::string changed(std::string bytes, std::size_t at, N value) {
  std::memcpy(bytes.data() + at, &value, sizeof value);
  return bytes;
}
// As somebody would make it who wants it to be believed.
std::string signed_again(std::string bytes) {
  const auto sum = crc32_z(0, reinterpret_cast<const unsigned char*>(bytes.data()), kHeaderSum);
  return changed(std::move(bytes), kHeaderSum, static_cast<std::uint32_t>(sum));
}
template <class N>
std::string forged(const std::string& bytes, std::size_t at, N value) {
  return signed_again(changed(bytes, at, value));
}

class Claims : public ::testing::Test {
 protected:
  std::string refusal(const std::string& bytes) const {
    made_.replace(bytes);
    IngestRules rules;
    rules.task = Task::classification;
    rules.classes = {"yes", "no"};
    const auto data = load(made_.path(), rules);
    if (data) return "";
    EXPECT_EQ(data.error().fault, Fault::data);
    return data.error().message;
  }
  // A file whose description is another one, with the checksums right.
  std::string with_description(const std::string& text) const {
    std::string bytes = whole_.substr(0, end_) + text;
    const auto sum = crc32_z(0, reinterpret_cast<const unsigned char*>(text.data()), text.size());
    bytes = changed(bytes, kDescriptionBytes, std::uint64_t{text.size()});
    return forged(bytes, kHeaderSum - 4, static_cast<std::uint32_t>(sum));
  }
  std::string description_with(const std::string& from, const std::string& to) const {
    std::string text = whole_.substr(end_);
    const std::size_t at = text.find(from);
    EXPECT_NE(at, text.npos) << from;
    return with_description(text.replace(at, from.size(), to));
  }

  MadeColumns made_{"a,b,y\n1,2,yes\n3,4,no\n"};
  std::string whole_ = made_.bytes();
  std::size_t end_ = made_.made()->layout.end();
};

// Otherwise the refusals below could be for anything.
TEST_F(Claims, AreBelievedAsTheyWereWritten) {
  EXPECT_EQ(refusal(whole_), "");
  EXPECT_EQ(refusal(signed_again(whole_)), "");
  EXPECT_EQ(refusal(with_description(whole_.substr(end_))), "");
  EXPECT_EQ(refusal(description_with("[null,null]", "[null,[1,2]]")), "");
}

TEST_F(Claims, OfAnotherKindOrVersionAreRefused) {
  EXPECT_NE(refusal("").find("not a column file"), std::string::npos);
  EXPECT_NE(refusal("\x93"
                    "DCOLS\r")
                .find("not a column file"),
            std::string::npos);
  EXPECT_NE(refusal(changed(whole_, 0, 'x')).find("not a column file"), std::string::npos);
  EXPECT_NE(refusal(whole_.substr(0, 40)).find("within its header"), std::string::npos);
  EXPECT_NE(refusal(forged(whole_, kVersion, 2u)).find("version is 2"), std::string::npos);
}

TEST_F(Claims, ThatWereChangedAreNoticed) {
  for (std::size_t at = kVersion + 4; at < kHeaderSum + 4; ++at)
    EXPECT_NE(refusal(changed(whole_, at, static_cast<char>(whole_[at] ^ 1))), "") << at;
  for (std::size_t at = end_; at < whole_.size(); at += 7)
    EXPECT_NE(refusal(changed(whole_, at, static_cast<char>(whole_[at] ^ 1))).find("damaged"), std::string::npos) << at;
}

TEST_F(Claims, AboutSizesAreMeasured) {
  for (const std::uint64_t rows : {std::uint64_t{0}, std::uint64_t{3}, std::uint64_t{1} << 31, std::uint64_t{1} << 33,
                                   std::numeric_limits<std::uint64_t>::max()})
    EXPECT_NE(refusal(forged(whole_, kRows, rows)), "") << rows;
  for (const std::uint64_t features : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{3}, std::uint64_t{1} << 62})
    EXPECT_NE(refusal(forged(whole_, kFeatures, features)), "") << features;
  for (const std::uint64_t rows : {0, 1, 63, 1 << 30}) EXPECT_NE(refusal(forged(whole_, kBlockRows, rows)), "") << rows;
  EXPECT_NE(refusal(forged(whole_, kValueBytes, 16u)), "");
  EXPECT_NE(refusal(forged(whole_, kValueBytes, 0u)), "");
  EXPECT_NE(refusal(forged(whole_, kDescriptionAt, std::uint64_t{0})), "");
  EXPECT_NE(refusal(forged(whole_, kDescriptionBytes, ~std::uint64_t{0})), "");
  EXPECT_NE(refusal(forged(whole_, kDescriptionBytes, std::uint64_t{1} << 20)), "");
}

TEST_F(Claims, OfAFileThatIsCutShortOrGoesOnAreRefused) {
  for (const std::size_t bytes : {whole_.size() - 1, end_, end_ - 1, ColumnLayout::kStart + 8, kColumnHeader})
    EXPECT_NE(refusal(whole_.substr(0, bytes)).find("where its header says"), std::string::npos) << bytes;
  EXPECT_NE(refusal(whole_ + "x").find("where its header says"), std::string::npos);
}

TEST_F(Claims, AboutColumnsAreCheckedWhoeverSignedThem) {
  EXPECT_NE(refusal(with_description("")), "");
  EXPECT_NE(refusal(with_description("[]")), "");
  EXPECT_NE(refusal(with_description("{}")), "");
  EXPECT_NE(refusal(description_with("[\"a\",\"b\"]", "[\"a\"]")), "");
  EXPECT_NE(refusal(description_with("[\"a\",\"b\"]", "[\"a\",\"a\"]")), "");
  EXPECT_NE(refusal(description_with("[\"a\",\"b\"]", "[\"a\",\"y\"]")), "");
  EXPECT_NE(refusal(description_with("[\"a\",\"b\"]", "[\"a\",\"\\u0007\"]")), "");
  EXPECT_NE(refusal(description_with("[\"a\",\"b\"]", "[\"a\",2]")), "");
  EXPECT_NE(refusal(description_with("[null,null]", "[null,[2,1]]")), "");
  EXPECT_NE(refusal(description_with("[null,null]", "[null]")), "");
  EXPECT_NE(refusal(description_with("[null,null]", "[null,[1,1e999]]")), "");
  EXPECT_NE(refusal(description_with("\"row_norm\":null", "\"row_norm\":-1")), "");
  EXPECT_NE(refusal(description_with("\"classes\":[]", "\"classes\":[\"x\"]")), "");
  EXPECT_NE(refusal(description_with("\"reading\":{}", "\"reading\":{\"bound\":3}")), "");
}

// The words of the labels are in the description, and a label may point beyond them.
TEST_F(Claims, AboutWordsAreCheckedWhenALabelIsRead) {
  EXPECT_NE(refusal(description_with("[\"yes\",\"no\"]", "[\"no\"]")).find("neither a number nor one of its words"),
            std::string::npos);
  EXPECT_NE(refusal(changed(whole_, end_ - 64, std::numeric_limits<double>::infinity())), "");
}

TEST(Words, AreLabelsThatAreNoNumbers) {
  for (const std::uint32_t word : {0u, 1u, 999u, ~0u}) EXPECT_EQ(word_of_label(label_of_word(word)), word);
  for (const double label : {0.0, -1.0, std::numeric_limits<double>::infinity(), -std::nan("")})
    EXPECT_FALSE(word_of_label(label));
}

}  // namespace
}  // namespace discreet
