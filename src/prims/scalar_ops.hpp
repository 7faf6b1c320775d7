// Formulas on C++ scalars: integers wrap, and every one is total.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "prims/cpp_type.hpp"

namespace laguz::prims::ops {

template <class T>
concept Int = std::is_integral_v<T> && !std::is_same_v<T, bool>;
template <class T>
concept Float = std::is_floating_point_v<T>;

/// Unsigned and at least as wide as int, so that arithmetic in it wraps.
template <Int T>
using Wrapping = std::conditional_t<(sizeof(T) < 4), std::uint32_t, std::make_unsigned_t<T>>;
template <Int T>
inline constexpr int kBits = 8 * static_cast<int>(sizeof(T));
template <Int T>
using Unsigned = std::make_unsigned_t<T>;

// ---- Arithmetic

template <Float T>
T add(T x, T y) {
  return x + y;
}
template <Float T>
T sub(T x, T y) {
  return x - y;
}
template <Float T>
T mul(T x, T y) {
  return x * y;
}
template <Float T>
T neg(T x) {
  return -x;
}

template <Int T>
T add(T x, T y) {
  return static_cast<T>(Wrapping<T>(x) + Wrapping<T>(y));
}
template <Int T>
T sub(T x, T y) {
  return static_cast<T>(Wrapping<T>(x) - Wrapping<T>(y));
}
template <Int T>
T mul(T x, T y) {
  return static_cast<T>(Wrapping<T>(x) * Wrapping<T>(y));
}
template <Int T>
T neg(T x) {
  return static_cast<T>(Wrapping<T>(0) - Wrapping<T>(x));
}

/// Rounded towards zero; 0 for a zero divisor; the lowest number by -1 wraps.
template <Int T>
T quot(T x, T y) {
  if constexpr (sizeof(T) <= 4) {
    // Exact: a quotient that is no integer is farther from one than rounding reaches. And the
    // vectoriser has division for doubles only.
    const double q = static_cast<double>(x) / static_cast<double>(y == 0 ? T{1} : y);
    return y == 0 ? T{0} : static_cast<T>(static_cast<std::int64_t>(q));
  } else {
    if (y == 0) return 0;
    if constexpr (std::is_signed_v<T>)
      if (y == -1) return neg(x);
    return x / y;
  }
}
/// The remainder of quot, of the dividend's sign.
template <Int T>
T rem(T x, T y) {
  return y == 0 ? T{0} : sub(x, mul(quot(x, y), y));
}
/// The remainder of div, of the divisor's sign.
template <Int T>
T mod(T x, T y) {
  T r = rem(x, y);
  if constexpr (std::is_signed_v<T>) r = r != 0 && ((r ^ y) < 0) ? add(r, y) : r;
  return r;
}
/// Rounded towards negative infinity.
template <Int T>
T div(T x, T y) {
  const T q = quot(x, y);
  if constexpr (std::is_signed_v<T>) {
    const T r = sub(x, mul(q, y));
    return y != 0 && r != 0 && ((r ^ y) < 0) ? sub(q, T{1}) : q;
  } else {
    return q;
  }
}
template <Float T>
T div(T x, T y) {
  return x / y;
}
/// From the remainder of the dividend's sign to that of the divisor's; a zero is positive.
template <Float T>
T floor_remainder(T r, T y) {
  return std::copysign(r, y) != r ? r + y : r + T{0};
}
template <Float T>
T mod(T x, T y) {
  return floor_remainder(std::fmod(x, y), y);
}

/// By squaring; 0 for a negative exponent.
template <Int T>
T pow(T x, T y) {
  if constexpr (std::is_signed_v<T>)
    if (y < 0) return 0;
  T result = 1;
  for (Unsigned<T> n = static_cast<Unsigned<T>>(y); n != 0; n = static_cast<Unsigned<T>>(n >> 1)) {
    if ((n & 1) != 0) result = mul(result, x);
    x = mul(x, x);
  }
  return result;
}

template <Int T>
T abs(T x) {
  if constexpr (std::is_signed_v<T>)
    return x < 0 ? neg(x) : x;
  else
    return x;
}
template <Float T>
T abs(T x) {
  return std::fabs(x);
}
template <Int T>
T sgn(T x) {
  return static_cast<T>((x > 0) - (x < 0));
}
/// Of ±0 and NaN, the same.
template <Float T>
T sgn(T x) {
  return x > 0 ? T{1} : x < 0 ? T{-1} : x;
}

// A NaN loses against a number; of equals the first.
template <class T>
T min(T x, T y) {
  if constexpr (Float<T>)
    return x <= y || y != y ? x : y;
  else
    return x <= y ? x : y;
}
template <class T>
T max(T x, T y) {
  if constexpr (Float<T>)
    return x >= y || y != y ? x : y;
  else
    return x >= y ? x : y;
}

// ---- Bits

template <class T>
T bit_and(T x, T y) {
  return static_cast<T>(x & y);
}
template <class T>
T bit_or(T x, T y) {
  return static_cast<T>(x | y);
}
template <class T>
T bit_xor(T x, T y) {
  return static_cast<T>(x ^ y);
}
template <Int T>
T bit_not(T x) {
  return static_cast<T>(~x);
}
inline bool bit_not(bool x) { return !x; }

/// Shift distances are unsigned; as far as the width or farther, all bits are gone.
template <Int T>
T shl(T x, T y) {
  const auto distance = static_cast<Unsigned<T>>(y);
  const auto shifted = static_cast<T>(Wrapping<T>(x) << (distance & (kBits<T> - 1)));
  return distance < kBits<T> ? shifted : T{0};
}
template <Int T>
T shr(T x, T y) {
  const auto distance = static_cast<Unsigned<T>>(y);
  const auto shifted = static_cast<T>(x >> (distance & (kBits<T> - 1)));
  return distance < kBits<T> ? shifted : static_cast<T>(x < 0 ? -1 : 0);
}
template <Int T>
T lshr(T x, T y) {
  return static_cast<T>(shr(static_cast<Unsigned<T>>(x), static_cast<Unsigned<T>>(y)));
}
template <Int T>
std::int32_t popc(T x) {
  return std::popcount(static_cast<Unsigned<T>>(x));
}
template <Int T>
std::int32_t clz(T x) {
  return std::countl_zero(static_cast<Unsigned<T>>(x));
}
template <Int T>
std::int32_t ctz(T x) {
  return std::countr_zero(static_cast<Unsigned<T>>(x));
}
template <Int T>
T mul_hi(T x, T y) {
  if constexpr (sizeof(T) == 8) {
    __extension__ using Wide = std::conditional_t<std::is_signed_v<T>, __int128, unsigned __int128>;
    return static_cast<T>((Wide{x} * Wide{y}) >> 64);
  } else {
    using Wide = std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>;
    return static_cast<T>((Wide{x} * Wide{y}) >> kBits<T>);
  }
}
/// Bits outside are 0, and setting them does nothing.
template <Int T>
std::int32_t get_bit(T x, std::int32_t i) {
  const auto at = static_cast<std::uint32_t>(i);
  const auto bit = (Wrapping<T>(x) >> (at & (kBits<T> - 1))) & 1;
  return at < kBits<T> ? static_cast<std::int32_t>(bit) : 0;
}
template <Int T>
T set_bit(T x, std::int32_t i, std::int32_t value) {
  const auto at = static_cast<std::uint32_t>(i);
  const auto shift = at & (kBits<T> - 1);
  const auto one = Wrapping<T>(Wrapping<T>{1} << shift);
  const auto bits = Wrapping<T>(static_cast<Wrapping<T>>(value) << shift);
  const auto changed = static_cast<T>((Wrapping<T>(x) & ~one) | bits);
  return at < kBits<T> ? changed : x;
}

/// [condition] ? x : y, without a branch that would keep the loop from being vectorised.
inline bool select(bool condition, bool x, bool y) {
  return static_cast<bool>((condition & x) | (!condition & y));
}
template <class T>
T select(bool condition, T x, T y) {
  using Word = std::conditional_t<
      sizeof(T) == 8, std::uint64_t,
      std::conditional_t<sizeof(T) == 4, std::uint32_t,
                         std::conditional_t<sizeof(T) == 2, std::uint16_t, std::uint8_t>>>;
  const auto mask = static_cast<Word>(-static_cast<Word>(condition));
  const auto a = static_cast<Word>(std::bit_cast<Word>(x) & mask);
  const auto b = static_cast<Word>(std::bit_cast<Word>(y) & static_cast<Word>(~mask));
  return std::bit_cast<T>(static_cast<Word>(a | b));
}

// ---- Floats

template <Float T>
T round(T x) {
  return std::nearbyint(x);
}
template <Float T>
bool isinf(T x) {
  return std::fabs(x) == std::numeric_limits<T>::infinity();
}
/// (Halves come as floats: none of theirs is so small.)
template <Float T>
T flush(T x) {
  return std::fabs(x) < std::numeric_limits<T>::min() ? T{0} : x;
}
/// From v0 to v1; t is clamped to [0, 1], and a NaN stays one.
template <Float T>
T lerp(T v0, T v1, T t) {
  const T s = t < 0 ? T{0} : t > 1 ? T{1} : t;
  return v0 + (v1 - v0) * s;
}

inline std::uint16_t to_bits(Half x) { return x.bits; }
inline std::uint32_t to_bits(float x) { return std::bit_cast<std::uint32_t>(x); }
inline std::uint64_t to_bits(double x) { return std::bit_cast<std::uint64_t>(x); }
inline Half from_bits(std::uint16_t x) { return {x}; }
inline float from_bits(std::uint32_t x) { return std::bit_cast<float>(x); }
inline double from_bits(std::uint64_t x) { return std::bit_cast<double>(x); }

inline double fma(double x, double y, double z) { return std::fma(x, y, z); }
inline float fma(float x, float y, float z) { return std::fma(x, y, z); }
/// One rounding: the sum is rounded to odd in double, which keeps what the last rounding must know.
inline Half fma(Half x, Half y, Half z) {
  const double product = double{runtime::half_to_float(x.bits)} * runtime::half_to_float(y.bits);
  const double addend = runtime::half_to_float(z.bits);
  double sum = product + addend;
  const double other = sum - product;
  const double error = (product - (sum - other)) + (addend - other);
  const auto bits = std::bit_cast<std::uint64_t>(sum);
  if (error != 0 && std::isfinite(sum) && (bits & 1) == 0) {
    const bool away = (error > 0) == (sum > 0);
    sum = std::bit_cast<double>(away ? bits + 1 : bits - 1);
  }
  return {runtime::double_to_half(sum)};
}

/// x 2^n rounded once, by products with powers of two that do not round before the last.
inline double ldexp(double x, std::int32_t n) {
  auto power = [](std::int32_t e) {  // e in [-1022, 1023]
    return std::bit_cast<double>(static_cast<std::uint64_t>(e + 1023) << 52);
  };
  auto clamp = [](std::int32_t e, std::int32_t low, std::int32_t high) {
    return e < low ? low : e > high ? high : e;
  };
  // Upwards in steps of 2^1023; downwards in steps of 2^-969, which keep 53 bits above the least
  // normal number, so that only the last step can round.
  n = clamp(n, -969 * 2 - 1022, 1023 * 3);
  for (int step = 0; step < 2; ++step) {
    const std::int32_t part = n > 1023 ? 1023 : n < -1022 ? -969 : 0;
    x *= power(part);
    n -= part;
  }
  return x * power(clamp(n, -1022, 1023));
}
/// In double the product is exact.
inline float ldexp(float x, std::int32_t n) {
  const std::int32_t e = n < -1000 ? -1000 : n > 800 ? 800 : n;
  return static_cast<float>(
      x * std::bit_cast<double>(static_cast<std::uint64_t>(std::int64_t{e} + 1023) << 52));
}

inline double nextafter(double x, double y) { return std::nextafter(x, y); }
inline float nextafter(float x, float y) { return std::nextafter(x, y); }
inline Half nextafter(Half x, Half y) {
  const float a = runtime::half_to_float(x.bits);
  const float b = runtime::half_to_float(y.bits);
  if (std::isnan(a) || std::isnan(b)) return {0x7e00};
  if (a == b) return y;
  if (a == 0) return {static_cast<std::uint16_t>((y.bits & 0x8000) | 1)};
  return {static_cast<std::uint16_t>((a < b) == (a > 0) ? x.bits + 1 : x.bits - 1)};
}

// ---- Conversions

/// Truncated, and then the low bits; 0 for infinities and NaN.
inline std::uint64_t truncate_to_bits(double x) {
  const bool small = x > -0x1p63 && x < 0x1p63;
  const auto near = static_cast<std::uint64_t>(static_cast<std::int64_t>(small ? x : 0.0));
  // Larger numbers are integers, significand times a power of two.
  const auto bits = std::bit_cast<std::uint64_t>(x);
  const std::uint64_t exponent = (bits >> 52) & 0x7ff;
  const std::uint64_t significand = (bits & 0x000fffffffffffff) | 0x0010000000000000;
  const std::uint64_t shift = exponent - 1075;
  const std::uint64_t magnitude = shift < 64 ? significand << (shift & 63) : 0;
  const std::uint64_t far = (bits >> 63) != 0 ? 0 - magnitude : magnitude;
  return small ? near : far;
}

/// A float that rounds to the same half as x: x rounded to odd.
inline float nearly(double x) {
  const float y = static_cast<float>(x);
  const bool exact = static_cast<double>(y) == x || x != x;
  const auto bits = std::bit_cast<std::uint32_t>(y);
  const bool away = std::fabs(static_cast<double>(y)) > std::fabs(x);
  const std::uint32_t odd = (bits - (away ? 1u : 0u)) | 1u;
  return exact ? y : std::bit_cast<float>(odd);
}

/// To C++ type To; Half stands for f16, which comes as a float that rounds to it. Unsigned integers
/// extend with zeros, whatever the source.
template <class To, class From>
auto convert(From x) {
  if constexpr (std::is_same_v<To, bool>) {
    return x != From{0};
  } else if constexpr (std::is_same_v<To, Half>) {
    // An integer that float rounds is too large for a half anyway.
    if constexpr (std::is_same_v<From, double>)
      return nearly(x);
    else
      return static_cast<float>(x);
  } else if constexpr (Float<To> && std::is_same_v<From, bool>) {
    return static_cast<To>(static_cast<std::int32_t>(x));
  } else if constexpr (Float<To>) {
    return static_cast<To>(x);
  } else if constexpr (Float<From>) {
    return static_cast<To>(truncate_to_bits(x));
  } else if constexpr (std::is_unsigned_v<To> && !std::is_same_v<From, bool>) {
    return static_cast<To>(static_cast<Unsigned<From>>(x));
  } else {
    return static_cast<To>(x);
  }
}

}  // namespace laguz::prims::ops
