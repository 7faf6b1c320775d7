// The float functions as the table uses them: SLEEF's, guarded where SLEEF 3.5.1 overflows or loses
// digits (found by a sweep against long double), and functions made of them.
#pragma once

#include <math.h>

#include <cmath>
#include <numbers>

#include "prims/scalar_ops.hpp"
#include "prims/sleef.hpp"

namespace laguz::prims::math {

/// 3.5 of f64 or f32, as the type asks.
template <class T>
constexpr T pick(double f64, double f32) {
  return static_cast<T>(std::is_same_v<T, double> ? f64 : f32);
}

/// A function of doubles on doubles or floats.
template <class T>
T by_double(double (*f)(double), T x) {
  return static_cast<T>(f(x));
}
template <class T>
T by_double(double (*f)(double, double), T x, T y) {
  return static_cast<T>(f(x, y));
}

/// Fn::one takes these.
template <class Fn, class... T>
concept CallableWith = requires(T... x) {
  Fn::one(x...);
};

/// Fn, except that Fn::dubious(operands, result) sends a lane to Fn::reference(operands).
template <class Fn>
struct Guarded {
  template <class... T>
  requires CallableWith<Fn, T...>
  static auto one(T... x) {
    const auto r = Fn::one(x...);
    return Fn::dubious(x..., r) ? Fn::reference(x...) : r;
  }
  static F64s many(F64s v) { return check<double>(Fn::many(v), v); }
  static F32s many(F32s v) { return check<float>(Fn::many(v), v); }
  static F64s many(F64s v, F64s w) { return check<double>(Fn::many(v, w), v, w); }
  static F32s many(F32s v, F32s w) { return check<float>(Fn::many(v, w), v, w); }

 private:
  template <class T, class V>
  static V check(V results, V v) {
    alignas(64) T x[kWidth<T>];
    alignas(64) T r[kWidth<T>];
    store(x, v);
    store(r, results);
    bool any = false;
    for (int i = 0; i < kWidth<T>; ++i) any |= Fn::dubious(x[i], r[i]);
    if (!any) [[likely]]
      return results;
    for (int i = 0; i < kWidth<T>; ++i)
      if (Fn::dubious(x[i], r[i])) r[i] = Fn::reference(x[i]);
    return load(r);
  }
  template <class T, class V>
  static V check(V results, V v, V w) {
    alignas(64) T x[kWidth<T>];
    alignas(64) T y[kWidth<T>];
    alignas(64) T r[kWidth<T>];
    store(x, v);
    store(y, w);
    store(r, results);
    bool any = false;
    for (int i = 0; i < kWidth<T>; ++i) any |= Fn::dubious(x[i], y[i], r[i]);
    if (!any) [[likely]]
      return results;
    for (int i = 0; i < kWidth<T>; ++i)
      if (Fn::dubious(x[i], y[i], r[i])) r[i] = Fn::reference(x[i], y[i]);
    return load(r);
  }
};

struct GuardLog1p : sleef::log1p {
  template <class T>
  static bool dubious(T x, T) {
    return x > pick<T>(1e306, 1e37);
  }
  template <class T>
  static T reference(T x) {
    return by_double(::log1p, x);
  }
};
struct GuardSinh : sleef::sinh {
  template <class T>
  static bool dubious(T x, T) {
    return std::fabs(x) > pick<T>(709, 88);
  }
  template <class T>
  static T reference(T x) {
    return by_double(::sinh, x);
  }
};
struct GuardCosh : sleef::cosh {
  template <class T>
  static bool dubious(T x, T) {
    return std::fabs(x) > pick<T>(709, 88);
  }
  template <class T>
  static T reference(T x) {
    return by_double(::cosh, x);
  }
};
struct GuardAsinh : sleef::asinh {
  template <class T>
  static bool dubious(T x, T) {
    return std::fabs(x) > pick<T>(1e150, 1e18);
  }
  template <class T>
  static T reference(T x) {
    return by_double(::asinh, x);
  }
};
struct GuardAcosh : sleef::acosh {
  template <class T>
  static bool dubious(T x, T) {
    return x > pick<T>(1e150, 1e18);
  }
  template <class T>
  static T reference(T x) {
    return by_double(::acosh, x);
  }
};
struct GuardGamma : sleef::tgamma {
  template <class T>
  static bool dubious(T x, T) {
    return x < pick<T>(-150, -30);
  }
  template <class T>
  static T reference(T x) {
    return by_double(::tgamma, x);
  }
};
/// Of a large argument only the rest modulo 2 counts, and taking it is exact.
template <class T>
T modulo_two(T x) {
  return x - 2 * std::nearbyint(x / 2);
}
/// A zero has the operand's sign, as IEEE 754 wants it.
struct GuardSinpi : sleef::sinpi {
  template <class T>
  static bool dubious(T x, T r) {
    return std::fabs(x) > T{1e6} || r == 0;
  }
  template <class T>
  static T reference(T x) {
    const T r = one(modulo_two(x));
    return r == 0 ? std::copysign(T{0}, x) : r;
  }
};
struct GuardCospi : sleef::cospi {
  template <class T>
  static bool dubious(T x, T r) {
    return std::fabs(x) > T{1e6} || r == 0;
  }
  template <class T>
  static T reference(T x) {
    const T r = one(modulo_two(x));
    return r == 0 ? T{0} : r;
  }
};
/// SLEEF loses the ends of the range. A square is a product: it is the power programs use most; the
/// first power, which is a square's derivative, is the number itself.
struct GuardPow : sleef::pow {
  template <class T>
  static bool dubious(T, T y, T r) {
    const T size = std::fabs(r);
    return y == 2 || y == 1 || !(size > pick<T>(1e-300, 1e-36) && size < pick<T>(1e300, 1e36));
  }
  template <class T>
  static T reference(T x, T y) {
    return y == 2 ? x * x : y == 1 ? x : by_double(::pow, x, y);
  }
};

using log1p = Guarded<GuardLog1p>;
using sinh = Guarded<GuardSinh>;
using cosh = Guarded<GuardCosh>;
using asinh = Guarded<GuardAsinh>;
using acosh = Guarded<GuardAcosh>;
using gamma = Guarded<GuardGamma>;
using sinpi = Guarded<GuardSinpi>;
using cospi = Guarded<GuardCospi>;

/// Fn divided by pi.
template <class Fn>
struct OverPi {
  template <class... T>
  requires CallableWith<Fn, T...>
  static auto one(T... x) {
    const auto r = Fn::one(x...);
    return r * static_cast<decltype(r)>(std::numbers::inv_pi);
  }
  template <class V, class... Vs>
  requires(!std::is_floating_point_v<V>) static V many(V x, Vs... y) {
    return Fn::many(x, y...) * spread(x, std::numbers::inv_pi);
  }
};

struct tanpi {
  template <class T>
  static T one(T x) requires(std::is_floating_point_v<T>) {
    return sinpi::one(x) / cospi::one(x);
  }
  template <class V>
  static V many(V x) {
    return sinpi::many(x) / cospi::many(x);
  }
};

/// x to the y: of integers by squaring.
struct pow : Simd<Guarded<GuardPow>> {
  using Floats = Simd<Guarded<GuardPow>>;
  template <class T>
  T operator()(T x, T y, Absent) const {
    if constexpr (std::is_integral_v<T>)
      return ops::pow(x, y);
    else
      return Floats{}(x, y, Absent{});
  }
  template <class T>
  static void lanes(std::int64_t n, T* out, const T* a, const T* b, unsigned uniform) {
    if ((uniform & 2) != 0 && *b == 2) {
      LAGUZ_LANE_LOOP
      for (std::int64_t i = 0; i < n; ++i) out[i] = a[i] * a[i];
    } else {
      Floats::lanes(n, out, a, b, uniform);
    }
  }
};

inline double lgamma(double x) {
  int sign = 0;
  return ::lgamma_r(x, &sign);
}
inline float lgamma(float x) {
  return by_double<float>([](double y) { return lgamma(y); }, x);
}

/// The derivative of order [order] of digamma; NaN for a negative order.
double polygamma(std::int32_t order, double x);
inline float polygamma(std::int32_t order, float x) {
  return static_cast<float>(polygamma(order, static_cast<double>(x)));
}

}  // namespace laguz::prims::math
