// Division over lanes: of 64-bit integers, and floored remainders of floats.
//
// Where both operands have at most 52 bits, a quotient in double is exact after truncation (one
// that is no integer is farther from an integer than rounding reaches), and the vectoriser has
// division for doubles only. Index arithmetic is always of this kind.
#pragma once

#include "prims/kernel.hpp"
#include "prims/scalar_ops.hpp"

namespace laguz::prims {

/// Calls chunk(m, out, x, y) on parts of the lanes; a uniform operand is repeated.
template <class T, class F>
void in_chunks(std::int64_t n, T* out, const T* a, const T* b, unsigned uniform, const F& chunk) {
  constexpr std::int64_t kChunk = 256;
  alignas(64) T spread[kChunk];
  if (uniform != 0) std::fill_n(spread, std::min(kChunk, n), (uniform & 1) != 0 ? *a : *b);
  for (std::int64_t i = 0; i < n; i += kChunk)
    chunk(std::min(kChunk, n - i), out + i, (uniform & 1) != 0 ? spread : a + i,
          (uniform & 2) != 0 ? spread : b + i);
}

/// Op::scalar(x, y) is the definition; Op::near(x, y, q) is it from the truncated quotient q of
/// operands below 2^52, y not 0.
template <class Op>
struct IntDivision {
  template <class T>
  static constexpr bool simd = ops::Int<T> && sizeof(T) == 8;

  template <class T>
  T operator()(T x, T y, Absent) const {
    return Op::scalar(x, y);
  }

  template <class T>
  static void lanes(std::int64_t n, T* out, const T* a, const T* b, unsigned uniform) {
    in_chunks(n, out, a, b, uniform,
              [](auto m, T* to, const T* x, const T* y) { chunk(m, to, x, y); });
  }

 private:
  template <class T>
  static void chunk(std::int64_t n, T* out, const T* x, const T* y) {
    std::uint64_t large = 0;
    for (std::int64_t i = 0; i < n; ++i) large |= magnitude(x[i]) | magnitude(y[i]);
    if (large >> 52 == 0) {
      LAGUZ_LANE_LOOP
      for (std::int64_t i = 0; i < n; ++i) {
        const T divisor = y[i] == 0 ? T{1} : y[i];
        const auto q = static_cast<T>(
            static_cast<std::int64_t>(static_cast<double>(static_cast<std::int64_t>(x[i])) /
                                      static_cast<double>(static_cast<std::int64_t>(divisor))));
        out[i] = y[i] == 0 ? T{0} : Op::near(x[i], divisor, q);
      }
    } else {
      for (std::int64_t i = 0; i < n; ++i) out[i] = Op::scalar(x[i], y[i]);
    }
  }
  /// At least |x| - 1, and with the same number of bits.
  static std::uint64_t magnitude(std::int64_t x) {
    return static_cast<std::uint64_t>(x ^ (x >> 63));
  }
  static std::uint64_t magnitude(std::uint64_t x) { return x; }
};

struct Quot {
  template <class T>
  static T scalar(T x, T y) {
    return ops::quot(x, y);
  }
  template <class T>
  static T near(T, T, T q) {
    return q;
  }
};
struct Rem {
  template <class T>
  static T scalar(T x, T y) {
    return ops::rem(x, y);
  }
  template <class T>
  static T near(T x, T y, T q) {
    return ops::sub(x, ops::mul(q, y));
  }
};
struct Mod {
  template <class T>
  static T scalar(T x, T y) {
    return ops::mod(x, y);
  }
  template <class T>
  static T near(T x, T y, T q) {
    const T r = Rem::near(x, y, q);
    if constexpr (std::is_signed_v<T>)
      return r != 0 && (r ^ y) < 0 ? ops::add(r, y) : r;
    else
      return r;
  }
};
/// Of floats, the quotient.
struct Div {
  template <class T>
  static T scalar(T x, T y) {
    return ops::div(x, y);
  }
  template <class T>
  static T near(T x, T y, T q) {
    const T r = Rem::near(x, y, q);
    if constexpr (std::is_signed_v<T>)
      return r != 0 && (r ^ y) < 0 ? ops::sub(q, T{1}) : q;
    else
      return q;
  }
};

#ifdef __FMA__
inline constexpr bool kFastFma = true;
#else
inline constexpr bool kFastFma = false;
#endif

/// The remainder of the divisor's sign, of every number.
struct Modulo : IntDivision<Mod> {
  template <class T>
  static constexpr bool simd = (ops::Int<T> && sizeof(T) == 8) || (ops::Float<T> && kFastFma);

  template <class T>
  static void lanes(std::int64_t n, T* out, const T* a, const T* b, unsigned uniform) {
    if constexpr (ops::Int<T>) {
      IntDivision<Mod>::lanes(n, out, a, b, uniform);
    } else {
      in_chunks(n, out, a, b, uniform,
                [](auto m, T* to, const T* x, const T* y) { chunk(m, to, x, y); });
    }
  }

 private:
  /// A quotient within [limit] is right or one too far from 0; x - qy is exact for both, and one
  /// more addition, exact too, mends the second.
  template <class T>
  static void chunk(std::int64_t n, T* out, const T* x, const T* y) {
    constexpr T limit = sizeof(T) == 8 ? T{0x1p50} : T{0x1p22};
    int far = 0;
    for (std::int64_t i = 0; i < n; ++i) {
      const bool near = std::fabs(x[i] / y[i]) < limit;
      const bool finite = std::fabs(y[i]) < std::numeric_limits<T>::infinity();
      far |= !(near & finite);
    }
    if (far == 0) {
      LAGUZ_LANE_LOOP
      for (std::int64_t i = 0; i < n; ++i) {
        const T q = std::trunc(x[i] / y[i]);
        const T r = std::fma(-q, y[i], x[i]);
        const bool beyond = std::copysign(r, x[i]) != r;
        const T truncated = beyond ? r + std::copysign(y[i], x[i]) : r;
        out[i] = ops::floor_remainder(truncated, y[i]);
      }
    } else {
      for (std::int64_t i = 0; i < n; ++i) out[i] = ops::mod(x[i], y[i]);
    }
  }
};

}  // namespace laguz::prims
