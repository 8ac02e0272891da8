// A list of types that can be walked: the single place from which names, tests and dispatch grow.
#pragma once

#include <cstddef>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <vector>

namespace discreet {

template <class... Ts>
struct TypeList {
  static constexpr std::size_t size = sizeof...(Ts);

  // Calls f(std::type_identity<T>{}) for each type, until one call returns true.
  template <class F>
  static bool any(F&& f) {
    return (f(std::type_identity<Ts>{}) || ...);
  }

  template <class F>
  static void each(F&& f) {
    (f(std::type_identity<Ts>{}), ...);
  }

  // One F<T> for each type.
  template <template <class> class F>
  using Tuple = std::tuple<F<Ts>...>;

  static std::vector<std::string_view> names() { return {std::string_view(Ts::name)...}; }
};

template <class First, class Second>
struct Join;
template <class... Ts, class... Us>
struct Join<TypeList<Ts...>, TypeList<Us...>> {
  using Type = TypeList<Ts..., Us...>;
};
template <class First, class Second>
using Joined = typename Join<First, Second>::Type;

}  // namespace discreet
