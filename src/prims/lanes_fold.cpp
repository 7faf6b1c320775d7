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

template <class Op, ScalarType S, bool OneValue, bool OnePosition>
void placed(int64_t n, Stored<S>* __restrict best, int64_t* __restrict at,
            const Stored<S>* __restrict values, const int64_t* __restrict positions) {
  for (int64_t l = 0; l < n; ++l) {
    const auto was = widen<S, false>(best[l]);
    const auto is = Op::apply(was, widen<S, false>(values[OneValue ? 0 : l]));
    const int64_t before = at[l], here = positions[OnePosition ? 0 : l];
    best[l] = narrow<S>(is);
    at[l] = is == was ? before : here;
  }
}

template <class Op, ScalarType S>
void placed_of(int64_t n, void* best, int64_t* at, const Placed& next) {
  using T = Stored<S>;
  auto run = [&](auto f) {
    f(n, static_cast<T*>(best), at, static_cast<const T*>(next.values), next.positions);
  };
  if (next.one_value)
    run(next.one_position ? placed<Op, S, true, true> : placed<Op, S, true, false>);
  else
    run(next.one_position ? placed<Op, S, false, true> : placed<Op, S, false, false>);
}

template <class Plus, class Times, ScalarType S>
void recur_at(int64_t n, Strided terms, Strided factors) {
  auto* y = static_cast<Stored<S>*>(terms.first);
  const auto* x = static_cast<const Stored<S>*>(factors.first);
  if (n == 0) return;
  Stored<S> last = *y;
  for (int64_t i = 1; i < n; ++i) {
    Stored<S>& now = y[i * terms.stride];
    now = last = Folds<Plus, S>::op(now, Folds<Times, S>::op(x[i * factors.stride], last));
  }
}

template <class Op, ScalarType S>
Fold at() {
  using F = Folds<Op, S>;
  return {&F::strided, &F::combine, &F::left, &F::scan};
}

/// Calls f with the number type that [type] is, as a constant.
template <class F, int... S>
void by_number(ScalarType type, const F& f, std::integer_sequence<int, S...>) {
  ((static_cast<int>(type) == S
        ? f(std::integral_constant<ScalarType, static_cast<ScalarType>(S)>{})
        : void()),
   ...);
}
template <ScalarType last, class F>
void by_number(ScalarType type, const F& f) {
  by_number(type, f, std::make_integer_sequence<int, static_cast<int>(last) + 1>{});
}

template <class Op>
Fold of_numbers(ScalarType type) {
  Fold fold;
  by_number<ScalarType::f64>(type, [&](auto s) { fold = at<Op, s>(); });
  return fold;
}
template <class Op>
Fold of_logic(ScalarType type) {
  if (type == ScalarType::boolean) return at<Op, ScalarType::boolean>();
  Fold fold;
  by_number<ScalarType::u64>(type, [&](auto s) { fold = at<Op, s>(); });
  return fold;
}
template <class Op>
PlacedFold placed_numbers(ScalarType type) {
  PlacedFold fold = nullptr;
  by_number<ScalarType::f64>(type, [&](auto s) { fold = placed_of<Op, s>; });
  return fold;
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

void recur(ScalarType type, int64_t n, Strided terms, Strided factors) {
  if (type == ScalarType::boolean) return recur_at<Or, And, ScalarType::boolean>(n, terms, factors);
  by_number<ScalarType::f64>(type, [&](auto s) { recur_at<Add, Mul, s>(n, terms, factors); });
}

PlacedFold placed_fold(Prim prim) {
  const Op op = op_of(prim);
  if (op == Op::min) return placed_numbers<Min>(prim.type);
  if (op == Op::max) return placed_numbers<Max>(prim.type);
  return nullptr;
}

}  // namespace laguz::prims::lanes
