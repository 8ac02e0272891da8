// What files that were made to hurt run into. Whole programs meet them in end_to_end/hostile_input_test.py.
#include <gtest/gtest.h>
#include <sys/time.h>
#include <unistd.h>

#include <csignal>
#include <thread>

#include "discreet/io/atomic_file.hpp"
#include "discreet/io/byte_stream.hpp"
#include "discreet/io/events_file.hpp"
#include "discreet/io/json_text.hpp"
#include "discreet/io/ledger_entry.hpp"
#include "discreet/io/model_file.hpp"
#include "tests/support/temporary_file.hpp"

namespace discreet {
namespace {

using testing::TemporaryFile;

std::string problem_of(const std::string& text) {
  const auto json = parse_json(text, "it");
  return json ? "" : json.error().message;
}

std::string nested(std::size_t levels) { return std::string(levels, '[') + std::string(levels, ']'); }

TEST(ParseJson, TakesWhatOurFilesNeedAndNoMore) {
  EXPECT_EQ(problem_of(R"({"a": [1, {"a": 2}], "b": {"a": 3}})"), "") << "the same name in two objects is none twice";
  EXPECT_EQ(problem_of(nested(64)), "");
  EXPECT_EQ(problem_of(nested(65)), "it: it is nested deeper than 64 levels");
  EXPECT_EQ(problem_of(nested(1'000'000)), "it: it is nested deeper than 64 levels");
  EXPECT_EQ(problem_of(R"({"a": {"b": 1, "c": 2, "b": 1}})"), "it: a name stands twice in one object");
  EXPECT_NE(problem_of("[1e999]"), "");
  EXPECT_NE(problem_of("[1] 2"), "");
  EXPECT_NE(problem_of("\"\xff\""), "");
  EXPECT_NE(problem_of(""), "");
}

TEST(Events, CountsAreWholeNumbersThatFit) {
  const auto reads = [](const std::string& count) {
    const std::string event = R"({"type": "pure", "epsilon": 1, "count": )" + count + "}";
    return events_from(R"({"neighbours": "replace-one", "events": [)" + event + "]}", "it", std::nullopt).has_value();
  };
  EXPECT_TRUE(reads("9007199254740992"));
  for (const char* count : {"1e300", "-1", "0.5", "\"1\"", "18446744073709551616"}) EXPECT_FALSE(reads(count)) << count;
}

TEST(ModelFile, SaysNothingThatTheProgramWouldTrip) {
  Json good = Json::parse(R"({"format": "discreet-model", "version": 1, "solver": {}, "model":
    {"loss": "squared", "penalty": "none", "intercept": 0, "weights": [1], "features": ["a"], "bounds": {"a": [0, 1]}},
    "privacy": {"epsilon": 1, "delta": 0, "neighbours": "replace-one", "accountant": "gdp", "mu": 1, "epsilon_spent": 1,
    "events": [{"what": "it", "type": "pure", "epsilon": 1, "count": 1}], "public": [], "caveats": []}})");
  ASSERT_TRUE(model_from_json(good, "it")) << model_from_json(good, "it").error().message;
  const auto refuses = [&](const std::string& place, const Json& value) {
    Json bad = good;
    bad[Json::json_pointer(place)] = value;
    return !model_from_json(bad, "it");
  };
  EXPECT_TRUE(refuses("/model/bounds/a", {1, 0})) << "clipping between crossed bounds is undefined";
  EXPECT_TRUE(refuses("/model/bounds/a", {"nan", 1}));
  EXPECT_TRUE(refuses("/privacy/events/0/count", 1e300)) << "so is a count that is no 64-bit number";
  EXPECT_TRUE(refuses("/privacy/events/0/count", -1));
  EXPECT_TRUE(refuses("/privacy/events/0/numbers_each", -1));
  EXPECT_TRUE(refuses("/privacy/neighbours", "strangers")) << "an epsilon without a known relation means nothing";
  EXPECT_TRUE(refuses("/model/weights", {1, 2}));
  EXPECT_TRUE(refuses("/model/weights", {"inf"}));
  EXPECT_TRUE(refuses("/model/weights", {"nan"}));
  EXPECT_TRUE(refuses("/model/intercept", "-inf"));
  EXPECT_TRUE(refuses("/privacy/events/0/cuont", 1)) << "a field that does not count";
  good["model"]["weights"] = {1, 2};
  good["model"]["features"] = {"a", "b"};
  EXPECT_TRUE(model_from_json(good, "it"));
  EXPECT_TRUE(refuses("/model/features", {"a", "a"}));
}

// mu 1 costs epsilon 4.377 at delta 1e-5.
TEST(ModelFile, DoesNotSayThatEventsCostLessThanTheyDo) {
  Json file = Json::parse(R"({"format": "discreet-model", "version": 1, "solver": {}, "model":
    {"loss": "squared", "penalty": "none", "intercept": 0, "weights": [1], "features": ["a"]},
    "privacy": {"epsilon": 5, "delta": 1e-5, "neighbours": "replace-one", "accountant": "gdp", "mu": 1,
    "epsilon_spent": 4.378, "events": [{"what": "it", "type": "gaussian", "noise_multiplier": 1,
    "relative_to": "sensitivity", "count": 1}], "public": [], "caveats": []}})");
  EXPECT_TRUE(model_from_json(file, "it"));
  file["privacy"]["epsilon_spent"] = 4.376;
  EXPECT_FALSE(model_from_json(file, "it"));
}

TEST(Ledger, DetailsThatAreNestedTooDeepAreText) {
  LedgerEntry entry = next_entry({}, "charge", "rows", {});
  entry.details = nested(1'000'000);
  EXPECT_TRUE(entry_to_json(entry)["details"].is_string());
  EXPECT_FALSE(accounts_of({entry}));
}

// The order of a history is that of its entries, whatever the clock said when they were written.
TEST(Ledger, TimesMayGoBackwards) {
  std::vector<LedgerEntry> history;
  for (const char* time : {"2026-05-01T00:00:00Z", "1970-01-01T00:00:00Z", "2999-01-01T00:00:00Z", ""}) {
    LedgerEntry entry = next_entry(history, "grant", "rows", {});
    entry.time = time;
    entry.hash = hash_of(entry);
    history.push_back(entry);
  }
  EXPECT_FALSE(first_broken(history));
  std::swap(history[1].time, history[2].time);
  EXPECT_EQ(first_broken(history), 2);
}

Result<std::size_t> size_of(const std::string& path) {
  auto stream = ByteStream::open(path);
  if (!stream) return tl::unexpected(stream.error());
  std::vector<char> buffer(100'000);
  for (std::size_t size = 0;;) {
    const auto got = stream->read(buffer);
    if (!got) return got;
    size += *got;
    if (*got < buffer.size()) return size;
  }
}

TEST(ByteStream, StopsWhatUnpacksToFarMoreThanItIs) {
  const std::size_t large = std::size_t{100} << 20;
  const TemporaryFile bomb(".gz", std::string(large, '0')), small(".gz", std::string(large / 2, '0'));
  const auto stopped = size_of(bomb.path());
  ASSERT_FALSE(stopped);
  EXPECT_NE(stopped.error().message.find("64 MiB"), std::string::npos) << stopped.error().message;
  EXPECT_EQ(size_of(small.path()).value_or(0), large / 2) << "little is never asked about";
  setenv("DISCREET_UNPACK_MIB", "100", 1);
  EXPECT_EQ(size_of(bomb.path()).value_or(0), large) << "who knows better may say so";
  unsetenv("DISCREET_UNPACK_MIB");
}

TEST(ByteStream, ReadsPackedFilesOneBehindTheOther) {
  const TemporaryFile one(".gz", "first,"), two(".gz", "second");
  const std::string packed = [&] {
    std::string both;
    for (const TemporaryFile* file : {&one, &two}) {
      std::ifstream in(file->path(), std::ios::binary);
      both.append(std::istreambuf_iterator<char>(in), {});
    }
    return both;
  }();
  EXPECT_EQ(read_whole(TemporaryFile(".csv", packed).path(), 100).value_or(""), "first,second");
  EXPECT_EQ(read_whole(TemporaryFile(".csv", packed + std::string(512, '\0')).path(), 100).value_or(""), "first,second")
      << "padding, as on tapes";
  for (std::size_t cut = 3; cut < packed.size(); ++cut) {
    const auto read = read_whole(TemporaryFile(".csv", packed.substr(0, cut)).path(), 100);
    EXPECT_EQ(read.has_value(), read.value_or("") == "first,") << "cut at " << cut;
  }
}

TEST(ByteStream, ReadsFilesOfOneByteAndNone) {
  EXPECT_EQ(read_whole(TemporaryFile(".csv", "").path(), 100).value_or("x"), "");
  EXPECT_EQ(read_whole(TemporaryFile(".csv", "\x1f").path(), 100).value_or("x"), "\x1f");
  EXPECT_FALSE(read_whole(TemporaryFile(".csv", "\x1f\x8b").path(), 100));
  EXPECT_FALSE(read_whole("/proc/self/mem", 100)) << "an error of a read is no end of a file";
}

// A handler without SA_RESTART makes the kernel give up a read or a write that waits.
TEST(ByteStream, IsNotStoppedByASignal) {
  struct sigaction ignore {
  }, before{};
  ignore.sa_handler = [](int) {};
  sigaction(SIGALRM, &ignore, &before);
  const itimerval often{{0, 2000}, {0, 2000}}, never{};
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const std::string content(300'000, 'x');
  std::thread writer([&] {
    sigset_t all;  // only the reader is to be disturbed
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, nullptr);
    for (std::size_t at = 0; at < content.size(); at += 10'000) {
      usleep(5000);
      if (::write(ends[1], content.data() + at, 10'000) != 10'000) break;
    }
    ::close(ends[1]);
  });
  setitimer(ITIMER_REAL, &often, nullptr);
  const auto read = read_whole("/proc/self/fd/" + std::to_string(ends[0]), 1 << 20);
  setitimer(ITIMER_REAL, &never, nullptr);
  writer.join();
  ::close(ends[0]);
  sigaction(SIGALRM, &before, nullptr);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->size(), content.size());
}

TEST(WholeFile, HasNoNameBeforeItIsWhole) {
  const auto folder = std::filesystem::temp_directory_path() / ("discreet_whole_" + std::to_string(getpid()));
  std::filesystem::create_directory(folder);
  const auto names = [&] {
    std::vector<std::string> found;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) found.push_back(entry.path().filename());
    return found;
  };
  const std::string path = folder / "model.json";
  for (const char* content : {"the first", "the second"}) {
    const auto before = names();
    auto file = WholeFile::open(path);
    ASSERT_TRUE(file && file->write(content));
    if (std::filesystem::exists("/proc/self/fd")) {
      EXPECT_EQ(names(), before);
    }
    ASSERT_TRUE(file->finish());
    EXPECT_EQ(names(), std::vector<std::string>{"model.json"});
    EXPECT_EQ(read_whole(path, 100).value_or(""), content);
  }
  {
    auto left = WholeFile::open(path);
    ASSERT_TRUE(left && left->write("never"));
  }
  EXPECT_EQ(read_whole(path, 100).value_or(""), "the second");
  EXPECT_EQ(names(), std::vector<std::string>{"model.json"});
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace discreet
