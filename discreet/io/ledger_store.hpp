// Budgets that outlive the program, in an SQLite file. Everything is decided and written inside one transaction that is
// alone with the file, and is on the disk before anything is granted for it; what is allowed and what was spent follows
// from the history, of which lines are only ever added.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "discreet/base/result.hpp"
#include "discreet/io/ledger_charge.hpp"
#include "discreet/privacy/purse.hpp"

namespace discreet {

class LedgerStore {
 public:
  explicit LedgerStore(std::string path) : path_(std::move(path)) {}

  // Makes the file if there is none.
  [[nodiscard]] Result<void> create(const std::string& dataset, const Total& total, Neighbours neighbours,
                                    const std::string& owner, const std::optional<TableFacts>& table = {}) const;
  // Raises the total of a dataset to this one.
  [[nodiscard]] Result<void> grant(const std::string& dataset, const Total& total) const;
  // Charged for good, or refused.
  [[nodiscard]] Result<void> charge(const std::string& dataset, const Bill& bill, const Errand& errand) const;

  // As it stands in the file, whether the chain holds or not.
  [[nodiscard]] Result<std::vector<LedgerEntry>> history() const;
  // Fails with the first entry that is not what was written.
  [[nodiscard]] Result<std::vector<LedgerEntry>> verified() const;
  [[nodiscard]] Result<std::vector<LedgerAccount>> accounts() const;
  [[nodiscard]] Result<LedgerAccount> account(const std::string& dataset) const;

 private:
  std::string path_;
};

// Pays from one dataset of a ledger.
class StoredPurse final : public Purse {
 public:
  StoredPurse(LedgerStore store, std::string dataset, Errand errand)
      : store_(std::move(store)), dataset_(std::move(dataset)), errand_(std::move(errand)) {}
  [[nodiscard]] Result<void> pay(const Bill& bill) override { return store_.charge(dataset_, bill, errand_); }

 private:
  LedgerStore store_;
  std::string dataset_;
  Errand errand_;
};

}  // namespace discreet
