// Scalars to try primitives with; floats of any type as doubles, and back.
#pragma once

#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>
#include <random>

#include "runtime/half.hpp"
#include "support/scalar_type.hpp"

namespace laguz_test {

using laguz::support::Scalar;
using laguz::support::ScalarType;

inline Scalar of_double(ScalarType type, double x) {
  if (type == ScalarType::f16) return Scalar::f16(laguz::runtime::double_to_half(x));
  if (type == ScalarType::f32) return Scalar::f32(static_cast<float>(x));
  return Scalar::f64(x);
}

inline double to_double(Scalar x) {
  if (x.type == ScalarType::f16) return laguz::runtime::half_to_float(x.as_f16());
  if (x.type == ScalarType::f32) return x.as_f32();
  return x.as_f64();
}

/// A value that tells something about [type]: special, small, or any bits.
inline Scalar sample(ScalarType type, std::mt19937_64& random) {
  const auto pick = random() % 4;
  const auto bits = random();
  if (type == ScalarType::boolean) return Scalar::boolean((bits & 1) != 0);
  if (laguz::support::is_integer(type)) {
    const int width = 8 * laguz::support::size_of(type);
    const std::uint64_t top = std::uint64_t{1} << (width - 1);
    const std::uint64_t edges[] = {
        0, 1, ~std::uint64_t{0}, 2, top, top - 1, static_cast<std::uint64_t>(width), width - 1ULL};
    if (pick == 0) return Scalar::integer(type, static_cast<std::int64_t>(edges[bits % 8]));
    if (pick == 1) return Scalar::integer(type, static_cast<std::int64_t>(bits % 41) - 20);
    return Scalar::integer(type, static_cast<std::int64_t>(bits));
  }
  const double infinity = std::numeric_limits<double>::infinity();
  const double specials[] = {
      0.0,       -0.0,   1.0,   -1.0,   infinity,
      -infinity, 2.0,    0.5,   -0.5,   1e10,
      1e-10,     -1e300, 1e300, 5e-324, 709,
      -745,      171.6,  -170,  1e5,    65504,
      6e-8,      1e38,   88.5,  -2.5,   std::numeric_limits<double>::quiet_NaN()};
  if (pick == 0) return of_double(type, specials[bits % std::size(specials)]);
  if (pick < 3) return of_double(type, std::ldexp(static_cast<double>(bits >> 11), -51) - 2.0);
  const int width = 8 * laguz::support::size_of(type);
  return {type, bits >> (64 - width)};
}

/// The same value, or neither is a number?
inline bool same(Scalar x, Scalar y) {
  if (x == y) return true;
  return laguz::support::is_float(x.type) && std::isnan(to_double(x)) && std::isnan(to_double(y));
}

}  // namespace laguz_test
