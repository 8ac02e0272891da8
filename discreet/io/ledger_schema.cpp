#include "discreet/io/ledger_schema.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <vector>

namespace discreet {
namespace {

// Each object of the schema in the words in which SQLite keeps it, so that they can be compared.
constexpr const char* kHistory[] = {
    "CREATE TABLE history (sequence INTEGER PRIMARY KEY, time TEXT NOT NULL, who TEXT NOT NULL, action TEXT NOT NULL, "
    "dataset TEXT NOT NULL, details TEXT NOT NULL, previous TEXT NOT NULL, hash TEXT NOT NULL UNIQUE)"};
// Version 1 trusted whoever opened the file with other programs not to change a line by accident.
constexpr const char* kAppendOnly[] = {
    "CREATE TRIGGER history_is_not_changed BEFORE UPDATE ON history BEGIN SELECT RAISE(ABORT, 'history is only ever "
    "added to'); END",
    "CREATE TRIGGER history_is_not_deleted BEFORE DELETE ON history BEGIN SELECT RAISE(ABORT, 'history is only ever "
    "added to'); END"};

struct Step {
  int version;  // that it leads to
  std::span<const char* const> objects;
};
// Version 3 notes public facts of tables in the details of entries. The objects are the same; a program that would not
// compare the facts does not open it.
const Step kSteps[] = {{1, kHistory}, {2, kAppendOnly}, {3, {}}};

}  // namespace

void migrate_ledger(Sqlite& database, int version) {
  const std::int64_t found = database.number("PRAGMA user_version");
  for (const Step& step : kSteps) {
    if (step.version <= found || step.version > version) continue;
    for (const char* object : step.objects) database.run(object);
    database.run(fmt::format("PRAGMA user_version = {}", step.version));
  }
  database.run(fmt::format("PRAGMA application_id = {}", kLedgerMark));
}

bool has_ledger_schema(Sqlite& database) {
  const std::int64_t version = database.number("PRAGMA user_version");
  std::vector<std::string> expected, found;
  for (const Step& step : kSteps)
    if (step.version <= version) expected.insert(expected.end(), step.objects.begin(), step.objects.end());
  SqliteStatement objects(database, "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL");
  while (objects.step()) found.push_back(objects.text(0));
  std::sort(expected.begin(), expected.end());
  std::sort(found.begin(), found.end());
  return expected == found;
}

}  // namespace discreet
