// Processes that are threads: what is spread over them can be tested, and broken, inside one program.
#pragma once

#include <algorithm>
#include <barrier>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "discreet/comm/communicator.hpp"

namespace discreet::testing {

class Company {
 public:
  // Calls task(communicator) once for each of so many processes, all at the same time.
  template <class F>
  static void run(std::size_t ranks, F&& task, std::function<bool(std::size_t sum)> lost = {}) {
    Company company(ranks);
    std::vector<std::thread> threads;
    for (std::size_t rank = 0; rank < ranks; ++rank)
      threads.emplace_back([&company, &task, &lost, rank] { task(Member(company, rank, lost)); });
    for (std::thread& thread : threads) thread.join();
  }

 private:
  explicit Company(std::size_t ranks)
      : ranks_(ranks), arrived_(static_cast<std::ptrdiff_t>(ranks)), left_(static_cast<std::ptrdiff_t>(ranks)) {}

  // Answers are its own where `lost` says so of the number of a sum: a sum that somebody forgot to communicate.
  class Member final : public Communicator {
   public:
    Member(Company& company, std::size_t rank, std::function<bool(std::size_t)> lost)
        : company_(company), rank_(rank), lost_(std::move(lost)) {}
    std::size_t rank() const override { return rank_; }
    std::size_t ranks() const override { return company_.ranks_; }
    std::size_t here() const override { return company_.ranks_; }
    void sum(std::span<std::int64_t> parts) const override {
      if (lost_ && lost_(count_++)) return;
      {
        const std::lock_guard lock(company_.mutex_);
        company_.total_.resize(std::max(company_.total_.size(), parts.size()), 0);
        for (std::size_t k = 0; k < parts.size(); ++k) company_.total_[k] += parts[k];
      }
      company_.arrived_.arrive_and_wait();
      std::copy_n(company_.total_.begin(), parts.size(), parts.begin());
      company_.left_.arrive_and_wait();
      if (rank_ == 0) company_.total_.clear();
      company_.arrived_.arrive_and_wait();
    }

   private:
    Company& company_;
    std::size_t rank_;
    std::function<bool(std::size_t)> lost_;
    mutable std::size_t count_ = 0;
  };

  std::size_t ranks_;
  std::barrier<> arrived_, left_;
  std::mutex mutex_;
  std::vector<std::int64_t> total_;
};

}  // namespace discreet::testing
