#include "prims/lanes_move.hpp"

#include <algorithm>
#include <cstring>

#include "support/assert.hpp"

namespace laguz::prims::lanes {
namespace {

using std::int64_t;

/// Calls f with a null pointer to the unsigned type of [size] bytes.
template <class F>
auto by_size(int size, F f) {
  switch (size) {
    case 1: return f(static_cast<std::uint8_t*>(nullptr));
    case 2: return f(static_cast<std::uint16_t*>(nullptr));
    case 4: return f(static_cast<std::uint32_t*>(nullptr));
    case 8: return f(static_cast<std::uint64_t*>(nullptr));
  }
  LAGUZ_ASSERT(false, "no scalar is this wide");
}

/// A square of this many elements is turned at a time: whole cache lines on both sides.
constexpr int64_t kSquare = 16;

template <class T>
void turn(int64_t rows, int64_t columns, T* out, int64_t out_stride, const T* in,
          int64_t in_stride) {
  for (int64_t r0 = 0; r0 < rows; r0 += kSquare) {
    const int64_t height = std::min(kSquare, rows - r0);
    for (int64_t c0 = 0; c0 < columns; c0 += kSquare) {
      const int64_t width = std::min(kSquare, columns - c0);
      if (height == kSquare && width == kSquare) {
        for (int64_t c = 0; c < kSquare; ++c)
          for (int64_t r = 0; r < kSquare; ++r)
            out[(c0 + c) * out_stride + r0 + r] = in[(r0 + r) * in_stride + c0 + c];
      } else {
        for (int64_t c = 0; c < width; ++c)
          for (int64_t r = 0; r < height; ++r)
            out[(c0 + c) * out_stride + r0 + r] = in[(r0 + r) * in_stride + c0 + c];
      }
    }
  }
}

template <class T>
void ramp(int64_t n, void* out, int64_t start, int64_t step) {
  auto* o = static_cast<T*>(out);
  // Unsigned: sums wrap as the integer type's do.
  const auto first = static_cast<T>(start);
  const auto by = static_cast<T>(step);
  for (int64_t l = 0; l < n; ++l) o[l] = static_cast<T>(first + static_cast<T>(l) * by);
}

template <class T>
void shifted(int64_t n, void* out, int64_t start, const int64_t* at) {
  auto* o = static_cast<T*>(out);
  for (int64_t l = 0; l < n; ++l)
    o[l] = static_cast<T>(static_cast<std::uint64_t>(start) + static_cast<std::uint64_t>(at[l]));
}

}  // namespace

void fill(int size, int64_t n, void* out, const void* value) {
  by_size(size, [=](auto* tag) {
    using T = std::remove_pointer_t<decltype(tag)>;
    std::fill_n(static_cast<T*>(out), n, *static_cast<const T*>(value));
  });
}

void load(int size, int64_t n, void* out, const void* in, int64_t stride) {
  by_size(size, [=](auto* tag) {
    using T = std::remove_pointer_t<decltype(tag)>;
    auto* o = static_cast<T*>(out);
    const auto* i = static_cast<const T*>(in);
    if (stride == 1)
      std::memcpy(o, i, static_cast<std::size_t>(n) * sizeof(T));
    else if (stride == 0)
      std::fill_n(o, n, *i);
    else
      for (int64_t l = 0; l < n; ++l) o[l] = i[l * stride];
  });
}

void store(int size, int64_t n, void* out, int64_t stride, const void* in) {
  by_size(size, [=](auto* tag) {
    using T = std::remove_pointer_t<decltype(tag)>;
    auto* o = static_cast<T*>(out);
    const auto* i = static_cast<const T*>(in);
    if (stride == 1)
      std::memcpy(o, i, static_cast<std::size_t>(n) * sizeof(T));
    else
      for (int64_t l = 0; l < n; ++l) o[l * stride] = i[l];
  });
}

void gather(int size, int64_t n, void* out, const void* base, const int64_t* at) {
  by_size(size, [=](auto* tag) {
    using T = std::remove_pointer_t<decltype(tag)>;
    auto* o = static_cast<T*>(out);
    const auto* b = static_cast<const T*>(base);
    for (int64_t l = 0; l < n; ++l) o[l] = b[at[l]];
  });
}

void scatter(int size, int64_t n, void* base, const int64_t* at, const void* in, bool uniform,
             Mask mask) {
  by_size(size, [=](auto* tag) {
    using T = std::remove_pointer_t<decltype(tag)>;
    auto* b = static_cast<T*>(base);
    const auto* i = static_cast<const T*>(in);
    const int64_t step = uniform ? 0 : 1;
    if (mask == nullptr) {
      for (int64_t l = 0; l < n; ++l) b[at[l]] = i[l * step];
    } else {
      for (int64_t l = 0; l < n; ++l)
        if (mask[l]) b[at[l]] = i[l * step];
    }
  });
}

void select(int size, int64_t n, void* out, Mask mask, const void* a, const void* b,
            unsigned uniform) {
  by_size(size, [=](auto* tag) {
    using T = std::remove_pointer_t<decltype(tag)>;
    auto* o = static_cast<T*>(out);
    const auto* x = static_cast<const T*>(a);
    const auto* y = static_cast<const T*>(b);
    // Both sides are read before the choice, so that the loop has no branch.
    if (uniform == 0) {
      for (int64_t l = 0; l < n; ++l) {
        const T p = x[l], q = y[l];
        o[l] = mask[l] ? p : q;
      }
    } else if (uniform == 1) {
      const T p = *x;
      for (int64_t l = 0; l < n; ++l) {
        const T q = y[l];
        o[l] = mask[l] ? p : q;
      }
    } else if (uniform == 2) {
      const T q = *y;
      for (int64_t l = 0; l < n; ++l) {
        const T p = x[l];
        o[l] = mask[l] ? p : q;
      }
    } else {
      const T p = *x, q = *y;
      for (int64_t l = 0; l < n; ++l) o[l] = mask[l] ? p : q;
    }
  });
}

void transpose(int size, int64_t rows, int64_t columns, void* out, int64_t out_stride,
               const void* in, int64_t in_stride) {
  by_size(size, [=](auto* tag) {
    using T = std::remove_pointer_t<decltype(tag)>;
    turn(rows, columns, static_cast<T*>(out), out_stride, static_cast<const T*>(in), in_stride);
  });
}

void affine(support::ScalarType type, int64_t n, void* out, int64_t start, int64_t step) {
  by_size(support::size_of(type),
          [=](auto* tag) { ramp<std::remove_pointer_t<decltype(tag)>>(n, out, start, step); });
}

void affine_at(support::ScalarType type, int64_t n, void* out, int64_t start, const int64_t* at) {
  by_size(support::size_of(type),
          [=](auto* tag) { shifted<std::remove_pointer_t<decltype(tag)>>(n, out, start, at); });
}

int64_t compact(int size, int64_t n, void* out, const void* in, Mask mask) {
  return by_size(size, [=](auto* tag) {
    using T = std::remove_pointer_t<decltype(tag)>;
    auto* o = static_cast<T*>(out);
    const auto* i = static_cast<const T*>(in);
    int64_t kept = 0;
    for (int64_t l = 0; l < n; ++l) {
      o[kept] = i[l];
      kept += mask[l] ? 1 : 0;
    }
    return kept;
  });
}

}  // namespace laguz::prims::lanes
