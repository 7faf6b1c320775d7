#include "prims/lanes_mask.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>

#include "support/assert.hpp"

namespace laguz::prims::lanes {
namespace {

using std::int64_t;
using support::ScalarType;

/// Calls f with a null pointer to the C++ integer type of [type].
template <class F>
auto by_integer(ScalarType type, F f) {
  switch (type) {
    case ScalarType::i8: return f(static_cast<std::int8_t*>(nullptr));
    case ScalarType::i16: return f(static_cast<std::int16_t*>(nullptr));
    case ScalarType::i32: return f(static_cast<std::int32_t*>(nullptr));
    case ScalarType::i64: return f(static_cast<std::int64_t*>(nullptr));
    case ScalarType::u8:
    case ScalarType::boolean: return f(static_cast<std::uint8_t*>(nullptr));
    case ScalarType::u16: return f(static_cast<std::uint16_t*>(nullptr));
    case ScalarType::u32: return f(static_cast<std::uint32_t*>(nullptr));
    case ScalarType::u64: return f(static_cast<std::uint64_t*>(nullptr));
    case ScalarType::f16:
    case ScalarType::f32:
    case ScalarType::f64: break;
  }
  LAGUZ_ASSERT(false, "an integer type is expected");
}

/// The first lane alive where bad(l). Blocks without any are passed over by a loop without exits.
template <class Bad>
int64_t find(int64_t n, Mask mask, Bad bad) {
  constexpr int64_t kBlock = 256;
  for (int64_t start = 0; start < n; start += kBlock) {
    const int64_t end = std::min(n, start + kBlock);
    unsigned any = 0;
    if (mask == nullptr) {
      for (int64_t l = start; l < end; ++l) any |= static_cast<unsigned>(bad(l));
    } else {
      for (int64_t l = start; l < end; ++l)
        any |= static_cast<unsigned>(bad(l)) & static_cast<unsigned>(mask[l]);
    }
    if (any == 0) continue;
    for (int64_t l = start; l < end; ++l)
      if ((mask == nullptr || mask[l]) && bad(l)) return l;
  }
  return -1;
}

}  // namespace

int64_t narrow(int64_t n, bool* out, Mask mask, const bool* condition, bool wanted) {
  // Bytes are 0 or 1: arithmetic keeps the loop free of branches.
  auto* o = reinterpret_cast<std::uint8_t*>(out);
  const auto* c = reinterpret_cast<const std::uint8_t*>(condition);
  const auto* m = reinterpret_cast<const std::uint8_t*>(mask);
  const std::uint8_t flip = wanted ? 0 : 1;
  int64_t alive = 0;
  for (int64_t start = 0; start < n; start += 128) {
    const int64_t end = std::min(n, start + 128);
    std::uint8_t some = 0;
    if (m == nullptr) {
      for (int64_t l = start; l < end; ++l) some += o[l] = static_cast<std::uint8_t>(c[l] ^ flip);
    } else {
      for (int64_t l = start; l < end; ++l)
        some += o[l] = static_cast<std::uint8_t>((c[l] ^ flip) & m[l]);
    }
    alive += some;
  }
  return alive;
}

int64_t count(int64_t n, Mask mask) {
  if (mask == nullptr) return n;
  int64_t alive = 0, l = 0;
  for (std::uint64_t eight = 0; l + 8 <= n; l += 8) {
    std::memcpy(&eight, mask + l, 8);
    alive += std::popcount(eight);  // a truth is 0 or 1
  }
  for (; l < n; ++l) alive += mask[l] ? 1 : 0;
  return alive;
}

int64_t first(int64_t n, Mask mask) {
  if (mask == nullptr) return 0;
  const void* found = std::memchr(mask, 1, static_cast<std::size_t>(n));
  return found == nullptr ? n : static_cast<const bool*>(found) - mask;
}

int64_t last(int64_t n, Mask mask) {
  if (mask == nullptr) return n - 1;
  int64_t l = n - 1;
  while (l >= 0 && !mask[l]) --l;
  return l;
}

std::optional<int64_t> progression(int64_t n, const int64_t* index) {
  if (n < 2) return 0;
  const auto start = static_cast<std::uint64_t>(index[0]);
  const std::uint64_t step = static_cast<std::uint64_t>(index[1]) - start;
  constexpr std::uint64_t kMost = std::uint64_t{1} << 32;
  const std::uint64_t last = start + static_cast<std::uint64_t>(n - 1) * step;
  if (step + kMost > 2 * kMost || static_cast<std::uint64_t>(index[n - 1]) != last) return {};
  // (Multiplications of this width take three times as long as differences.)
  std::uint64_t any = 0;
  for (int64_t l = 1; l < n; ++l)
    any |= (static_cast<std::uint64_t>(index[l]) - static_cast<std::uint64_t>(index[l - 1])) ^ step;
  if (any != 0) return {};
  return static_cast<int64_t>(step);
}

int64_t find_zero(ScalarType type, int64_t n, const void* values, Mask mask) {
  return by_integer(type, [=](auto* tag) {
    const auto* v = static_cast<decltype(tag)>(const_cast<void*>(values));
    return find(n, mask, [v](int64_t l) { return v[l] == 0; });
  });
}

int64_t find_negative(ScalarType type, int64_t n, const void* values, Mask mask) {
  if (!support::is_signed(type)) return -1;
  return by_integer(type, [=](auto* tag) {
    const auto* v = static_cast<decltype(tag)>(const_cast<void*>(values));
    return find(n, mask, [v](int64_t l) { return v[l] < 0; });
  });
}

int64_t find_false(int64_t n, const bool* values, Mask mask) {
  return find(n, mask, [values](int64_t l) { return !values[l]; });
}

bool all_equal(int size, int64_t n, const void* values, Mask mask) {
  const int64_t one = first(n, mask);
  auto same = [=](auto* v) { return find(n, mask, [=](int64_t l) { return v[l] != v[one]; }) < 0; };
  switch (size) {
    case 1: return same(static_cast<const std::uint8_t*>(values));
    case 2: return same(static_cast<const std::uint16_t*>(values));
    case 4: return same(static_cast<const std::uint32_t*>(values));
    case 8: return same(static_cast<const std::uint64_t*>(values));
  }
  return false;
}

Range range(ScalarType type, int64_t n, const void* values, Mask mask) {
  return by_integer(type, [=](auto* tag) {
    const auto* v = static_cast<decltype(tag)>(const_cast<void*>(values));
    Range result{std::numeric_limits<int64_t>::max(), std::numeric_limits<int64_t>::min()};
    for (int64_t l = 0; l < n; ++l) {
      if (mask != nullptr && !mask[l]) continue;
      const auto x = static_cast<int64_t>(v[l]);
      result.low = std::min(result.low, x);
      result.high = std::max(result.high, x);
    }
    return result;
  });
}

int64_t offsets(int64_t n, int64_t* out, const int64_t* index, int64_t extent, int64_t stride,
                bool accumulate, Mask mask) {
  const auto limit = static_cast<std::uint64_t>(extent);
  auto outside = [=](int64_t l) { return static_cast<std::uint64_t>(index[l]) >= limit; };
  const int64_t bad = find(n, nullptr, outside);
  if (bad < 0) {
    if (accumulate)
      for (int64_t l = 0; l < n; ++l) out[l] += index[l] * stride;
    else
      for (int64_t l = 0; l < n; ++l) out[l] = index[l] * stride;
    return -1;
  }
  for (int64_t l = 0; l < n; ++l)
    out[l] = (accumulate ? out[l] : 0) + (outside(l) ? 0 : index[l] * stride);
  return mask == nullptr ? bad : find(n, mask, outside);
}

static bool all_inside(int64_t n, const int64_t* index, std::uint64_t limit) {
  std::uint64_t any = 0;
  for (int64_t l = 0; l < n; ++l) any |= static_cast<std::uint64_t>(index[l]) >= limit ? 1u : 0u;
  return any == 0;
}

int64_t offsets_inside(int64_t n, int64_t* out, bool* inside, const int64_t* index, int64_t extent,
                       int64_t stride, const LanePlaces* from) {
  const auto limit = static_cast<std::uint64_t>(extent);
  const auto each = [=](auto&& is_alive, auto&& place) {
    int64_t alive = 0;
    for (int64_t l = 0; l < n; ++l) {
      const bool in = static_cast<std::uint64_t>(index[l]) < limit;
      const bool both = is_alive(l) && in;
      inside[l] = both;
      out[l] = place(l) + (in ? index[l] * stride : 0);
      alive += both ? 1 : 0;
    }
    return alive;
  };
  if (from == nullptr)
    return each([=](int64_t l) { return inside[l]; }, [=](int64_t l) { return out[l]; });
  const auto [start, step, mask] = *from;
  const auto place = [start = start, step = step](int64_t l) { return start + l * step; };
  if (mask == nullptr) {
    // Mostly all are inside, and strides are powers of two: those of our own arrays are.
    if (all_inside(n, index, limit)) {
      std::fill_n(inside, n, true);
      if (std::has_single_bit(static_cast<std::uint64_t>(stride))) {
        const int by = std::countr_zero(static_cast<std::uint64_t>(stride));
        for (int64_t l = 0; l < n; ++l) out[l] = place(l) + (index[l] << by);
      } else {
        for (int64_t l = 0; l < n; ++l) out[l] = place(l) + index[l] * stride;
      }
      return n;
    }
    return each([](int64_t) { return true; }, place);
  }
  return each([mask = mask](int64_t l) { return mask[l]; }, place);
}

void offset_by_lane(int64_t n, int64_t* out, const int64_t* a, int64_t step, int64_t add) {
  for (int64_t l = 0; l < n; ++l) out[l] = a[l] + l * step + add;
}

void add_offsets(int64_t n, int64_t* out, const int64_t* a, const int64_t* b) {
  for (int64_t l = 0; l < n; ++l) out[l] = a[l] + b[l];
}

void increment(int64_t n, int64_t* counts, Mask mask) {
  for (int64_t l = 0; l < n; ++l) counts[l] += mask == nullptr || mask[l] ? 1 : 0;
}

int64_t below(ScalarType type, int64_t n, bool* out, int64_t index, const void* bounds, Mask mask) {
  return by_integer(type, [=](auto* tag) {
    using T = std::remove_pointer_t<decltype(tag)>;
    const auto* v = static_cast<const T*>(bounds);
    const T i = static_cast<T>(index);
    int64_t alive = 0;
    for (int64_t l = 0; l < n; ++l) {
      out[l] = i < v[l] && (mask == nullptr || mask[l]);
      alive += out[l] ? 1 : 0;
    }
    return alive;
  });
}

}  // namespace laguz::prims::lanes
