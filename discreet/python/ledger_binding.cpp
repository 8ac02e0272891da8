// A budget that several fits share: in a file, as the command line has it, or in this process.
#include <pybind11/stl.h>

#include <memory>
#include <mutex>

#include "discreet/accounting/accountants.hpp"
#include "discreet/fit/purse.hpp"
#include "discreet/fit/spec.hpp"
#include "discreet/io/calculator_json.hpp"
#include "discreet/io/events_file.hpp"
#include "discreet/io/ledger_store.hpp"
#include "discreet/python/binding.hpp"

namespace py = pybind11;

namespace discreet::python {
namespace {

class Book {
 public:
  virtual ~Book() = default;
  virtual Result<void> charge(const Bill& bill, const Errand& errand) = 0;
  virtual Result<void> grant(const Total& total) = 0;
  virtual Result<LedgerAccount> account() = 0;
  virtual Result<Json> charges() = 0;  // with the fields of a ledger's history
};

class StoredBook final : public Book {
 public:
  StoredBook(std::string path, std::string dataset) : store_(std::move(path)), dataset_(std::move(dataset)) {}
  Result<void> charge(const Bill& bill, const Errand& errand) override { return store_.charge(dataset_, bill, errand); }
  Result<void> grant(const Total& total) override { return store_.grant(dataset_, total); }
  Result<LedgerAccount> account() override { return store_.account(dataset_); }
  Result<Json> charges() override {
    const auto history = store_.verified();
    if (!history) return tl::unexpected(history.error());
    Json found = Json::array();
    for (const LedgerEntry& entry : *history)
      if (entry.dataset == dataset_ && entry.action == "charge") found.push_back(entry_to_json(entry));
    return found;
  }

 private:
  LedgerStore store_;
  std::string dataset_;
};

// Decides as the file does, by the same prices.
class HeldBook final : public Book {
 public:
  HeldBook(const Total& total, Neighbours neighbours) {
    account_.dataset = "in memory";
    account_.total = total;
    account_.neighbours = neighbours;
  }
  Result<void> charge(const Bill& bill, const Errand& errand) override {
    if (bill.plan.neighbours != account_.neighbours)
      return wrong(Fault::budget, fmt::format("the ledger is kept for {} neighbours and this fit is for {}",
                                              name(account_.neighbours), name(bill.plan.neighbours)));
    const std::lock_guard lock(mutex_);
    const Price price = price_of(bill, account_.total);
    if (!admits(account_.total, account_.spending, bill, price)) return refusal(account_, bill, price);
    account_.spending.sum.amount += price.amount;
    account_.spending.sum.delta += price.delta;
    ++account_.spending.charges;
    charges_.push_back({{"sequence", account_.spending.charges},
                        {"action", "charge"},
                        {"dataset", account_.dataset},
                        {"details", charge_to_json(bill, price, errand)}});
    return {};
  }
  Result<void> grant(const Total&) override {
    return wrong(Fault::usage, "a ledger in memory has the budget that it was made with",
                 "keep it in a file, Ledger(path, ...), to have more granted");
  }
  Result<LedgerAccount> account() override {
    const std::lock_guard lock(mutex_);
    return account_;
  }
  Result<Json> charges() override {
    const std::lock_guard lock(mutex_);
    return charges_;
  }

 private:
  std::mutex mutex_;
  LedgerAccount account_;
  Json charges_ = Json::array();
};

// Pays from a book, for one errand.
class BookPurse final : public Purse {
 public:
  BookPurse(Book& book, Errand errand) : book_(book), errand_(std::move(errand)) {}
  Result<void> pay(const Bill& bill) override { return book_.charge(bill, errand_); }

 private:
  Book& book_;
  Errand errand_;
};

Result<Bill> bill_for(const std::string& events) {
  const auto file = events_from(events, "events", std::nullopt);
  if (!file) return tl::unexpected(file.error());
  if (!file->delta) return wrong(Fault::usage, "delta is needed: the events do not say one");
  const Epsilon cost = tight_epsilon(*file, *file->delta);
  if (!file->trials) return Bill{file->plan, {cost, *file->delta}};
  // A list of events cannot say that only the best trial was told, so what is recorded is what all of it costs.
  const Plan whole{file->plan.neighbours, {{"trials", ApproximateEvent{cost, *file->delta}, 1, 0}}};
  return Bill{whole, {cost, *file->delta}, [trials = *file->trials](Delta delta) { return epsilon_of(trials, delta); }};
}

std::shared_ptr<Book> held(const TotalText& total, const std::string& neighbours) {
  return std::make_shared<HeldBook>(unwrap(read_total(total)), unwrap(read_neighbours(neighbours)));
}

Result<std::vector<std::string>> names_in(const std::string& path) {
  const auto accounts = LedgerStore(path).accounts();
  if (!accounts) return tl::unexpected(accounts.error());
  std::vector<std::string> names;
  for (const LedgerAccount& account : *accounts) names.push_back(account.dataset);
  return names;
}

// What runs without Python's lock: another process may hold the file, and a price takes time.
template <class F>
auto unlocked(F&& work) {
  const py::gil_scoped_release lock;
  return work();
}

}  // namespace

void bind_ledger(py::module_& module) {
  py::class_<TotalText>(module, "Total")
      .def(py::init([](std::string epsilon, std::string delta, std::string rho, std::string mu) {
             return TotalText{std::move(epsilon), std::move(delta), std::move(rho), std::move(mu)};
           }),
           py::arg("epsilon") = "", py::arg("delta") = "", py::arg("rho") = "", py::arg("mu") = "");
  py::class_<Book, std::shared_ptr<Book>>(module, "Book")
      .def("about", [](Book& book) { return account_to_json(unwrap(unlocked([&] { return book.account(); }))).dump(); })
      .def("charges", [](Book& book) { return unwrap(unlocked([&] { return book.charges(); })).dump(); })
      .def("grant",
           [](Book& book, const TotalText& text) {
             const Total total = unwrap(read_total(text));
             unwrap(unlocked([&] { return book.grant(total); }));
           })
      .def("charge",
           [](Book& book, const std::string& events, const std::string& command) {
             const Bill bill = unwrap(bill_for(events));
             unwrap(unlocked([&] { return book.charge(bill, {command, ""}); }));
           })
      .def(
          "pay_for",
          [](Book& book, std::size_t rows, std::vector<std::string> features, const py::dict& given, bool sparse,
             const std::string& target, std::size_t fits, const std::string& command, std::size_t classes) {
            const Options options = options_from(given);
            const PublicFacts facts = unwrap(facts_of(rows, std::move(features), sparse, target, options));
            BookPurse purse(book, {command, ""});
            unwrap(unlocked([&]() -> Result<void> {
              const auto blueprint = blueprint_of(options, facts, classes);
              if (!blueprint) return tl::unexpected(blueprint.error());
              return pay_for(*blueprint, fits, purse);
            }));
          },
          py::arg("rows"), py::arg("features"), py::arg("options"), py::arg("sparse"), py::arg("target"),
          py::arg("fits"), py::arg("command"), py::arg("classes") = 0,
          "Pays for so many fits at once, or refuses, before any of them looks.");
  module.def("held_book", held, py::arg("total"), py::arg("neighbours"));
  module.def(
      "stored_book",
      [](std::string path, std::string dataset) -> std::shared_ptr<Book> {
        return std::make_shared<StoredBook>(std::move(path), std::move(dataset));
      },
      py::arg("path"), py::arg("dataset"));
  module.def(
      "create_book",
      [](const std::string& path, const std::string& dataset, const TotalText& text, const std::string& neighbours,
         const std::string& owner) {
        const Total total = unwrap(read_total(text));
        const Neighbours relation = unwrap(read_neighbours(neighbours));
        unwrap(unlocked([&] { return LedgerStore(path).create(dataset, total, relation, owner); }));
      },
      py::arg("path"), py::arg("dataset"), py::arg("total"), py::arg("neighbours"), py::arg("owner"));
  module.def("datasets_in", [](const std::string& path) { return unwrap(unlocked([&] { return names_in(path); })); });
}

}  // namespace discreet::python
