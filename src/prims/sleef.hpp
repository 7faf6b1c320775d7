// Transcendental functions: SLEEF's, one routine for a scalar and for lanes.
//
// SLEEF's finz_ (with FMA) and cinz_ (without) functions give the same bits at every vector width,
// so a lane and a scalar agree. math.hpp says where something else must step in.
#pragma once

#include <immintrin.h>
#include <sleef.h>

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "prims/kernel.hpp"

namespace laguz::prims {

#if defined(__AVX512F__)
#define LAGUZ_SLEEF_ONE(NAME, T, ULP) Sleef_finz_##NAME##T##1_##ULP##purecfma
#define LAGUZ_SLEEF_F64(NAME, ULP) Sleef_finz_##NAME##d8_##ULP##avx512f
#define LAGUZ_SLEEF_F32(NAME, ULP) Sleef_finz_##NAME##f16_##ULP##avx512f
using F64s = __m512d;
using F32s = __m512;
inline F64s splat(double x) { return _mm512_set1_pd(x); }
inline F32s splat(float x) { return _mm512_set1_ps(x); }
inline F64s load(const double* p) { return _mm512_loadu_pd(p); }
inline F32s load(const float* p) { return _mm512_loadu_ps(p); }
inline void store(double* p, F64s x) { _mm512_storeu_pd(p, x); }
inline void store(float* p, F32s x) { _mm512_storeu_ps(p, x); }
#elif defined(__AVX2__) && defined(__FMA__)
#define LAGUZ_SLEEF_ONE(NAME, T, ULP) Sleef_finz_##NAME##T##1_##ULP##purecfma
#define LAGUZ_SLEEF_F64(NAME, ULP) Sleef_finz_##NAME##d4_##ULP##avx2
#define LAGUZ_SLEEF_F32(NAME, ULP) Sleef_finz_##NAME##f8_##ULP##avx2
using F64s = __m256d;
using F32s = __m256;
inline F64s splat(double x) { return _mm256_set1_pd(x); }
inline F32s splat(float x) { return _mm256_set1_ps(x); }
inline F64s load(const double* p) { return _mm256_loadu_pd(p); }
inline F32s load(const float* p) { return _mm256_loadu_ps(p); }
inline void store(double* p, F64s x) { _mm256_storeu_pd(p, x); }
inline void store(float* p, F32s x) { _mm256_storeu_ps(p, x); }
#else
#define LAGUZ_SLEEF_ONE(NAME, T, ULP) Sleef_cinz_##NAME##T##1_##ULP##purec
#define LAGUZ_SLEEF_F64(NAME, ULP) Sleef_cinz_##NAME##d2_##ULP##sse2
#define LAGUZ_SLEEF_F32(NAME, ULP) Sleef_cinz_##NAME##f4_##ULP##sse2
using F64s = __m128d;
using F32s = __m128;
inline F64s splat(double x) { return _mm_set1_pd(x); }
inline F32s splat(float x) { return _mm_set1_ps(x); }
inline F64s load(const double* p) { return _mm_loadu_pd(p); }
inline F32s load(const float* p) { return _mm_loadu_ps(p); }
inline void store(double* p, F64s x) { _mm_storeu_pd(p, x); }
inline void store(float* p, F32s x) { _mm_storeu_ps(p, x); }
#endif

// Vectors of 256 bits, as parts of those.
#if defined(__AVX512F__)
#define LAGUZ_QUADS
inline F64s doubled(__m256d x) { return __builtin_shufflevector(x, x, 0, 1, 2, 3, 0, 1, 2, 3); }
inline F32s doubled(__m256 x) { return _mm512_castpd_ps(doubled(_mm256_castps_pd(x))); }
inline __m256d halved(F64s x) { return __builtin_shufflevector(x, x, 0, 1, 2, 3); }
inline __m256 halved(F32s x) { return _mm256_castpd_ps(halved(_mm512_castps_pd(x))); }
#elif defined(__AVX2__) && defined(__FMA__)
#define LAGUZ_QUADS
inline F64s doubled(__m256d x) { return x; }
inline F32s doubled(__m256 x) { return x; }
inline __m256d halved(F64s x) { return x; }
inline __m256 halved(F32s x) { return x; }
#endif

/// Lanes of a vector of T.
template <class T>
inline constexpr int kWidth = static_cast<int>(sizeof(F64s) / sizeof(T));

/// The number [c] in every lane of a vector like the first argument.
inline F64s spread(F64s, double c) { return splat(c); }
inline F32s spread(F32s, double c) { return splat(static_cast<float>(c)); }

/// A kernel from Fn::one (a scalar) and Fn::many (a vector).
template <class Fn>
struct Simd {
  template <class T>
  static constexpr bool simd = std::is_floating_point_v<T>;

  template <class T>
  T operator()(T x, Absent, Absent) const {
    return Fn::one(x);
  }
  template <class T>
  T operator()(T x, T y, Absent) const {
    return Fn::one(x, y);
  }

  /// For operands in registers of 256 bits; null where there are none.
  template <class T>
  static ScalarKernel quad() {
#ifdef LAGUZ_QUADS
    if constexpr (requires { Fn::one(T{}); }) {
      if constexpr (std::is_same_v<T, double>)
        return cast(+[](__m256d x) { return halved(Fn::many(doubled(x))); });
      else
        return cast(+[](__m256 x) { return halved(Fn::many(doubled(x))); });
    } else {
      if constexpr (std::is_same_v<T, double>)
        return cast(+[](__m256d x, __m256d y) { return halved(Fn::many(doubled(x), doubled(y))); });
      else
        return cast(+[](__m256 x, __m256 y) { return halved(Fn::many(doubled(x), doubled(y))); });
    }
#else
    return nullptr;
#endif
  }

  template <class T>
  static void lanes(std::int64_t n, T* out, const T* a, const T* b, unsigned uniform) {
    constexpr int w = kWidth<T>;
    alignas(64) T x[w] = {};
    std::int64_t i = 0;
    if constexpr (requires { Fn::one(T{}); }) {
      for (; i + w <= n; i += w) store(out + i, Fn::many(load(a + i)));
      if (i == n) return;
      std::copy(a + i, a + n, x);
      store(x, Fn::many(load(x)));
    } else {
      const bool first = (uniform & 1) != 0;
      const bool second = (uniform & 2) != 0;
      const auto k = splat(first ? *a : *b);
      auto call = [&](const T* p, const T* q) {
        return Fn::many(first ? k : load(p), second ? k : load(q));
      };
      for (; i + w <= n; i += w) store(out + i, call(a + i, b + i));
      if (i == n) return;
      alignas(64) T y[w] = {};
      if (!first) std::copy(a + i, a + n, x);
      if (!second) std::copy(b + i, b + n, y);
      store(x, call(x, y));
    }
    std::copy_n(x, n - i, out + i);
  }

 private:
  template <class Function>
  static ScalarKernel cast(Function* function) {
    return reinterpret_cast<ScalarKernel>(function);
  }
};

namespace sleef {

#define LAGUZ_SLEEF_1(NAME, ULP)                                             \
  struct NAME {                                                              \
    static double one(double x) { return LAGUZ_SLEEF_ONE(NAME, d, ULP)(x); } \
    static float one(float x) { return LAGUZ_SLEEF_ONE(NAME, f, ULP)(x); }   \
    static F64s many(F64s x) { return LAGUZ_SLEEF_F64(NAME, ULP)(x); }       \
    static F32s many(F32s x) { return LAGUZ_SLEEF_F32(NAME, ULP)(x); }       \
  };
#define LAGUZ_SLEEF_2(NAME, ULP)                                                          \
  struct NAME {                                                                           \
    static double one(double x, double y) { return LAGUZ_SLEEF_ONE(NAME, d, ULP)(x, y); } \
    static float one(float x, float y) { return LAGUZ_SLEEF_ONE(NAME, f, ULP)(x, y); }    \
    static F64s many(F64s x, F64s y) { return LAGUZ_SLEEF_F64(NAME, ULP)(x, y); }         \
    static F32s many(F32s x, F32s y) { return LAGUZ_SLEEF_F32(NAME, ULP)(x, y); }         \
  };
LAGUZ_SLEEF_1(exp, u10)
LAGUZ_SLEEF_1(exp2, u10)
LAGUZ_SLEEF_1(exp10, u10)
LAGUZ_SLEEF_1(expm1, u10)
LAGUZ_SLEEF_1(log, u10)
LAGUZ_SLEEF_1(log2, u10)
LAGUZ_SLEEF_1(log10, u10)
LAGUZ_SLEEF_1(log1p, u10)
LAGUZ_SLEEF_1(sin, u10)
LAGUZ_SLEEF_1(cos, u10)
LAGUZ_SLEEF_1(tan, u10)
LAGUZ_SLEEF_1(sinpi, u05)
LAGUZ_SLEEF_1(cospi, u05)
LAGUZ_SLEEF_1(asin, u10)
LAGUZ_SLEEF_1(acos, u10)
LAGUZ_SLEEF_1(atan, u10)
LAGUZ_SLEEF_1(sinh, u10)
LAGUZ_SLEEF_1(cosh, u10)
LAGUZ_SLEEF_1(tanh, u10)
LAGUZ_SLEEF_1(asinh, u10)
LAGUZ_SLEEF_1(acosh, u10)
LAGUZ_SLEEF_1(atanh, u10)
LAGUZ_SLEEF_1(cbrt, u10)
LAGUZ_SLEEF_1(tgamma, u10)
LAGUZ_SLEEF_1(erf, u10)
LAGUZ_SLEEF_1(erfc, u15)
LAGUZ_SLEEF_2(atan2, u10)
LAGUZ_SLEEF_2(hypot, u05)
LAGUZ_SLEEF_2(pow, u10)
#undef LAGUZ_SLEEF_1
#undef LAGUZ_SLEEF_2

}  // namespace sleef
}  // namespace laguz::prims
