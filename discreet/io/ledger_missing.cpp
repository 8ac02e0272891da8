// Takes the place of the store where SQLite was missing when the program was built.
#include "discreet/io/ledger_store.hpp"

namespace discreet {
namespace {

tl::unexpected<Error> missing() {
  return wrong(Fault::usage, "this build has no ledger, because SQLite was missing when it was made",
               "install libsqlite3-dev and build again");
}

}  // namespace

Result<void> LedgerStore::create(const std::string&, const Total&, Neighbours, const std::string&,
                                 const std::optional<TableFacts>&) const {
  return missing();
}
Result<void> LedgerStore::grant(const std::string&, const Total&) const { return missing(); }
Result<void> LedgerStore::charge(const std::string&, const Bill&, const Errand&) const { return missing(); }
Result<std::vector<LedgerEntry>> LedgerStore::history() const { return missing(); }
Result<std::vector<LedgerEntry>> LedgerStore::verified() const { return missing(); }
Result<std::vector<LedgerAccount>> LedgerStore::accounts() const { return missing(); }
Result<LedgerAccount> LedgerStore::account(const std::string&) const { return missing(); }

}  // namespace discreet
