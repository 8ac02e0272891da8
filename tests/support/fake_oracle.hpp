// An oracle without rows, for tests that plant a fault: a test overrides the one question that it asks.
#pragma once

#include <cstdint>
#include <vector>

#include "discreet/base/contract.hpp"
#include "discreet/oracle/row_oracles.hpp"
#include "tests/support/make.hpp"

namespace discreet::testing {

class FakeOracle : public DualOracle {
 public:
  void restart(std::span<const double>) override {}
  void move(Coordinate, double) override {}
  void move_all(std::span<const double>) override {}
  ScalarQuery rows_beyond(Payment, double) override { not_asked(); }
  ScalarQuery bounded_risk(Payment, double) override { not_asked(); }
  Sensitive<double> risk() override { not_asked(); }
  Sensitive<Eigen::VectorXd> gradient() override { not_asked(); }
  Sensitive<Eigen::MatrixXd> curvature(std::span<const Coordinate>) override { not_asked(); }
  Sensitive<double> longest_slope() override { not_asked(); }
  Sensitive<std::vector<double>> margins() override { not_asked(); }
  Sensitive<std::vector<double>> labels() override { not_asked(); }

 protected:
  // In a frame where all coordinates are alike.
  explicit FakeOracle(std::size_t coordinates, std::size_t rows = 1, Lots* lots = nullptr, double loss_smoothness = 1,
                      double precision = 0x1p-52)
      : DualOracle({.coordinates = coordinates,
                    .normaliser = static_cast<double>(rows),
                    .rows = rows,
                    .loss_smoothness = loss_smoothness,
                    .precision = precision},
                   lots) {
    set_frame(flat_frame(coordinates));
  }

  std::int64_t slope_cells(Coordinate, const Grid&) override { not_asked(); }
  std::vector<std::int64_t> all_slope_cells(std::span<const double>, double, double) override { not_asked(); }
  std::vector<std::int64_t> block_slope_cells(const BlockGrid&) override { not_asked(); }
  void frame_changed(std::optional<double>) override {}
  void forget_duals() override {}
  Sensitive<double> dual_cost() override { not_asked(); }
  std::vector<std::int64_t> batch_slope_cells(const Batch&, const BatchGrid&) override { not_asked(); }
  std::vector<std::int64_t> dual_cells(const Batch&, const DualGrid&) override { not_asked(); }
  std::vector<std::int64_t> primal_cells(std::span<const Coordinate>, const DualGrid&) override { not_asked(); }

 private:
  [[noreturn]] static void not_asked() { throw ContractViolation("not asked in this test"); }
};

}  // namespace discreet::testing
