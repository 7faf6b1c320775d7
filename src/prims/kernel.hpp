// From one formula to the kernels of a row: scalar, boxed, and over lanes.
//
// The lane loops are written for the vectoriser: no aliasing that matters (out is an operand or
// disjoint from it), one loop per choice of uniform operands where that is worth its code, and
// otherwise a uniform operand spread over a small buffer in the first-level cache.
#pragma once

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "prims/cpp_type.hpp"
#include "prims/half_lanes.hpp"

#ifdef __clang__
#define LAGUZ_LANE_LOOP _Pragma("clang loop vectorize(assume_safety) interleave_count(4)")
#else
#define LAGUZ_LANE_LOOP _Pragma("GCC ivdep") _Pragma("GCC unroll 4")
#endif

namespace laguz::prims {

/// The operand a formula of three names does not have.
struct Absent {};

/// Types of a row: the primitive's own, the unsigned integer of its width, or a fixed one.
struct Self {
  static constexpr Slot slot{};
};
struct Bits {
  static constexpr Slot slot{false, ScalarType::u64, true};
};
template <ScalarType T>
struct Fixed {
  static constexpr Slot slot{false, T, false};
};
template <class R, class... A>
struct Signature {
  static constexpr int arity = static_cast<int>(sizeof...(A));
};
using Bool = Fixed<ScalarType::boolean>;
using I32 = Fixed<ScalarType::i32>;
using Unary = Signature<Self, Self>;
using Binary = Signature<Self, Self, Self>;
using Ternary = Signature<Self, Self, Self, Self>;
using Test = Signature<Bool, Self>;
using Comparison = Signature<Bool, Self, Self>;

/// A kernel that sees an f16 as its bits.
template <class F>
struct Raw : F {
  static constexpr bool raw = true;
};
template <class F>
Raw<F> raw(F f) {
  return Raw<F>{f};
}
template <class F>
concept IsRaw = requires {
  F::raw;
};
/// A kernel with one loop for all types of a size: loop(size, n, out, a, b, c, uniform), where not
/// all operands are uniform.
template <class F>
concept HasLoop = requires {
  F::loop;
};
/// A kernel with its own loop over vectors at C++ type T (sleef.hpp).
template <class F, class T>
concept IsSimd = F::template simd<T>;

/// Types of operands A at the type T.
template <ScalarType T, class... A>
struct OperandTypes {
  static constexpr ScalarType at(int k) {
    constexpr ScalarType types[] = {A::slot.at(T)...};
    return types[k];
  }
};

template <class F, ScalarType T, class S>
struct Kernel;

template <class F, ScalarType T, class R, class... A>
struct Kernel<F, T, Signature<R, A...>> {
  static constexpr int arity = static_cast<int>(sizeof...(A));
  static constexpr ScalarType result = R::slot.at(T);
  using Out = Stored<result>;
  template <int K>
  using In = Stored<OperandTypes<T, A...>::at(K)>;

  /// The formula on stored values.
  static Out call(Stored<A::slot.at(T)>... args) {
    auto padded = [](auto... widened) {
      if constexpr (sizeof...(widened) == 1)
        return F{}(widened..., Absent{}, Absent{});
      else if constexpr (sizeof...(widened) == 2)
        return F{}(widened..., Absent{});
      else
        return F{}(widened...);
    };
    return narrow<result>(padded(widen<A::slot.at(T), IsRaw<F>>(args)...));
  }

  static Scalar boxed(const Scalar* args) {
    return [args]<int... K>(std::integer_sequence<int, K...>) {
      return box<result>(call(unbox<OperandTypes<T, A...>::at(K)>(args[K])...));
    }
    (std::make_integer_sequence<int, arity>{});
  }

  static void lanes(std::int64_t n, void* out, const void* a, const void* b, const void* c,
                    unsigned uniform) {
    constexpr unsigned all = (1u << arity) - 1;
    uniform &= all;
    if (n <= 0) return;
    if (uniform == all) {
      std::fill_n(static_cast<Out*>(out), n, first(a, b, c));
    } else if constexpr (T == ScalarType::f16 && !IsRaw<F>) {
      half(n, out, a, b, c, uniform);
    } else if constexpr (IsSimd<F, Out>) {
      F::lanes(n, static_cast<Out*>(out), static_cast<const In<0>*>(a), static_cast<const Out*>(b),
               uniform);
    } else if constexpr (HasLoop<F>) {
      F::loop(static_cast<int>(sizeof(Out)), n, out, a, b, c, uniform);
    } else if constexpr (arity == 1 && result == ScalarType::f16 && !IsRaw<F>) {
      to_half(n, static_cast<Out*>(out), static_cast<const In<0>*>(a));
    } else {
      loops(n, out, a, b, c, uniform);
    }
  }

 private:
  /// The value of lane 0.
  static Out first(const void* a, const void* b, const void* c) {
    const void* const pointers[] = {a, b, c};
    return [&]<int... K>(std::integer_sequence<int, K...>) {
      return call(*static_cast<const In<K>*>(pointers[K])...);
    }
    (std::make_integer_sequence<int, arity>{});
  }

  // f16: convert a chunk to f32, run the f32 lanes, convert back.
  static void half(std::int64_t n, void* out, const void* a, const void* b, const void* c,
                   unsigned uniform) {
    const void* pointers[] = {a, b, c};
    alignas(64) float wide[3][kHalfChunk];
    alignas(64) float wide_out[kHalfChunk];
    for (std::int64_t i = 0; i < n; i += kHalfChunk) {
      const std::int64_t m = std::min<std::int64_t>(kHalfChunk, n - i);
      const void* args[3] = {};
      [&]<int... K>(std::integer_sequence<int, K...>) {
        ((args[K] = half_operand<K>(pointers[K], (uniform >> K & 1) != 0, i, m, wide[K])), ...);
      }
      (std::make_integer_sequence<int, arity>{});
      constexpr bool half_result = result == ScalarType::f16 && R::slot.same;
      void* to = static_cast<Out*>(out) + i;
      Kernel<F, ScalarType::f32, Signature<R, A...>>::lanes(
          m, half_result ? static_cast<void*>(wide_out) : to, args[0], args[1], args[2], uniform);
      if constexpr (half_result) floats_to_halves(m, static_cast<std::uint16_t*>(to), wide_out);
    }
  }
  template <int K>
  static const void* half_operand(const void* p, bool uniform, std::int64_t i, std::int64_t m,
                                  float* wide) {
    const auto* at = static_cast<const In<K>*>(p) + (uniform ? 0 : i);
    if constexpr (OperandTypes<T, A...>::at(K) != ScalarType::f16)
      return at;
    else
      return halves_to_floats(uniform ? 1 : m, wide, at);
  }

  // A conversion to f16: floats first.
  static void to_half(std::int64_t n, Out* to, const In<0>* x) {
    alignas(64) float wide[kHalfChunk];
    for (std::int64_t i = 0; i < n; i += kHalfChunk) {
      const std::int64_t m = std::min<std::int64_t>(kHalfChunk, n - i);
      LAGUZ_LANE_LOOP
      for (std::int64_t j = 0; j < m; ++j) wide[j] = F{}(x[i + j], Absent{}, Absent{});
      floats_to_halves(m, to + i, wide);
    }
  }

  // Every other type. A bool is loaded as a byte: the vectoriser understands those only.
  template <int K>
  using Lane = std::conditional_t<std::is_same_v<In<K>, bool>, std::uint8_t, In<K>>;
  template <int K>
  static In<K> arg(Lane<K> x) {
    if constexpr (std::is_same_v<In<K>, bool>)
      return x != 0;
    else
      return x;
  }

  static void loops(std::int64_t n, void* out, const void* a, const void* b, const void* c,
                    unsigned uniform) {
    auto* to = static_cast<Out*>(out);
    const auto* x = static_cast<const Lane<0>*>(a);
    if constexpr (arity == 1) {
      LAGUZ_LANE_LOOP
      for (std::int64_t i = 0; i < n; ++i) to[i] = call(arg<0>(x[i]));
    } else if constexpr (arity == 2) {
      binary(n, to, x, static_cast<const Lane<1>*>(b), uniform);
    } else {
      ternary(n, to, x, static_cast<const Lane<1>*>(b), static_cast<const Lane<2>*>(c), uniform);
    }
  }

  template <class X, class Y>
  static void binary(std::int64_t n, Out* to, const X* x, const Y* y, unsigned uniform) {
    if (uniform == 0) {
      LAGUZ_LANE_LOOP
      for (std::int64_t i = 0; i < n; ++i) to[i] = call(arg<0>(x[i]), arg<1>(y[i]));
    } else if constexpr (sizeof(X) < 4) {
      const Spread<X> xs(x, uniform & 1, n);
      const Spread<Y> ys(y, uniform & 2, n);
      for (std::int64_t i = 0; i < n; i += kSpread)
        binary(std::min(kSpread, n - i), to + i, xs.at(i), ys.at(i), 0);
    } else if (uniform == 1) {
      const X k = *x;
      LAGUZ_LANE_LOOP
      for (std::int64_t i = 0; i < n; ++i) to[i] = call(k, arg<1>(y[i]));
    } else {
      const Y k = *y;
      LAGUZ_LANE_LOOP
      for (std::int64_t i = 0; i < n; ++i) to[i] = call(x[i], k);
    }
  }

  template <class X, class Y, class Z>
  static void ternary(std::int64_t n, Out* to, const X* x, const Y* y, const Z* z,
                      unsigned uniform) {
    if (uniform == 0) {
      LAGUZ_LANE_LOOP
      for (std::int64_t i = 0; i < n; ++i) to[i] = call(arg<0>(x[i]), arg<1>(y[i]), arg<2>(z[i]));
      return;
    }
    if constexpr (sizeof(X) >= 4 && sizeof(Y) >= 4 && sizeof(Z) >= 4) {
      // A coefficient, as a rule.
      if (uniform == 1) {
        const X k = *x;
        LAGUZ_LANE_LOOP
        for (std::int64_t i = 0; i < n; ++i) to[i] = call(k, y[i], z[i]);
        return;
      }
      if (uniform == 2) {
        const Y k = *y;
        LAGUZ_LANE_LOOP
        for (std::int64_t i = 0; i < n; ++i) to[i] = call(x[i], k, z[i]);
        return;
      }
    }
    const Spread<X> xs(x, uniform & 1, n);
    const Spread<Y> ys(y, uniform & 2, n);
    const Spread<Z> zs(z, uniform & 4, n);
    for (std::int64_t i = 0; i < n; i += kSpread)
      ternary(std::min(kSpread, n - i), to + i, xs.at(i), ys.at(i), zs.at(i), 0);
  }

  static constexpr std::int64_t kSpread = 512;
  /// An operand in chunks; a uniform one is repeated.
  template <class X>
  class Spread {
   public:
    Spread(const X* x, unsigned uniform, std::int64_t n) : x_(x), uniform_(uniform != 0) {
      if (uniform_) std::fill_n(repeated_, std::min(kSpread, n), *x);
    }
    const X* at(std::int64_t i) const { return uniform_ ? repeated_ : x_ + i; }

   private:
    const X* x_;
    bool uniform_;
    alignas(64) X repeated_[kSpread];
  };
};

}  // namespace laguz::prims
