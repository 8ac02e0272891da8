// The processes of mpirun with something wrong in them, as DISCREET_BROKEN says: "drift:R" lets process R go by another
// fact than the others, "lost" leaves every second vector of sums at home, "die:R:N" kills process R at its N-th sum.
// The true ones are compiled under another name beside this.
#include <csignal>
#include <cstdlib>
#include <string>

#include "discreet/comm/processes.hpp"

namespace discreet {

Result<std::unique_ptr<Processes>> true_processes();

namespace {

class Broken final : public Processes {
 public:
  explicit Broken(std::unique_ptr<Processes> all) : all_(std::move(all)) {
    const char* text = std::getenv("DISCREET_BROKEN");
    how_ = text ? text : "";
  }
  std::size_t rank() const override { return all_->rank(); }
  std::size_t ranks() const override { return all_->ranks(); }
  std::size_t here() const override { return all_->here(); }
  void sum(std::span<std::int64_t> parts) const override {
    ++count_;
    all_->note(noted());
    if (how_ == "drift:" + std::to_string(rank()) && count_ == 60) all_->note(1.0);
    if (how_ == "die:" + std::to_string(rank()) + ":" + std::to_string(count_)) std::raise(SIGKILL);
    if (how_ == "lost" && count_ > 40 && count_ % 2 == 0) return;
    all_->sum(parts);
  }
  [[noreturn]] void abort(int code) const override {
    all_->abort(code);
    std::abort();
  }

 private:
  std::unique_ptr<Processes> all_;
  std::string how_;
  mutable std::size_t count_ = 0;
};

}  // namespace

Result<std::unique_ptr<Processes>> joined_processes() {
  auto all = true_processes();
  if (!all) return all;
  return std::make_unique<Broken>(*std::move(all));
}

}  // namespace discreet
