#include "prims/lanes_accumulate.hpp"

#include <algorithm>
#include <memory>
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
Stored<S> add(Stored<S> x, Stored<S> y) {
  if constexpr (S == ScalarType::boolean)
    return x || y;
  else
    return narrow<S>(ops::add(widen<S, false>(x), widen<S, false>(y)));
}

bool plain(const Update& update) { return !update.uniform && update.mask == nullptr; }

/// One sum for each place.
template <ScalarType S>
struct Single {
  using T = Stored<S>;
  static constexpr bool kVectors = true;  ///< places side by side are
  static constexpr int64_t kApart = 1;
  static constexpr int64_t kNeverMeet = 1;  ///< lanes side by side that add to different sums

  T* dest;

  explicit Single(const Sums& sums) : dest(static_cast<T*>(sums.data)) {}

  T& at(int64_t place, int64_t) const { return dest[place]; }

  /// Several sums at once: each is a chain of additions, and chains overlap. Of each place there
  /// are [each] updates, from where [first] says on.
  static constexpr std::size_t kChains = kSumsTogether;
  void chains(int64_t n, const Update* const* first, std::size_t each) const {
    T sum[kChains];
    for (std::size_t k = 0; k < kChains; ++k) sum[k] = dest[first[k]->place];
    if (each == 1) {
      const T* v[kChains];
      for (std::size_t k = 0; k < kChains; ++k) v[k] = static_cast<const T*>(first[k]->values);
      for (int64_t l = 0; l < n; ++l)
        for (std::size_t k = 0; k < kChains; ++k) sum[k] = add<S>(sum[k], v[k][l]);
    } else {
      for (int64_t l = 0; l < n; ++l)
        for (std::size_t u = 0; u < each; ++u)
          for (std::size_t k = 0; k < kChains; ++k)
            sum[k] = add<S>(sum[k], static_cast<const T*>(first[k][u].values)[l]);
    }
    for (std::size_t k = 0; k < kChains; ++k) dest[first[k]->place] = sum[k];
  }

  void one_place(int64_t n, std::span<const Update> updates) const {
    T sum = dest[updates.front().place];
    if (updates.size() == 1) {
      const Update& update = updates.front();
      const auto* v = static_cast<const T*>(update.values);
      const int64_t step = update.uniform ? 0 : 1;
      for (int64_t l = 0; l < n; ++l)
        if (update.mask == nullptr || update.mask[l]) sum = add<S>(sum, v[l * step]);
    } else {
      for (int64_t l = 0; l < n; ++l)
        for (const Update& update : updates)
          if (update.mask == nullptr || update.mask[l])
            sum = add<S>(sum, static_cast<const T*>(update.values)[update.uniform ? 0 : l]);
    }
    dest[updates.front().place] = sum;
  }

  /// All of one place each, by place: only what goes to the same place has an order.
  void places(int64_t n, std::span<const Update> updates) const {
    const Update* first[kChains];
    std::size_t count = 0, each = 0;  // places that wait for others, and updates of each
    auto one_by_one = [&] {
      for (std::size_t k = 0; k < count; ++k) one_place(n, {first[k], each});
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
        chains(n, first, each);
        count = 0;
      }
    }
    one_by_one();
  }

  void row(int64_t n, int64_t place, int64_t count, const T* v, int64_t stride) const {
    constexpr int64_t kTogether = kChains;
    T* to = dest + place;
    for (; count >= kTogether; count -= kTogether, to += kTogether, v += kTogether * stride) {
      T sum[kTogether];
      for (int64_t k = 0; k < kTogether; ++k) sum[k] = to[k];
      for (int64_t l = 0; l < n; ++l)
        for (int64_t k = 0; k < kTogether; ++k) sum[k] = add<S>(sum[k], v[k * stride + l]);
      for (int64_t k = 0; k < kTogether; ++k) to[k] = sum[k];
    }
    for (; count > 0; --count, ++to, v += stride)
      for (int64_t l = 0; l < n; ++l) *to = add<S>(*to, v[l]);
  }
};

/// kStripes sums for each place.
template <ScalarType S>
struct Striped {
  using T = Stored<S>;
  static constexpr bool kVectors = false;
  static constexpr int64_t kApart = kStripes;
  static constexpr int64_t kNeverMeet = kStripes;
  static constexpr int64_t kMask = kStripes - 1;
  static_assert((kStripes & kMask) == 0);

  T* dest;
  int64_t stripe;

  explicit Striped(const Sums& sums) : dest(static_cast<T*>(sums.data)), stripe(sums.stripe) {}

  T& at(int64_t place, int64_t l) const { return dest[place * kStripes + ((stripe + l) & kMask)]; }

  /// The sums of a place, that of the first lane in front.
  struct Turned {
    T sum[kStripes];

    Turned(const T* from, int64_t stripe) {
      if (stripe == 0)
        std::copy_n(from, kStripes, sum);
      else
        std::rotate_copy(from, from + stripe, from + kStripes, sum);
    }
    void put(T* to, int64_t stripe) const {
      if (stripe == 0)
        std::copy_n(sum, kStripes, to);
      else
        std::rotate_copy(sum, sum + (kStripes - stripe), sum + kStripes, to);
    }
    /// [value] of each of lanes [from] to [end], at most kStripes of them.
    template <class F>
    void add_lanes(int64_t from, int64_t end, const F& value) {
      if (end - from == kStripes) {
        for (int64_t k = 0; k < kStripes; ++k) sum[k] = add<S>(sum[k], value(from + k));
        return;
      }
      // Both bounds: the compiler cannot know that there are at most kStripes lanes.
      for (int64_t k = 0; k < kStripes && from + k < end; ++k)
        sum[k] = add<S>(sum[k], value(from + k));
    }
  };

  /// Calls f with the value of each lane: of those that are not alive 0.
  template <class F>
  static void with_value(const Update& update, const F& f) {
    const auto* v = static_cast<const T*>(update.values);
    const Mask mask = update.mask;
    if (mask == nullptr && !update.uniform)
      f([v](int64_t l) { return v[l]; });
    else if (mask == nullptr)
      f([x = *v](int64_t) { return x; });
    else if (!update.uniform)
      f([v, mask](int64_t l) { return ops::select(mask[l], v[l], T{}); });
    else
      f([x = *v, mask](int64_t l) { return ops::select(mask[l], x, T{}); });
  }

  template <class F>
  void one_update(int64_t n, int64_t place, const F& value) const {
    T* const to = dest + place * kStripes;
    Turned sums(to, stripe);
    int64_t l = 0;
    for (; l + kStripes <= n; l += kStripes) sums.add_lanes(l, l + kStripes, value);
    sums.add_lanes(l, n, value);
    sums.put(to, stripe);
  }

  void one_place(int64_t n, std::span<const Update> updates) const {
    T* const to = dest + updates.front().place * kStripes;
    Turned sums(to, stripe);
    for (int64_t l = 0; l < n; l += kStripes)
      for (const Update& update : updates)
        with_value(update,
                   [&](const auto& value) { sums.add_lanes(l, std::min(l + kStripes, n), value); });
    sums.put(to, stripe);
  }

  void places(int64_t n, std::span<const Update> updates) const {
    for (std::size_t i = 0, end = 0; i < updates.size(); i = end) {
      end = i + 1;
      while (end < updates.size() && updates[end].place == updates[i].place) ++end;
      if (end - i == 1)
        with_value(updates[i], [&](const auto& value) { one_update(n, updates[i].place, value); });
      else
        one_place(n, updates.subspan(i, end - i));
    }
  }

  void row(int64_t n, int64_t place, int64_t count, const T* v, int64_t stride) const {
    for (int64_t i = 0; i < count; ++i)
      one_update(n, place + i, [lanes = v + i * stride](int64_t l) { return lanes[l]; });
  }
};

template <ScalarType S, template <ScalarType> class Layout>
struct Adder {
  using T = Stored<S>;

  Layout<S> sums;

  explicit Adder(const Sums& to) : sums(to) {}

  /// No two lanes meet.
  void evenly(int64_t n, const Update& update) const {
    const auto* v = static_cast<const T*>(update.values);
    if constexpr (Layout<S>::kVectors) {
      if (update.step == 1 && plain(update)) {
        T* const to = &sums.at(update.place, 0);
        for (int64_t l = 0; l < n; ++l) to[l] = add<S>(to[l], v[l]);
        return;
      }
    }
    const int64_t step = update.uniform ? 0 : 1;
    for (int64_t l = 0; l < n; ++l) {
      if (update.mask != nullptr && !update.mask[l]) continue;
      T& to = sums.at(update.place + l * update.step, l);
      to = add<S>(to, v[l * step]);
    }
  }

  /// Lanes [from] to [end], one after the other.
  static void in_lanes(const Layout<S>& to, int64_t from, int64_t end, const Update& update) {
    const auto* v = static_cast<const T*>(update.values);
    const int64_t* places = update.places;
    const auto add_to = [&](int64_t place, int64_t l) {
      T& sum = to.at(place, l);
      sum = add<S>(sum, v[update.uniform ? 0 : l]);
    };
    if (places != nullptr && update.mask == nullptr) {
      for (int64_t l = from; l < end; ++l) add_to(places[l], l);
    } else {
      for (int64_t l = from; l < end; ++l)
        if (update.mask == nullptr || update.mask[l])
          add_to(places != nullptr ? places[l] : update.place + l * update.step, l);
    }
  }

  void in_order(int64_t n, std::span<const Update> updates) const {
    const Layout<S> to = sums;  // a copy, so that it stays in registers
    if (updates.size() == 1) return in_lanes(to, 0, n, updates[0]);
    if constexpr (Layout<S>::kNeverMeet > 1) {
      // Of lanes that never meet, so many at a time: what comes to each sum keeps its order.
      for (int64_t l = 0; l < n; l += Layout<S>::kNeverMeet)
        for (const Update& update : updates)
          in_lanes(to, l, std::min(l + Layout<S>::kNeverMeet, n), update);
      return;
    }
    const bool scattered = std::all_of(updates.begin(), updates.end(), [](const Update& update) {
      return update.places != nullptr && plain(update);
    });
    for (int64_t l = 0; l < n; ++l)
      for (const Update& update : updates) {
        if (!scattered) {
          in_lanes(to, l, l + 1, update);
          continue;
        }
        T& sum = to.at(update.places[l], l);
        sum = add<S>(sum, static_cast<const T*>(update.values)[l]);
      }
  }

  /// Lane after lane, where some updates are of rows: these are turned, a few lanes at a time.
  void rows_in_order(int64_t n, std::span<const Update> updates) const {
    constexpr int64_t kTogether = 64 / sizeof(T);
    int64_t elements = 0;
    for (const Update& update : updates)
      if (update.count > 1) elements += update.count;
    const auto turned =
        std::make_unique_for_overwrite<T[]>(static_cast<std::size_t>(elements * kTogether));
    for (int64_t from = 0; from < n; from += kTogether) {
      const int64_t lanes = std::min(kTogether, n - from);
      T* to = turned.get();
      for (const Update& update : updates) {
        if (update.count == 1) continue;
        lanes_to_rows(sizeof(T), lanes, update.count, to, update.count,
                      static_cast<const T*>(update.values) + from, update.apart);
        to += update.count * lanes;
      }
      for (int64_t l = from; l < from + lanes; ++l) {
        const T* rows = turned.get();
        for (const Update& update : updates) {
          const T* values = static_cast<const T*>(update.values) + (update.uniform ? 0 : l);
          if (update.count > 1) {
            values = rows + (l - from) * update.count;
            rows += update.count * lanes;
          }
          if (update.mask != nullptr && !update.mask[l]) continue;
          const int64_t place =
              update.places != nullptr ? update.places[l] : update.place + l * update.step;
          T* const sum = &sums.at(place, l);
          for (int64_t i = 0; i < update.count; ++i)
            sum[i * Layout<S>::kApart] = add<S>(sum[i * Layout<S>::kApart], values[i]);
        }
      }
    }
  }

  void all(int64_t n, std::span<Update> updates) const {
    if (std::any_of(updates.begin(), updates.end(),
                    [](const Update& update) { return update.count > 1; }))
      return rows_in_order(n, updates);
    const int64_t step = updates.front().step;
    const bool even = std::all_of(updates.begin(), updates.end(), [&](const Update& update) {
      return update.places == nullptr && update.step == step;
    });
    if (!even || n < kFewLanes) return in_order(n, updates);
    // What a place is given by earlier lanes comes first: with a step upwards, that is given by the
    // updates that begin further up.
    sort_by_place(updates, step > 0);
    if (step == 0) return sums.places(n, updates);
    for (const Update& update : updates) evenly(n, update);
  }

  static constexpr int64_t kFewLanes = 8;  ///< too few to put updates in order for
};

template <ScalarType S>
void add_inside(int64_t n, void* dest, int64_t places, const int64_t* at, const void* values) {
  auto* to = static_cast<Stored<S>*>(dest);
  const auto* v = static_cast<const Stored<S>*>(values);
  const auto end = static_cast<std::uint64_t>(places);
  Stored<S> outside{};  // so that there is no branch, which no machine could guess
  const auto place = [&](int64_t i) {
    return static_cast<std::uint64_t>(at[i]) < end ? to + at[i] : &outside;
  };
  // Where places are in order, as those of a scan's are, many in a row are the same: a sum in
  // memory waits for its last store.
  constexpr int64_t kRow = 8;
  int64_t i = 0;
  for (; i + kRow <= n; i += kRow) {
    int64_t other = 0;
    for (int64_t j = 1; j < kRow; ++j) other |= at[i + j] ^ at[i];
    if (other == 0) {
      auto* const to_all = place(i);
      Stored<S> sum = *to_all;
      for (int64_t j = 0; j < kRow; ++j) sum = add<S>(sum, v[i + j]);
      *to_all = sum;
      continue;
    }
    for (int64_t j = 0; j < kRow; ++j) {
      auto* const sum = place(i + j);
      *sum = add<S>(*sum, v[i + j]);
    }
  }
  for (; i < n; ++i) {
    auto* const sum = place(i);
    *sum = add<S>(*sum, v[i]);
  }
}

constexpr std::make_integer_sequence<int, support::kScalarTypes> kTypes{};

/// Calls f with the Adder of [sums].
template <class F, int... S>
void with_adder(const Sums& sums, const F& f, std::integer_sequence<int, S...>) {
  if (sums.striped)
    ((static_cast<int>(sums.type) == S ? f(Adder<static_cast<ScalarType>(S), Striped>(sums))
                                       : void()),
     ...);
  else
    ((static_cast<int>(sums.type) == S ? f(Adder<static_cast<ScalarType>(S), Single>(sums))
                                       : void()),
     ...);
}

template <ScalarType S>
void fold_places(int64_t count, void* dest, const void* stripes) {
  using T = Stored<S>;
  auto* to = static_cast<T*>(dest);
  const auto* from = static_cast<const T*>(stripes);
  for (int64_t i = 0; i < count; ++i, from += kStripes) {
    T sum[kStripes / 2];
    for (int64_t k = 0; k < kStripes / 2; ++k) sum[k] = add<S>(from[k], from[k + kStripes / 2]);
    for (int64_t step = kStripes / 4; step >= 1; step /= 2)
      for (int64_t k = 0; k < step; ++k) sum[k] = add<S>(sum[k], sum[k + step]);
    to[i] = add<S>(to[i], sum[0]);
  }
}

template <int... S>
void accumulate_inside(ScalarType type, int64_t n, void* dest, int64_t places, const int64_t* at,
                       const void* values, std::integer_sequence<int, S...>) {
  ((static_cast<int>(type) == S
        ? add_inside<static_cast<ScalarType>(S)>(n, dest, places, at, values)
        : void()),
   ...);
}

template <int... S>
void fold_stripes(ScalarType type, int64_t count, void* dest, const void* stripes,
                  std::integer_sequence<int, S...>) {
  ((static_cast<int>(type) == S ? fold_places<static_cast<ScalarType>(S)>(count, dest, stripes)
                                : void()),
   ...);
}

}  // namespace

void accumulate(const Sums& to, int64_t n, std::span<Update> updates) {
  with_adder(
      to, [&](auto adder) { adder.all(n, updates); }, kTypes);
}

void accumulate_row(const Sums& to, int64_t n, int64_t place, int64_t count, const void* values,
                    int64_t stride) {
  with_adder(
      to,
      [&](auto adder) {
        using T = typename decltype(adder)::T;
        adder.sums.row(n, place, count, static_cast<const T*>(values), stride);
      },
      kTypes);
}

void accumulate_inside(ScalarType type, int64_t n, void* dest, int64_t places, const int64_t* at,
                       const void* values) {
  accumulate_inside(type, n, dest, places, at, values, kTypes);
}

void fold_stripes(ScalarType type, int64_t count, void* dest, const void* stripes) {
  fold_stripes(type, count, dest, stripes, kTypes);
}

}  // namespace laguz::prims::lanes
