#include "discreet/io/sqlite.hpp"

#include <sqlite3.h>

namespace discreet {
namespace {

constexpr int kPatience = 120'000;       // milliseconds that others may keep the file
constexpr int kLargestValue = 64 << 20;  // bytes; a hostile file may claim anything

[[noreturn]] void fail(sqlite3* handle, int code) {
  throw SqliteFailure(code & 0xff, handle ? sqlite3_errmsg(handle) : sqlite3_errstr(code));
}

// SQLite has names for files that are none.
std::string plain(const std::string& path) { return path.starts_with("/") ? path : "./" + path; }

}  // namespace

Sqlite::Sqlite(const std::string& path, Mode mode) {
  // Also to read: a process that was killed may have left something to be rolled back.
  const int flags = SQLITE_OPEN_READWRITE | (mode == Mode::create ? SQLITE_OPEN_CREATE : 0);
  const int code = sqlite3_open_v2(plain(path).c_str(), &handle_, flags, nullptr);
  if (code != SQLITE_OK) {
    const std::string reason = handle_ ? sqlite3_errmsg(handle_) : sqlite3_errstr(code);
    sqlite3_close(handle_);
    throw SqliteFailure(code & 0xff, reason);
  }
  try {
    sqlite3_busy_timeout(handle_, kPatience);
    sqlite3_limit(handle_, SQLITE_LIMIT_LENGTH, kLargestValue);
    // Nothing that stands in the file may run more than what a schema must.
    sqlite3_db_config(handle_, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(handle_, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    // EXTRA also waits for the folder to forget the journal: without that a charge could be undone by a loss of power.
    run("PRAGMA synchronous = EXTRA; PRAGMA fullfsync = ON");
  } catch (...) {
    sqlite3_close(handle_);
    throw;
  }
}

Sqlite::~Sqlite() { sqlite3_close(handle_); }

void Sqlite::run(const std::string& statements) {
  if (const int code = sqlite3_exec(handle_, statements.c_str(), nullptr, nullptr, nullptr); code != SQLITE_OK)
    fail(handle_, code);
}

std::int64_t Sqlite::number(const std::string& query) {
  SqliteStatement statement(*this, query);
  return statement.step() ? statement.number(0) : 0;
}

SqliteStatement::SqliteStatement(Sqlite& database, std::string_view text) : database_(database) {
  const int code =
      sqlite3_prepare_v2(database.handle(), text.data(), static_cast<int>(text.size()), &statement_, nullptr);
  if (code != SQLITE_OK) fail(database.handle(), code);
}

SqliteStatement::~SqliteStatement() { sqlite3_finalize(statement_); }

void SqliteStatement::bind(int place, std::string_view text) {
  const int code = sqlite3_bind_text64(statement_, place, text.data(), text.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
  if (code != SQLITE_OK) fail(database_.handle(), code);
}

void SqliteStatement::bind(int place, std::int64_t number) {
  if (const int code = sqlite3_bind_int64(statement_, place, number); code != SQLITE_OK) fail(database_.handle(), code);
}

bool SqliteStatement::step() {
  const int code = sqlite3_step(statement_);
  if (code != SQLITE_ROW && code != SQLITE_DONE) fail(database_.handle(), code);
  return code == SQLITE_ROW;
}

std::string SqliteStatement::text(int column) const {
  const unsigned char* start = sqlite3_column_text(statement_, column);
  const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement_, column));
  return start ? std::string(reinterpret_cast<const char*>(start), size) : std::string();
}

std::int64_t SqliteStatement::number(int column) const { return sqlite3_column_int64(statement_, column); }

SqliteTransaction::~SqliteTransaction() {
  // Where this fails, closing the file or the next reader rolls back.
  if (open_) sqlite3_exec(database_.handle(), "ROLLBACK", nullptr, nullptr, nullptr);
}

void SqliteTransaction::commit() {
  database_.run("COMMIT");
  open_ = false;
}

}  // namespace discreet
