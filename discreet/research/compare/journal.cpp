#include "discreet/research/compare/journal.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>

#include "discreet/data/ingest.hpp"
#include "discreet/io/atomic_file.hpp"

namespace discreet {
namespace {

constexpr std::string_view kColumns =
    "solver,epsilon,seed,delta,epsilon_spent,epsilon_claimed,passes,objective,relative_error,settings,curve\n";
constexpr std::size_t kFields = 11;
constexpr std::string_view kNoPasses = "-";  // a curve was asked for, and there was no pass
constexpr std::string_view kLeftOut = "left out: ";
constexpr std::size_t kMostBytes = std::size_t{1} << 32;

std::string csv_quoted(const std::string& text) {
  if (text.find_first_of(",\"") == text.npos) return text;
  std::string result = "\"";
  for (const char c : text) result += c == '"' ? std::string("\"\"") : std::string(1, c);
  return result + "\"";
}

std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields(1);
  bool inside = false;
  for (std::size_t k = 0; k < line.size(); ++k) {
    const char c = line[k];
    if (c == '"' && inside && k + 1 < line.size() && line[k + 1] == '"')
      fields.back() += line[++k];
    else if (c == '"')
      inside = !inside;
    else if (c == ',' && !inside)
      fields.emplace_back();
    else
      fields.back() += c;
  }
  return fields;
}

std::optional<double> number(const std::string& text) {
  return text == "inf" ? std::optional(HUGE_VAL) : parse_number(text);
}

bool is_left_out(const std::string& line) {
  const std::vector<std::string> fields = fields_of(line);
  return fields.size() == kFields && fields[2].empty() && fields[10].starts_with(kLeftOut);
}

tl::unexpected<Error> failed(const std::string& path) {
  return wrong(Fault::data, fmt::format("{} cannot be written: {}", path, std::strerror(errno)),
               "check the path and the free space");
}

}  // namespace

std::string journal_line(const RunKey& key, const Outcome& outcome) {
  return fmt::format("{},{},{},{},{},{},{},{},{},{},{}\n", csv_quoted(key.solver), csv_quoted(key.epsilon), key.seed,
                     outcome.delta, outcome.spent, outcome.claimed ? fmt::format("{}", *outcome.claimed) : "",
                     outcome.passes, outcome.objective, outcome.error, csv_quoted(key.settings),
                     outcome.followed && outcome.curve.empty() ? std::string(kNoPasses)
                                                               : fmt::format("{}", fmt::join(outcome.curve, ";")));
}

std::string left_out_line(const RunKey& key, const std::string& why) {
  std::string words = std::string(kLeftOut) + why;
  std::replace(words.begin(), words.end(), '\n', ' ');
  return fmt::format("{},{},,,,,,,,{},{}\n", csv_quoted(key.solver), csv_quoted(key.epsilon), csv_quoted(key.settings),
                     csv_quoted(words));
}

std::optional<std::pair<RunKey, Outcome>> read_journal_line(const std::string& line) {
  const std::vector<std::string> fields = fields_of(line);
  if (fields.size() != kFields) return std::nullopt;
  RunKey key{fields[0], fields[1], fields[9], 0};
  Outcome outcome;
  const auto seed = number(fields[2]), delta = number(fields[3]), spent = number(fields[4]), passes = number(fields[6]),
             objective = number(fields[7]), error = number(fields[8]);
  if (!seed || !delta || !spent || !passes || !objective || !error || *seed < 0) return std::nullopt;
  key.seed = static_cast<std::uint64_t>(*seed);
  outcome.delta = *delta;
  outcome.spent = *spent;
  outcome.passes = *passes;
  outcome.objective = *objective;
  outcome.error = *error;
  if (!fields[5].empty()) outcome.claimed = number(fields[5]);
  outcome.followed = !fields[10].empty();
  for (std::size_t at = 0; at < fields[10].size() && fields[10] != kNoPasses;) {
    const std::size_t end = std::min(fields[10].find(';', at), fields[10].size());
    const auto value = number(fields[10].substr(at, end - at));
    if (!value) return std::nullopt;
    outcome.curve.push_back(*value);
    at = end + 1;
  }
  return std::pair(std::move(key), std::move(outcome));
}

Result<Journal> Journal::open(const std::string& path, const std::string& about) {
  Journal journal;
  journal.path_ = path;
  journal.head_ = about + std::string(kColumns);
  struct stat there {};
  if (stat(path.c_str(), &there) == 0 && there.st_size > 0) {
    auto content = read_whole(path, kMostBytes);
    if (!content) return tl::unexpected(content.error());
    // A file that ends within its head was begun by the same program.
    if (!journal.head_.starts_with(*content) && !content->starts_with(journal.head_))
      return wrong(Fault::usage, fmt::format("--csv {}: the file is about another experiment", path),
                   "give another name, or move the file away");
    content->resize(content->rfind('\n') + 1);  // a line that was cut off was not yet written
    journal.content_ = content->size() < journal.head_.size() ? std::string() : *std::move(content);
  }
  if (journal.content_.empty()) journal.content_ = journal.head_;
  const std::string& content = journal.content_;
  for (std::size_t at = journal.head_.size(), line = 0; at < content.size(); ++line) {
    const std::size_t end = content.find('\n', at);
    const std::string text = content.substr(at, end - at);
    if (is_left_out(text)) {  // said again at the end
      at = end + 1;
      continue;
    }
    const auto read = read_journal_line(text);
    if (!read) return wrong(Fault::data, fmt::format("{}: run {} is malformed", path, line + 1));
    // A run that was done again, for its curve, counts as it was done last.
    journal.known_.insert_or_assign(read->first, Known{read->second, text + "\n", line});
    at = end + 1;
  }
  // What was cut off goes; from here on lines are only added.
  journal.file_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  if (journal.file_ < 0) return failed(path);
  if (there.st_size == 0 || static_cast<std::size_t>(there.st_size) != content.size()) {
    const bool kept = content.size() > journal.head_.size();
    if (ftruncate(journal.file_, kept ? static_cast<off_t>(content.size()) : 0) != 0) return failed(path);
    if (!kept && ::write(journal.file_, content.data(), content.size()) != static_cast<ssize_t>(content.size()))
      return failed(path);
  }
  if (lseek(journal.file_, 0, SEEK_END) < 0) return failed(path);
  return journal;
}

Journal::Journal(Journal&& other) noexcept { *this = std::move(other); }

Journal& Journal::operator=(Journal&& other) noexcept {
  std::swap(file_, other.file_);
  path_ = std::move(other.path_);
  head_ = std::move(other.head_);
  known_ = std::move(other.known_);
  content_ = std::move(other.content_);
  in_order_ = std::move(other.in_order_);
  used_ = std::move(other.used_);
  return *this;
}

Journal::~Journal() {
  if (file_ >= 0) ::close(file_);
}

const Outcome* Journal::find(const RunKey& key, bool curve) const {
  const auto found = known_.find(key);
  if (found == known_.end() || (curve && !found->second.outcome.followed)) return nullptr;
  return &found->second.outcome;
}

Result<void> Journal::add(const RunKey& key, const Outcome& outcome, bool from_file) {
  if (file_ < 0) return {};
  const std::string line = from_file ? known_.at(key).line : journal_line(key, outcome);
  if (!used_.emplace(key, true).second) return {};
  in_order_.push_back(line);
  if (from_file) return {};
  content_ += line;
  // One call for the whole line: a program that is killed leaves whole lines, but for the rarest of cases.
  if (::write(file_, line.data(), line.size()) != static_cast<ssize_t>(line.size())) return failed(path_);
  const auto now = std::chrono::steady_clock::now();
  if (now - synced_ < std::chrono::seconds(1)) return {};
  synced_ = now;
  return fdatasync(file_) == 0 ? Result<void>() : Result<void>(failed(path_));
}

Result<void> Journal::finish(const std::vector<std::string>& left_out) {
  if (file_ < 0) return {};
  std::string wanted = head_;
  for (const std::string& line : in_order_) wanted += line;
  std::map<std::size_t, const Known*> others;
  for (const auto& [key, known] : known_)
    if (!used_.contains(key)) others.emplace(known.place, &known);
  for (const auto& [place, known] : others) wanted += known->line;
  for (const std::string& line : left_out) wanted += line;
  if (wanted != content_) return write_whole(path_, wanted);
  return fsync(file_) == 0 ? Result<void>() : Result<void>(failed(path_));
}

}  // namespace discreet
