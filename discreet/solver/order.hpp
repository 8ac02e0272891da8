// The order in which coordinates are visited, chosen without looking at the data: public and seeded, so that a run is
// repeatable but for its noise. A rule that does look, such as the greedy one, is not an order but a mechanism.
#pragma once

#include <concepts>
#include <cstdint>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "discreet/base/contract.hpp"
#include "discreet/base/index.hpp"
#include "discreet/base/public_random.hpp"
#include "discreet/base/type_list.hpp"
#include "discreet/solver/weighted_draw.hpp"

namespace discreet {

// What an order may be made from, all of it public by the time it is.
struct OrderFacts {
  std::size_t coordinates = 1;
  std::uint64_t seed = 1;
  std::span<const double> smoothness = {};  // for those that go by it
  std::span<const double> weights = {};     // as declared, for those that go by them
};

template <class O>
concept Order = requires(O order) {
  { O::name } -> std::convertible_to<std::string_view>;
  { O::each_once } -> std::convertible_to<bool>;  // every pass visits every coordinate exactly once
  { O::even } -> std::convertible_to<bool>;       // no coordinate comes more often than another
  { order.next() } -> std::same_as<Coordinate>;
};

// First to last, again and again.
class Cyclic {
 public:
  static constexpr std::string_view name = "cyclic";
  static constexpr bool each_once = true, even = true;
  explicit Cyclic(const OrderFacts& facts) : coordinates_(facts.coordinates) {}
  Coordinate next() {
    const std::size_t j = next_++;
    if (next_ == coordinates_) next_ = 0;
    return {j};
  }

 private:
  std::size_t coordinates_;
  std::size_t next_ = 0;
};

// A fresh permutation for each pass.
class Shuffled {
 public:
  static constexpr std::string_view name = "shuffled";
  static constexpr bool each_once = true, even = true;
  explicit Shuffled(const OrderFacts& facts) : order_(facts.coordinates), random_(facts.seed) {
    std::iota(order_.begin(), order_.end(), std::size_t{0});
  }
  Coordinate next() {
    if (next_ == 0) random_.shuffle(order_);
    const std::size_t j = order_[next_++];
    if (next_ == order_.size()) next_ = 0;
    return {j};
  }

 private:
  std::vector<std::size_t> order_;
  PublicRandom random_;
  std::size_t next_ = 0;
};

// Each time any coordinate, as in the publications.
class Uniform {
 public:
  static constexpr std::string_view name = "uniform";
  static constexpr bool each_once = false, even = true;
  explicit Uniform(const OrderFacts& facts) : coordinates_(facts.coordinates), random_(facts.seed) {}
  Coordinate next() { return {random_.below(coordinates_)}; }

 private:
  std::size_t coordinates_;
  PublicRandom random_;
};

// The steeper coordinates more often.
class Importance {
 public:
  static constexpr std::string_view name = "importance";
  static constexpr bool each_once = false, even = false;
  explicit Importance(const OrderFacts& facts) : draw_(importance_weights(facts.smoothness), facts.seed) {}
  Coordinate next() { return {draw_.next()}; }

 private:
  WeightedDraw draw_;
};

// As often as the user says.
class Weighted {
 public:
  static constexpr std::string_view name = "weighted";
  static constexpr bool each_once = false, even = false;
  explicit Weighted(const OrderFacts& facts) : draw_(facts.weights, facts.seed) {
    require(facts.weights.size() == facts.coordinates, "every coordinate has a weight");
  }
  Coordinate next() { return {draw_.next()}; }

 private:
  WeightedDraw draw_;
};

static_assert(Order<Cyclic> && Order<Shuffled> && Order<Uniform> && Order<Importance> && Order<Weighted>);

using AllOrders = TypeList<Cyclic, Shuffled, Uniform, Importance, Weighted>;

// Any order, chosen at run time.
class AnyOrder {
 public:
  static constexpr std::string_view name = "any";
  static constexpr bool each_once = false, even = false;
  template <Order O>
  explicit AnyOrder(O order) : self_(std::make_unique<Holder<O>>(std::move(order))) {}
  Coordinate next() { return self_->next(); }

 private:
  struct Interface {
    virtual ~Interface() = default;
    virtual Coordinate next() = 0;
  };
  template <class O>
  struct Holder final : Interface {
    explicit Holder(O o) : order(std::move(o)) {}
    Coordinate next() override { return order.next(); }
    O order;
  };
  std::unique_ptr<Interface> self_;
};
static_assert(Order<AnyOrder>);

// One of AllOrders, by its name.
inline AnyOrder order_named(std::string_view name, const OrderFacts& facts) {
  std::optional<AnyOrder> made;
  AllOrders::any([&]<class O>(std::type_identity<O>) {
    if (O::name == name) made.emplace(O(facts));
    return made.has_value();
  });
  require(made.has_value(), "the order is one of the known ones");
  return std::move(*made);
}
inline bool visits_each_once(std::string_view name) {
  return AllOrders::any([&]<class O>(std::type_identity<O>) { return O::name == name && O::each_once; });
}
inline bool visits_evenly(std::string_view name) {
  return AllOrders::any([&]<class O>(std::type_identity<O>) { return O::name == name && O::even; });
}

}  // namespace discreet
