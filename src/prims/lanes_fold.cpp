#include "prims/lanes_fold.hpp"

#include <cstring>
#include <utility>

#include "prims/catalog.hpp"
#include "prims/scalar_ops.hpp"

namespace laguz::prims::lanes {
namespace {

using std::int64_t;

struct Add {
  template <class T>
  static T apply(T x, T y) {
    return ops::add(x, y);
  }
};
struct Mul {
  template <class T>
  static T apply(T x, T y) {
    return ops::mul(x, y);
  }
};
struct Min {
  template <class T>
  static T apply(T x, T y) {
    return ops::min(x, y);
  }
};
struct Max {
  template <class T>
  static T apply(T x, T y) {
    return ops::max(x, y);
  }
};
struct And {
  template <class T>
  static T apply(T x, T y) {
    return ops::bit_and(x, y);
  }
};
struct Or {
  template <class T>
  static T apply(T x, T y) {
    return ops::bit_or(x, y);
  }
};
struct Xor {
  template <class T>
  static T apply(T x, T y) {
    return ops::bit_xor(x, y);
  }
};

template <class Op, ScalarType S>
struct Folds {
  using T = Stored<S>;

  static T op(T x, T y) { return narrow<S>(Op::apply(widen<S, false>(x), widen<S, false>(y))); }

  static void strided(int64_t n, void* acc, const void* values) {
    auto* to = static_cast<T*>(acc);
    const auto* v = static_cast<const T*>(values);
    // A copy, so that the accumulators stay in registers.
    T a[kAccumulators];
    std::memcpy(a, to, sizeof a);
    int64_t i = 0;
    for (; i + kAccumulators <= n; i += kAccumulators)
      for (int j = 0; j < kAccumulators; ++j) a[j] = op(a[j], v[i + j]);
    for (int j = 0; i + j < n; ++j) a[j] = op(a[j], v[i + j]);
    std::memcpy(to, a, sizeof a);
  }

  static void combine(int64_t live, void* acc) {
    auto* a = static_cast<T*>(acc);
    for (int step = kAccumulators / 2; step >= 1; step /= 2)
      for (int j = 0; j < step && j + step < live; ++j) a[j] = op(a[j], a[j + step]);
  }

  static void left(int64_t n, void* acc, const void* values) {
    T a = *static_cast<T*>(acc);
    const auto* v = static_cast<const T*>(values);
    for (int64_t i = 0; i < n; ++i) a = op(a, v[i]);
    *static_cast<T*>(acc) = a;
  }

  static void scan(int64_t n, void* out, void* acc, const void* values) {
    T a = *static_cast<T*>(acc);
    auto* to = static_cast<T*>(out);
    const auto* v = static_cast<const T*>(values);
    for (int64_t i = 0; i < n; ++i) to[i] = a = op(a, v[i]);
    *static_cast<T*>(acc) = a;
  }
};

template <class Op, ScalarType S>
Fold at() {
  using F = Folds<Op, S>;
  return {&F::strided, &F::combine, &F::left, &F::scan};
}

template <class Op, int... S>
Fold of_numbers(ScalarType type, std::integer_sequence<int, S...>) {
  Fold fold;
  ((static_cast<int>(type) == S ? (fold = at<Op, static_cast<ScalarType>(S)>(), 0) : 0), ...);
  return fold;
}
template <class Op>
Fold of_numbers(ScalarType type) {
  constexpr int count = static_cast<int>(ScalarType::f64) + 1;
  return of_numbers<Op>(type, std::make_integer_sequence<int, count>{});
}
template <class Op>
Fold of_logic(ScalarType type) {
  if (type == ScalarType::boolean) return at<Op, ScalarType::boolean>();
  constexpr int count = static_cast<int>(ScalarType::u64) + 1;
  return of_numbers<Op>(type, std::make_integer_sequence<int, count>{});
}

}  // namespace

Fold fold(Prim prim) {
  const Op op = op_of(prim);
  if (op == Op::add) return of_numbers<Add>(prim.type);
  if (op == Op::mul) return of_numbers<Mul>(prim.type);
  if (op == Op::min) return of_numbers<Min>(prim.type);
  if (op == Op::max) return of_numbers<Max>(prim.type);
  if (op == Op::bit_and) return of_logic<And>(prim.type);
  if (op == Op::bit_or) return of_logic<Or>(prim.type);
  if (op == Op::bit_xor) return of_logic<Xor>(prim.type);
  return {};
}

}  // namespace laguz::prims::lanes
