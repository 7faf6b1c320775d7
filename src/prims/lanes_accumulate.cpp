#include "prims/lanes_accumulate.hpp"

#include <algorithm>

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

  static bool plain(const Update& update) { return !update.uniform && update.mask == nullptr; }

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

  static void one_place(int64_t n, T* dest, const Update& update) {
    const auto* v = static_cast<const T*>(update.values);
    const int64_t step = update.uniform ? 0 : 1;
    T sum = dest[update.place];
    for (int64_t l = 0; l < n; ++l)
      if (update.mask == nullptr || update.mask[l]) sum = add(sum, v[l * step]);
    dest[update.place] = sum;
  }

  /// No two lanes meet.
  static void evenly(int64_t n, T* dest, const Update& update) {
    const auto* v = static_cast<const T*>(update.values);
    T* const to = dest + update.place;
    if (update.step == 1 && plain(update)) {
      for (int64_t l = 0; l < n; ++l) to[l] = add(to[l], v[l]);
      return;
    }
    const int64_t step = update.uniform ? 0 : 1;
    for (int64_t l = 0; l < n; ++l)
      if (update.mask == nullptr || update.mask[l])
        to[l * update.step] = add(to[l * update.step], v[l * step]);
  }

  static void lane(int64_t l, T* dest, const Update& update) {
    if (update.mask != nullptr && !update.mask[l]) return;
    T& to = dest[update.places != nullptr ? update.places[l] : update.place + l * update.step];
    to = add(to, static_cast<const T*>(update.values)[update.uniform ? 0 : l]);
  }

  static void in_order(int64_t n, T* dest, std::span<const Update> updates) {
    for (int64_t l = 0; l < n; ++l)
      for (const Update& update : updates) lane(l, dest, update);
  }

  /// All of one place each, by place: only what goes to the same place has an order.
  static void places(int64_t n, T* dest, std::span<const Update> updates) {
    auto alone = [&](std::size_t i) {
      return i + 1 == updates.size() || updates[i + 1].place != updates[i].place;
    };
    for (std::size_t i = 0; i < updates.size();) {
      std::size_t run = 0;
      while (run < kChains && i + run < updates.size() && alone(i + run) && plain(updates[i + run]))
        ++run;
      if (run == kChains) {
        chains(n, dest, &updates[i]);
        i += kChains;
        continue;
      }
      std::size_t end = i;
      while (!alone(end)) ++end;
      if (end == i)
        one_place(n, dest, updates[i]);
      else
        in_order(n, dest, updates.subspan(i, end + 1 - i));
      i = end + 1;
    }
  }

  static void all(int64_t n, void* to, std::span<Update> updates) {
    auto* dest = static_cast<T*>(to);
    const int64_t step = updates.front().step;
    const bool even = std::all_of(updates.begin(), updates.end(), [&](const Update& update) {
      return update.places == nullptr && update.step == step;
    });
    if (!even || n < kFewLanes) return in_order(n, dest, updates);
    // What a place is given by earlier lanes comes first: with a step upwards, that is given by the
    // updates that begin further up.
    auto before = [step](const Update& a, const Update& b) {
      return step > 0 ? a.place > b.place : a.place < b.place;
    };
    if (!std::is_sorted(updates.begin(), updates.end(), before))
      std::stable_sort(updates.begin(), updates.end(), before);
    if (step == 0) return places(n, dest, updates);
    for (const Update& update : updates) evenly(n, dest, update);
  }

  static constexpr int64_t kFewLanes = 8;  ///< too few to put updates in order for
};

template <int... S>
void dispatch(ScalarType type, int64_t n, void* dest, std::span<Update> updates,
              std::integer_sequence<int, S...>) {
  ((static_cast<int>(type) == S ? Adder<static_cast<ScalarType>(S)>::all(n, dest, updates)
                                : void()),
   ...);
}

}  // namespace

void accumulate(ScalarType type, int64_t n, void* dest, std::span<Update> updates) {
  dispatch(type, n, dest, updates, std::make_integer_sequence<int, support::kScalarTypes>{});
}

}  // namespace laguz::prims::lanes
