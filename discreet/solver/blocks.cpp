#include "discreet/solver/blocks.hpp"

#include <algorithm>
#include <map>

#include "discreet/base/contract.hpp"
#include "discreet/base/public_random.hpp"
#include "discreet/solver/order.hpp"
#include "discreet/solver/weighted_draw.hpp"

namespace discreet {
namespace {

Block all_of(std::size_t coordinates) {
  Block all;
  for (std::size_t j = 0; j < coordinates; ++j) all.push_back({j});
  return all;
}

class Partition final : public Blocks {
 public:
  Partition(std::vector<Block> blocks, std::size_t coordinates, const std::string& order, std::uint64_t seed)
      : blocks_(std::move(blocks)),
        coordinates_(coordinates),
        order_(order_named(order, {blocks_.size(), seed})),
        each_once_(blocks_.size() == 1 || visits_each_once(order)) {}

  const Block& next() override { return blocks_[order_.next().value]; }
  std::size_t steps_a_pass() const override { return blocks_.size(); }
  std::size_t largest() const override {
    return std::max_element(blocks_.begin(), blocks_.end(),
                            [](const Block& a, const Block& b) { return a.size() < b.size(); })
        ->size();
  }
  bool each_once() const override { return each_once_; }
  std::vector<double> chances() const override {
    return std::vector<double>(coordinates_, 1 / static_cast<double>(blocks_.size()));
  }
  std::vector<double> damping(const Overlap& overlap) const override {
    std::vector<double> result(coordinates_);
    for (const Block& block : blocks_) {
      const double shared = overlap.of(block);
      for (const Coordinate j : block) result[j.value] = shared;
    }
    return result;
  }

 private:
  std::vector<Block> blocks_;
  std::size_t coordinates_;
  AnyOrder order_;
  bool each_once_;
};

class Nice final : public Blocks {
 public:
  Nice(std::size_t size, std::size_t coordinates, std::uint64_t seed)
      : block_(size), all_(all_of(coordinates)), random_(seed) {}

  const Block& next() override {
    // The first few of a shuffle are all that is needed of it.
    for (std::size_t k = 0; k < block_.size(); ++k) std::swap(all_[k], all_[k + random_.below(all_.size() - k)]);
    std::copy_n(all_.begin(), block_.size(), block_.begin());
    std::sort(block_.begin(), block_.end(), [](Coordinate a, Coordinate b) { return a.value < b.value; });
    return block_;
  }
  std::size_t steps_a_pass() const override { return (all_.size() + block_.size() - 1) / block_.size(); }
  std::size_t largest() const override { return block_.size(); }
  std::vector<double> chances() const override {
    return std::vector<double>(all_.size(), static_cast<double>(block_.size()) / static_cast<double>(all_.size()));
  }
  // Qu and Richtarik, "Coordinate descent with arbitrary sampling II": two given coordinates seldom move together.
  std::vector<double> damping(const Overlap& overlap) const override {
    const double together =
        all_.size() == 1 ? 0 : static_cast<double>(block_.size() - 1) / static_cast<double>(all_.size() - 1);
    const double shared = overlap.of(all_of(all_.size()));
    return std::vector<double>(all_.size(), std::max(1.0, 1 + together * (shared - 1)));
  }

 private:
  Block block_, all_;
  PublicRandom random_;
};

class OneByImportance final : public Blocks {
 public:
  OneByImportance(const std::vector<double>& smoothness, std::uint64_t seed)
      : block_(1), draw_(importance_weights(smoothness), seed) {}

  const Block& next() override {
    block_[0] = {draw_.next()};
    return block_;
  }
  std::size_t steps_a_pass() const override { return draw_.chances().size(); }
  std::size_t largest() const override { return 1; }
  std::vector<double> chances() const override { return draw_.chances(); }
  std::vector<double> damping(const Overlap&) const override { return std::vector<double>(steps_a_pass(), 1.0); }

 private:
  Block block_;
  WeightedDraw draw_;
};

std::vector<Block> cut(const BlockChoice& choice, std::size_t coordinates) {
  std::map<std::size_t, Block> blocks;
  for (std::size_t j = 0; j < coordinates; ++j) {
    std::size_t number = 0;
    if (choice.kind == BlockChoice::Kind::size) number = j / choice.size;
    // The intercept is of no declared block, so it has one of its own.
    if (choice.kind == BlockChoice::Kind::partition)
      number = j < choice.block_of.size() ? choice.block_of[j] : static_cast<std::size_t>(-1);
    blocks[number].push_back({j});
  }
  std::vector<Block> result;
  for (auto& [number, block] : blocks) result.push_back(std::move(block));
  return result;
}

}  // namespace

std::unique_ptr<Blocks> make_blocks(const BlockChoice& choice, const std::string& order, std::uint64_t seed,
                                    const std::vector<double>& smoothness) {
  const std::size_t coordinates = smoothness.size();
  switch (choice.kind) {
    case BlockChoice::Kind::nice:
      return std::make_unique<Nice>(std::min(choice.size, coordinates), coordinates, seed);
    case BlockChoice::Kind::importance:
      return std::make_unique<OneByImportance>(smoothness, seed);
    case BlockChoice::Kind::full:
    case BlockChoice::Kind::size:
    case BlockChoice::Kind::partition:
      return std::make_unique<Partition>(cut(choice, coordinates), coordinates, order, seed);
  }
  return nullptr;
}

}  // namespace discreet
