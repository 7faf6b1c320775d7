#include "prims/lanes_accumulate.hpp"

#include "prims/scalar_ops.hpp"

namespace laguz::prims::lanes {
namespace {

using std::int64_t;

template <ScalarType S>
struct Adder {
  using T = Stored<S>;

  static T add(T x, T y) {
    if constexpr (S == ScalarType::boolean)
      return x || y;
    else
      return narrow<S>(ops::add(widen<S, false>(x), widen<S, false>(y)));
  }

  /// Updates of one place each, all different: one after the other.
  static bool apart(std::span<const Update> updates) {
    for (std::size_t i = 0; i < updates.size(); ++i) {
      if (updates[i].places != nullptr) return false;
      if (i > 0 && updates[i].place <= updates[i - 1].place) return false;
    }
    return true;
  }

  static bool plain(const Update& update) {
    return update.places == nullptr && !update.uniform && update.mask == nullptr;
  }

  /// Several sums at once: each is a chain of additions, and chains overlap.
  static constexpr std::size_t kChains = 8;
  static void chains(int64_t n, T* dest, const Update* updates) {
    const T* v[kChains];
    T sum[kChains];
    for (std::size_t k = 0; k < kChains; ++k) {
      v[k] = static_cast<const T*>(updates[k].values);
      sum[k] = dest[updates[k].place];
    }
    for (int64_t l = 0; l < n; ++l)
      for (std::size_t k = 0; k < kChains; ++k) sum[k] = add(sum[k], v[k][l]);
    for (std::size_t k = 0; k < kChains; ++k) dest[updates[k].place] = sum[k];
  }

  static void one(int64_t n, T* dest, const Update& update) {
    const auto* v = static_cast<const T*>(update.values);
    const int64_t step = update.uniform ? 0 : 1;
    if (update.places == nullptr) {
      T sum = dest[update.place];
      for (int64_t l = 0; l < n; ++l)
        if (update.mask == nullptr || update.mask[l]) sum = add(sum, v[l * step]);
      dest[update.place] = sum;
      return;
    }
    for (int64_t l = 0; l < n; ++l) {
      if (update.mask != nullptr && !update.mask[l]) continue;
      T& place = dest[update.places[l]];
      place = add(place, v[l * step]);
    }
  }

  static void all(int64_t n, void* to, std::span<const Update> updates) {
    auto* dest = static_cast<T*>(to);
    if (updates.size() == 1) return one(n, dest, updates[0]);
    if (apart(updates)) {
      for (std::size_t i = 0; i < updates.size();) {
        std::size_t run = 0;
        while (run < kChains && i + run < updates.size() && plain(updates[i + run])) ++run;
        if (run == kChains) {
          chains(n, dest, &updates[i]);
          i += kChains;
        } else {
          one(n, dest, updates[i++]);
        }
      }
      return;
    }
    for (int64_t l = 0; l < n; ++l) {
      for (const Update& update : updates) {
        if (update.mask != nullptr && !update.mask[l]) continue;
        T& place = dest[update.places != nullptr ? update.places[l] : update.place];
        place = add(place, static_cast<const T*>(update.values)[update.uniform ? 0 : l]);
      }
    }
  }
};

template <int... S>
void dispatch(ScalarType type, int64_t n, void* dest, std::span<const Update> updates,
              std::integer_sequence<int, S...>) {
  ((static_cast<int>(type) == S ? Adder<static_cast<ScalarType>(S)>::all(n, dest, updates)
                                : void()),
   ...);
}

}  // namespace

void accumulate(ScalarType type, int64_t n, void* dest, std::span<const Update> updates) {
  dispatch(type, n, dest, updates, std::make_integer_sequence<int, support::kScalarTypes>{});
}

}  // namespace laguz::prims::lanes
