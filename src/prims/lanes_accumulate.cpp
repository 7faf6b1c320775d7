#include "prims/lanes_accumulate.hpp"

#include <algorithm>
#include <vector>

#include "prims/scalar_ops.hpp"

namespace laguz::prims::lanes {
namespace {

using std::int64_t;

/// Up or [down], keeping the order of those of one place.
void sort_by_place(std::span<Update> updates, bool down) {
  auto before = [down](const Update& a, const Update& b) {
    return down ? a.place > b.place : a.place < b.place;
  };
  if (std::is_sorted(updates.begin(), updates.end(), before)) return;
  const auto [low, high] =
      std::minmax_element(updates.begin(), updates.end(),
                          [](const Update& a, const Update& b) { return a.place < b.place; });
  const int64_t first = low->place, span = high->place - first + 1;
  if (span > static_cast<int64_t>(4 * updates.size()))
    return std::stable_sort(updates.begin(), updates.end(), before);
  // As in a loop of updates: by counting.
  auto bucket = [&](const Update& update) {
    const int64_t place = update.place - first;
    return static_cast<std::size_t>(down ? span - 1 - place : place);
  };
  std::vector<std::size_t> next(static_cast<std::size_t>(span) + 1, 0);
  for (const Update& update : updates) ++next[bucket(update) + 1];
  for (std::size_t b = 1; b < next.size(); ++b) next[b] += next[b - 1];
  const std::vector<Update> all(updates.begin(), updates.end());
  for (const Update& update : all) updates[next[bucket(update)]++] = update;
}

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

  /// Several sums at once: each is a chain of additions, and chains overlap. Of each place there
  /// are [each] updates, from where [first] says on.
  static constexpr std::size_t kChains = kSumsTogether;
  static void chains(int64_t n, T* dest, const Update* const* first, std::size_t each) {
    T sum[kChains];
    for (std::size_t k = 0; k < kChains; ++k) sum[k] = dest[first[k]->place];
    if (each == 1) {
      const T* v[kChains];
      for (std::size_t k = 0; k < kChains; ++k) v[k] = static_cast<const T*>(first[k]->values);
      for (int64_t l = 0; l < n; ++l)
        for (std::size_t k = 0; k < kChains; ++k) sum[k] = add(sum[k], v[k][l]);
    } else {
      for (int64_t l = 0; l < n; ++l)
        for (std::size_t u = 0; u < each; ++u)
          for (std::size_t k = 0; k < kChains; ++k)
            sum[k] = add(sum[k], static_cast<const T*>(first[k][u].values)[l]);
    }
    for (std::size_t k = 0; k < kChains; ++k) dest[first[k]->place] = sum[k];
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
    const Update* first[kChains];
    std::size_t count = 0, each = 0;  // places that wait for others, and updates of each
    auto one_by_one = [&] {
      for (std::size_t k = 0; k < count; ++k) {
        if (each == 1)
          one_place(n, dest, *first[k]);
        else
          in_order(n, dest, {first[k], each});
      }
      count = 0;
    };
    for (std::size_t i = 0, end = 0; i < updates.size(); i = end) {
      bool all_plain = true;
      for (end = i; end < updates.size() && updates[end].place == updates[i].place; ++end)
        all_plain = all_plain && plain(updates[end]);
      if (count > 0 && end - i != each) one_by_one();
      each = end - i;
      first[count++] = &updates[i];
      if (!all_plain) {
        one_by_one();
      } else if (count == kChains) {
        chains(n, dest, first, each);
        count = 0;
      }
    }
    one_by_one();
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
    sort_by_place(updates, step > 0);
    if (step == 0) return places(n, dest, updates);
    for (const Update& update : updates) evenly(n, dest, update);
  }

  static void row(int64_t n, void* to, int64_t count, const void* from, int64_t stride) {
    auto* dest = static_cast<T*>(to);
    const auto* v = static_cast<const T*>(from);
    constexpr int64_t kTogether = kChains;
    for (; count >= kTogether; count -= kTogether, dest += kTogether, v += kTogether * stride) {
      T sum[kTogether];
      for (int64_t k = 0; k < kTogether; ++k) sum[k] = dest[k];
      for (int64_t l = 0; l < n; ++l)
        for (int64_t k = 0; k < kTogether; ++k) sum[k] = add(sum[k], v[k * stride + l]);
      for (int64_t k = 0; k < kTogether; ++k) dest[k] = sum[k];
    }
    for (; count > 0; --count, ++dest, v += stride)
      for (int64_t l = 0; l < n; ++l) *dest = add(*dest, v[l]);
  }

  static constexpr int64_t kFewLanes = 8;  ///< too few to put updates in order for
};

/// Calls f with the Adder of [type].
template <class F, int... S>
void with_adder(ScalarType type, const F& f, std::integer_sequence<int, S...>) {
  ((static_cast<int>(type) == S ? f(Adder<static_cast<ScalarType>(S)>{}) : void()), ...);
}

constexpr std::make_integer_sequence<int, support::kScalarTypes> kTypes{};

}  // namespace

void accumulate(ScalarType type, int64_t n, void* dest, std::span<Update> updates) {
  with_adder(
      type, [&](auto adder) { adder.all(n, dest, updates); }, kTypes);
}

void accumulate_row(ScalarType type, int64_t n, void* dest, int64_t count, const void* values,
                    int64_t stride) {
  with_adder(
      type, [&](auto adder) { adder.row(n, dest, count, values, stride); }, kTypes);
}

}  // namespace laguz::prims::lanes
