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
                        {"details", charge_to_json(account_, bill, price, errand)}});
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

// A fit as one of a search that is about to begin.
struct PlannedFit {
  Bill bill;
};

// What two plans for the same epsilon may differ by, for calibration comes close from below: a search is not refused
// for less.
constexpr double kCalibration = 5e-3;

// How many fits the rest covers at most: each of them so many times, and then the cheapest once more, for which of them
// is fitted again depends on the data.
std::size_t covered(LedgerAccount account, const std::vector<PlannedFit>& fits, std::size_t times) {
  std::vector<Price> prices;
  for (const auto& [bill] : fits) {
    prices.push_back(price_of(bill, account.total));
    prices.back().amount *= 1 - kCalibration;
  }
  std::size_t count = 0;
  const auto paid = [&](std::size_t k) {
    if (!admits(account.total, account.spending, fits[k].bill, prices[k])) return false;
    account.spending.sum.amount += prices[k].amount;
    account.spending.sum.delta += prices[k].delta;
    ++account.spending.charges;
    return true;
  };
  for (std::size_t k = 0; k < fits.size(); ++k)
    for (std::size_t each = 0; each < times; ++each, ++count)
      if (!paid(k)) return count;
  for (std::size_t k = 0; k < fits.size(); ++k)
    if (paid(k)) return count + 1;
  return count;
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
             unwrap(unlocked([&] { return book.charge(bill, {command}); }));
           })
      .def("covered",
           [](Book& book, const std::vector<PlannedFit>& planned, std::size_t times) {
             const LedgerAccount account = unwrap(unlocked([&] { return book.account(); }));
             return unlocked([&] { return covered(account, planned, times); });
           })
      .def(
          "pay_for",
          [](Book& book, std::size_t rows, std::vector<std::string> features, const py::dict& given, bool sparse,
             const std::string& target, std::size_t fits, const std::string& model, std::size_t classes,
             std::size_t table_rows, const std::string& data, bool other_data) {
            const Options options = options_from(given);
            Errand errand{model + ".fit", model, target, "", data};
            errand.table = {only_numbered(features) ? std::vector<std::string>() : features, false};
            if (!hides_rows(unwrap(read_neighbours(options.neighbours)))) errand.table.rows = table_rows;
            errand.other_data = other_data;
            const PublicFacts facts = unwrap(facts_of(rows, std::move(features), sparse, target, options));
            unwrap(unlocked([&]() -> Result<void> {
              const auto blueprint = blueprint_of(options, facts, classes);
              if (!blueprint) return tl::unexpected(blueprint.error());
              errand.loss = blueprint->problem.loss.text;
              BookPurse purse(book, std::move(errand));
              return pay_for(*blueprint, fits, purse);
            }));
          },
          py::arg("rows"), py::arg("features"), py::arg("options"), py::arg("sparse"), py::arg("target"),
          py::arg("fits"), py::arg("model"), py::arg("classes"), py::arg("table_rows"), py::arg("data"),
          py::arg("other_data"), "Pays for so many fits at once, or refuses, before any of them looks.");
  py::class_<PlannedFit>(module, "PlannedFit")
      .def(py::init([](std::size_t rows, const std::vector<std::string>& features, const py::dict& given, bool sparse,
                       const std::string& target) {
             const Options options = options_from(given);
             const auto blueprint =
                 unwrap(blueprint_of(options, unwrap(facts_of(rows, features, sparse, target, options)), 0));
             return PlannedFit{unwrap(bill_of(blueprint, 1))};
           }),
           py::arg("rows"), py::arg("features"), py::arg("options"), py::arg("sparse"), py::arg("target"));
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
