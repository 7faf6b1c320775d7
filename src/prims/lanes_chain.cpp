#include "prims/lanes_chain.hpp"

#if defined(__SSE2__)
#include <immintrin.h>
#endif

#include <bit>
#include <cmath>
#include <limits>
#include <string_view>
#include <type_traits>
#include <utility>

#include "prims/catalog.hpp"
#include "prims/cpp_type.hpp"

namespace laguz::prims::lanes {
namespace {

using std::int64_t;

#if defined(__AVX512F__)
constexpr int kBytes = 64;
#elif defined(__AVX__)
constexpr int kBytes = 32;
#else
constexpr int kBytes = 16;
#endif
constexpr int kVectors = 8;

/// The widest vector that calls pass in registers; eight of them are the accumulator.
typedef std::int64_t Raw __attribute__((vector_size(kBytes)));

template <class T>
struct VectorOf {
  typedef T type __attribute__((vector_size(kBytes)));
  /// The same in memory, at any address.
  typedef T loose __attribute__((vector_size(kBytes), aligned(alignof(T)), may_alias));
};
template <class T>
using Vector = typename VectorOf<T>::type;

using Code = void (*)(const ChainStep*, int64_t, Raw, Raw, Raw, Raw, Raw, Raw, Raw, Raw);

#define LAGUZ_PASS a0, a1, a2, a3, a4, a5, a6, a7
#define LAGUZ_ACC Raw a0, Raw a1, Raw a2, Raw a3, Raw a4, Raw a5, Raw a6, Raw a7
#define LAGUZ_NEXT return reinterpret_cast<Code>(step[1].code)(step + 1, at, LAGUZ_PASS)

/// [x] in every place: one instruction where it is written so. (A loop over the places goes through
/// memory in halves, which the processor then waits for.)
template <class T, std::size_t... I>
Vector<T> spread(T x, std::index_sequence<I...>) {
  return Vector<T>{(static_cast<void>(I), x)...};
}

/// Vector k of an operand's block.
template <class T, bool Uniform>
struct Operand {
  Operand(const void* from, int64_t at) {
    if constexpr (Uniform)
      all_ = spread(*static_cast<const T*>(from), std::make_index_sequence<kBytes / sizeof(T)>{});
    else
      from_ = reinterpret_cast<const typename VectorOf<T>::loose*>(
          static_cast<const std::byte*>(from) + at);
  }
  Vector<T> operator[](int k) const {
    if constexpr (Uniform)
      return all_;
    else
      return from_[k];
  }

 private:
  Vector<T> all_{};
  const typename VectorOf<T>::loose* from_ = nullptr;
};

// The formulas of the rows (scalar_ops.hpp), on vectors. Integers are unsigned here: they wrap.
struct Add {
  template <class V>
  static V of(V x, V y) {
    return x + y;
  }
};
struct Sub {
  template <class V>
  static V of(V x, V y) {
    return x - y;
  }
};
struct Mul {
  template <class V>
  static V of(V x, V y) {
    return x * y;
  }
};
struct Div {
  template <class V>
  static V of(V x, V y) {
    return x / y;
  }
};
struct Min {
  template <class V>
  static V of(V x, V y) {
    return ((x <= y) | (y != y)) ? x : y;
  }
};
struct Max {
  template <class V>
  static V of(V x, V y) {
    return ((x >= y) | (y != y)) ? x : y;
  }
};
struct Neg {
  template <class V>
  static V of(V x) {
    return -x;
  }
};

// Of three: what the accumulator becomes with a and b.
struct Mad {
  template <class V>
  static V of(V a, V b, V acc) {
    return V(a * b) + acc;
  }
};
struct MulSub {
  template <class V>
  static V of(V a, V b, V acc) {
    return V(a * b) - acc;
  }
};
struct Gt {
  template <class V>
  static auto of(V a, V b) {
    return a > b;
  }
};
struct Ge {
  template <class V>
  static auto of(V a, V b) {
    return a >= b;
  }
};
struct Eq {
  template <class V>
  static auto of(V a, V b) {
    return a == b;
  }
};
template <class Compare>
struct Gate {
  template <class V>
  static V of(V a, V b, V acc) {
    return Compare::of(a, b) ? acc : V{};
  }
};
template <class Compare>
struct Stop {
  template <class V>
  static V of(V a, V b, V acc) {
    return Compare::of(a, b) ? V{} : acc;
  }
};

struct Flush {
  template <class V>
  static V of(V x) {
    using T = std::remove_reference_t<decltype(x[0])>;
    constexpr T kLeast = std::numeric_limits<T>::min();
    return ((x < kLeast) & (x > -kLeast)) ? V{} : x;
  }
};

// The compiler has no root of its vectors. (With a mask, because GCC 12 sees an uninitialised
// operand without one.)
struct Sqrt {
#if defined(__AVX512F__)
  static Vector<double> of(Vector<double> x) { return _mm512_maskz_sqrt_pd(0xff, x); }
  static Vector<float> of(Vector<float> x) { return _mm512_maskz_sqrt_ps(0xffff, x); }
#elif defined(__AVX__)
  static Vector<double> of(Vector<double> x) { return _mm256_sqrt_pd(x); }
  static Vector<float> of(Vector<float> x) { return _mm256_sqrt_ps(x); }
#elif defined(__SSE2__)
  static Vector<double> of(Vector<double> x) { return _mm_sqrt_pd(x); }
  static Vector<float> of(Vector<float> x) { return _mm_sqrt_ps(x); }
#else
  template <class V>
  static V of(V x) {
    for (std::size_t i = 0; i < sizeof x / sizeof x[0]; ++i) x[i] = std::sqrt(x[i]);
    return x;
  }
#endif
};

template <class T>
void stop(const ChainStep*, int64_t, Raw, Raw, Raw, Raw, Raw, Raw, Raw, Raw) {}

template <class T, bool Uniform>
void load(const ChainStep* step, int64_t at, Raw, Raw, Raw, Raw, Raw, Raw, Raw, Raw) {
  const Operand<T, Uniform> x(step->a, at);
  const auto a0 = (Raw)x[0], a1 = (Raw)x[1], a2 = (Raw)x[2], a3 = (Raw)x[3];
  const auto a4 = (Raw)x[4], a5 = (Raw)x[5], a6 = (Raw)x[6], a7 = (Raw)x[7];
  LAGUZ_NEXT;
}

template <class T>
void store(const ChainStep* step, int64_t at, LAGUZ_ACC) {
  auto* to = reinterpret_cast<typename VectorOf<T>::loose*>(
      const_cast<std::byte*>(static_cast<const std::byte*>(step->a)) + at);
  using V = Vector<T>;
  to[0] = (V)a0;
  to[1] = (V)a1;
  to[2] = (V)a2;
  to[3] = (V)a3;
  to[4] = (V)a4;
  to[5] = (V)a5;
  to[6] = (V)a6;
  to[7] = (V)a7;
  LAGUZ_NEXT;
}

template <class Op, class T, ChainSide Side, bool Uniform>
void binary(const ChainStep* step, int64_t at, LAGUZ_ACC) {
  using V = Vector<T>;
  auto apply = [](Raw& acc, V x) {
    if constexpr (Side == ChainSide::left)
      acc = (Raw)Op::of((V)acc, x);
    else
      acc = (Raw)Op::of(x, (V)acc);
  };
  const Operand<T, Uniform> x(step->a, at);
  apply(a0, x[0]);
  apply(a1, x[1]);
  apply(a2, x[2]);
  apply(a3, x[3]);
  apply(a4, x[4]);
  apply(a5, x[5]);
  apply(a6, x[6]);
  apply(a7, x[7]);
  LAGUZ_NEXT;
}

template <class Op, class T>
void binary_both(const ChainStep* step, int64_t at, LAGUZ_ACC) {
  using V = Vector<T>;
  auto apply = [](Raw& acc) { acc = (Raw)Op::of((V)acc, (V)acc); };
  apply(a0);
  apply(a1);
  apply(a2);
  apply(a3);
  apply(a4);
  apply(a5);
  apply(a6);
  apply(a7);
  LAGUZ_NEXT;
}

template <class Op, class T>
void unary(const ChainStep* step, int64_t at, LAGUZ_ACC) {
  using V = Vector<T>;
  auto apply = [](Raw& acc) { acc = (Raw)Op::of((V)acc); };
  apply(a0);
  apply(a1);
  apply(a2);
  apply(a3);
  apply(a4);
  apply(a5);
  apply(a6);
  apply(a7);
  LAGUZ_NEXT;
}

template <class Op, class T, bool AUniform, bool BUniform>
void ternary(const ChainStep* step, int64_t at, LAGUZ_ACC) {
  using V = Vector<T>;
  const Operand<T, AUniform> x(step->a, at);
  const Operand<T, BUniform> y(step->b, at);
  auto apply = [&](Raw& acc, int k) { acc = (Raw)Op::of(x[k], y[k], (V)acc); };
  apply(a0, 0);
  apply(a1, 1);
  apply(a2, 2);
  apply(a3, 3);
  apply(a4, 4);
  apply(a5, 5);
  apply(a6, 6);
  apply(a7, 7);
  LAGUZ_NEXT;
}

/// As many truths, a byte each, as a vector has places: which of them hold.
template <class T>
struct Truths {
  static constexpr int kPlaces = kBytes / sizeof(T);
  using Wide = decltype(Vector<T>{} == Vector<T>{});

  Truths(const void* from, int64_t at)
      : from_(static_cast<const std::uint8_t*>(from) + at / static_cast<int64_t>(sizeof(T))) {}
  Wide operator[](int k) const { return widened(from_ + k * kPlaces) != 0; }

 private:
  // (The compiler would widen them one by one.)
  static Wide widened(const std::uint8_t* from) {
#if defined(__AVX512F__)
    if constexpr (sizeof(T) == 8)
      return (Wide)_mm512_maskz_cvtepu8_epi64(0xff, _mm_loadl_epi64((const __m128i*)from));
    else
      return (Wide)_mm512_maskz_cvtepu8_epi32(0xffff, _mm_loadu_si128((const __m128i*)from));
#elif defined(__AVX2__)
    if constexpr (sizeof(T) == 8)
      return (Wide)_mm256_cvtepu8_epi64(_mm_loadu_si32(from));
    else
      return (Wide)_mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i*)from));
#else
    Wide wide;
    for (int i = 0; i < kPlaces; ++i) wide[i] = from[i];
    return wide;
#endif
  }

  const std::uint8_t* from_;
};

// The accumulator where truths hold, or where they do not; b elsewhere.
template <class T, bool Holds, bool Uniform>
void choose(const ChainStep* step, int64_t at, LAGUZ_ACC) {
  using V = Vector<T>;
  const Truths<T> truths(step->a, at);
  const Operand<T, Uniform> other(step->b, at);
  auto apply = [&](Raw& acc, int k) {
    acc = Holds ? (Raw)(truths[k] ? (V)acc : other[k]) : (Raw)(truths[k] ? other[k] : (V)acc);
  };
  apply(a0, 0);
  apply(a1, 1);
  apply(a2, 2);
  apply(a3, 3);
  apply(a4, 4);
  apply(a5, 5);
  apply(a6, 6);
  apply(a7, 7);
  LAGUZ_NEXT;
}

// The accumulator if the truth holds, or if it does not; else b.
template <class T, bool Holds, bool Uniform>
void decide(const ChainStep* step, int64_t at, LAGUZ_ACC) {
  const bool holds = *static_cast<const std::uint8_t*>(step->a) != 0;
  if (holds == Holds) LAGUZ_NEXT;
  const Operand<T, Uniform> x(step->b, at);
  a0 = (Raw)x[0], a1 = (Raw)x[1], a2 = (Raw)x[2], a3 = (Raw)x[3];
  a4 = (Raw)x[4], a5 = (Raw)x[5], a6 = (Raw)x[6], a7 = (Raw)x[7];
  LAGUZ_NEXT;
}

ChainCode code(Code typed) { return reinterpret_cast<ChainCode>(typed); }

/// Calls f with a std::type_identity of the C++ type that computes [type]; min and max need the
/// sign, all else wraps.
template <class F>
ChainCode by_type(ScalarType type, F f) {
  switch (type) {
    case ScalarType::f64: return f(std::type_identity<double>{});
    case ScalarType::f32: return f(std::type_identity<float>{});
    case ScalarType::i64:
    case ScalarType::u64: return f(std::type_identity<std::uint64_t>{});
    case ScalarType::i32:
    case ScalarType::u32: return f(std::type_identity<std::uint32_t>{});
    case ScalarType::i8:
    case ScalarType::i16:
    case ScalarType::u8:
    case ScalarType::u16:
    case ScalarType::f16:
    case ScalarType::boolean: break;
  }
  return nullptr;
}

template <class Op, class T>
ChainCode binary_code(ChainSide side, bool uniform) {
  switch (side) {
    case ChainSide::left:
      return uniform ? code(binary<Op, T, ChainSide::left, true>)
                     : code(binary<Op, T, ChainSide::left, false>);
    case ChainSide::right:
      return uniform ? code(binary<Op, T, ChainSide::right, true>)
                     : code(binary<Op, T, ChainSide::right, false>);
    case ChainSide::both: return code(binary_both<Op, T>);
  }
  return nullptr;
}

template <class Op, class T>
ChainCode ternary_code(bool a_uniform, bool b_uniform) {
  if (a_uniform)
    return b_uniform ? code(ternary<Op, T, true, true>) : code(ternary<Op, T, true, false>);
  return b_uniform ? code(ternary<Op, T, false, true>) : code(ternary<Op, T, false, false>);
}

template <class Op>
ChainCode wrapping(ScalarType type, ChainSide side, bool uniform) {
  return by_type(
      type, [&](auto tag) { return binary_code<Op, typename decltype(tag)::type>(side, uniform); });
}
template <class Op>
ChainCode floating(ScalarType type, ChainSide side, bool uniform) {
  if (type == ScalarType::f64) return binary_code<Op, double>(side, uniform);
  if (type == ScalarType::f32) return binary_code<Op, float>(side, uniform);
  return nullptr;
}

}  // namespace

bool has_chains(ScalarType type) { return chain_load(type, false) != nullptr; }

int64_t chain_block(ScalarType type) { return kVectors * kBytes / support::size_of(type); }

ChainCode chain_load(ScalarType type, bool uniform) {
  return by_type(type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    return uniform ? code(load<T, true>) : code(load<T, false>);
  });
}

ChainCode chain_store(ScalarType type) {
  return by_type(type, [](auto tag) { return code(store<typename decltype(tag)::type>); });
}

ChainCode chain_stop() { return code(stop<double>); }

ChainCode chain_binary(Prim prim, ChainSide side, bool uniform) {
  const Op op = op_of(prim);
  if (op == Op::add) return wrapping<Add>(prim.type, side, uniform);
  if (op == Op::sub) return wrapping<Sub>(prim.type, side, uniform);
  if (op == Op::mul) return wrapping<Mul>(prim.type, side, uniform);
  if (op == Op::div) return floating<Div>(prim.type, side, uniform);
  if (op == Op::min) return floating<Min>(prim.type, side, uniform);
  if (op == Op::max) return floating<Max>(prim.type, side, uniform);
  return nullptr;
}

ChainCode chain_unary(Prim prim) {
  if (op_of(prim) == Op::sqrt && prim.type == ScalarType::f64) return code(unary<Sqrt, double>);
  if (op_of(prim) == Op::sqrt && prim.type == ScalarType::f32) return code(unary<Sqrt, float>);
  if (op_of(prim) == Op::flush && prim.type == ScalarType::f64) return code(unary<Flush, double>);
  if (op_of(prim) == Op::flush && prim.type == ScalarType::f32) return code(unary<Flush, float>);
  if (op_of(prim) != Op::neg) return nullptr;
  return by_type(prim.type,
                 [](auto tag) { return code(unary<Neg, typename decltype(tag)::type>); });
}

ChainCode chain_ternary(Prim prim, bool a_uniform, bool b_uniform) {
  const Op op = op_of(prim);
  auto products = [&](auto tag) {
    using T = typename decltype(tag)::type;
    if (op == Op::mad) return ternary_code<Mad, T>(a_uniform, b_uniform);
    if (op == Op::mulsub) return ternary_code<MulSub, T>(a_uniform, b_uniform);
    return ChainCode{};
  };
  auto gates = [&](auto tag) {
    using T = typename decltype(tag)::type;
    if (op == Op::gate_gt) return ternary_code<Gate<Gt>, T>(a_uniform, b_uniform);
    if (op == Op::gate_ge) return ternary_code<Gate<Ge>, T>(a_uniform, b_uniform);
    if (op == Op::gate_eq) return ternary_code<Gate<Eq>, T>(a_uniform, b_uniform);
    if (op == Op::stop_gt) return ternary_code<Stop<Gt>, T>(a_uniform, b_uniform);
    if (op == Op::stop_ge) return ternary_code<Stop<Ge>, T>(a_uniform, b_uniform);
    if (op == Op::stop_eq) return ternary_code<Stop<Eq>, T>(a_uniform, b_uniform);
    return ChainCode{};
  };
  if (const ChainCode code = by_type(prim.type, products)) return code;
  if (prim.type == ScalarType::f64) return gates(std::type_identity<double>{});
  if (prim.type == ScalarType::f32) return gates(std::type_identity<float>{});
  return nullptr;
}

ChainCode chain_choice(ScalarType type, bool holds, bool uniform) {
  return by_type(type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    if (holds) return uniform ? code(choose<T, true, true>) : code(choose<T, true, false>);
    return uniform ? code(choose<T, false, true>) : code(choose<T, false, false>);
  });
}

ChainCode chain_decision(ScalarType type, bool holds, bool uniform) {
  return by_type(type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    if (holds) return uniform ? code(decide<T, true, true>) : code(decide<T, true, false>);
    return uniform ? code(decide<T, false, true>) : code(decide<T, false, false>);
  });
}

void run_chain(const ChainStep* steps, int64_t blocks) {
  const auto first = reinterpret_cast<Code>(steps->code);
  const Raw none{};
  for (int64_t i = 0; i < blocks; ++i)
    first(steps, i * kVectors * kBytes, none, none, none, none, none, none, none, none);
}

}  // namespace laguz::prims::lanes
