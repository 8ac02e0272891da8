// As much of SQLite as the ledger needs, with its resources in objects. What goes wrong is thrown as SqliteFailure and
// turned into words in one place, the store.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace discreet {

struct SqliteFailure : std::runtime_error {
  SqliteFailure(int reason, const std::string& text) : std::runtime_error(text), code(reason) {}
  int code;  // SQLite's primary result code
};

class Sqlite {
 public:
  enum class Mode { existing, create };  // a file that must not be written is opened for reading
  Sqlite(const std::string& path, Mode mode);
  ~Sqlite();
  Sqlite(const Sqlite&) = delete;
  Sqlite& operator=(const Sqlite&) = delete;

  void run(const std::string& statements);
  std::int64_t number(const std::string& query);
  sqlite3* handle() const { return handle_; }

 private:
  sqlite3* handle_ = nullptr;
};

class SqliteStatement {
 public:
  SqliteStatement(Sqlite& database, std::string_view text);
  ~SqliteStatement();
  SqliteStatement(const SqliteStatement&) = delete;
  SqliteStatement& operator=(const SqliteStatement&) = delete;

  void bind(int place, std::string_view text);
  void bind(int place, std::int64_t number);
  bool step();  // whether there is a row
  std::string text(int column) const;
  std::int64_t number(int column) const;

 private:
  Sqlite& database_;
  sqlite3_stmt* statement_ = nullptr;
};

// Alone with the file from the first line on; what is not committed never was.
class SqliteTransaction {
 public:
  explicit SqliteTransaction(Sqlite& database) : database_(database) { database_.run("BEGIN IMMEDIATE"); }
  ~SqliteTransaction();
  SqliteTransaction(const SqliteTransaction&) = delete;
  SqliteTransaction& operator=(const SqliteTransaction&) = delete;
  void commit();

 private:
  Sqlite& database_;
  bool open_ = true;
};

}  // namespace discreet
