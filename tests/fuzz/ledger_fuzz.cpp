// Ledgers: whole files as SQLite would have to read them, and histories whose chain is intact but whose details are
// not.
#include <cmath>
#include <fstream>

#include "discreet/io/ledger_store.hpp"
#include "tests/fuzz/input.hpp"

namespace discreet::fuzz {
namespace {

void show(const std::vector<LedgerAccount>& accounts) {
  for (const LedgerAccount& account : accounts) {
    if (spent(account.total, account.spending) < 0) __builtin_trap();
    if (left(account.total, account.spending, {1e-6}).value < 0) __builtin_trap();
  }
}

void read_file(std::string_view content) {
  static const std::string path = [] {
    char name[] = "/tmp/discreet_fuzz_XXXXXX";
    if (!mkdtemp(name)) abort();
    return std::string(name) + "/ledger.db";
  }();
  std::ofstream(path, std::ios::binary | std::ios::trunc) << content;
  const LedgerStore store(path);
  (void)store.history();
  if (const auto accounts = store.accounts()) show(*accounts);
  (void)store.grant("rows", {Total::Kind::mu, 5, {0}});
  for (const char* ending : {"", "-journal", "-wal", "-shm"}) ::unlink((path + ending).c_str());
}

// Each line is an action and its details.
void read_entries(std::string_view content) {
  std::vector<LedgerEntry> history;
  while (!content.empty()) {
    const std::string_view line = content.substr(0, content.find('\n'));
    content.remove_prefix(std::min(line.size() + 1, content.size()));
    const std::size_t space = std::min(line.find(' '), line.size());
    LedgerEntry entry = next_entry(history, std::string(line.substr(0, space)), "rows", {});
    entry.details = line.substr(space);
    entry.hash = hash_of(entry);
    history.push_back(std::move(entry));
    (void)entry_to_json(history.back());
  }
  if (first_broken(history)) __builtin_trap();
  if (const auto accounts = accounts_of(history)) show(*accounts);
}

}  // namespace
}  // namespace discreet::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const discreet::fuzz::Input input(data, size);
  if (input.flag(0))
    discreet::fuzz::read_entries(input.content);
  else
    discreet::fuzz::read_file(input.content);
  return 0;
}
