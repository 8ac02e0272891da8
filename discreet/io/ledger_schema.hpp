// What a ledger looks like inside its file, in numbered steps: a file of an older version is brought up to date by the
// steps that it has not seen.
#pragma once

#include <string>

#include "discreet/io/sqlite.hpp"

namespace discreet {

inline constexpr int kLedgerVersion = 3;
inline constexpr int kLedgerMark = 0x44534c47;  // "DSLG", SQLite's application_id

// Runs the steps from the file's version up to `version`. Inside a transaction.
void migrate_ledger(Sqlite& database, int version = kLedgerVersion);

// Whether what the file says about itself is what the steps up to its version made, rules against changes included.
bool has_ledger_schema(Sqlite& database);

}  // namespace discreet
