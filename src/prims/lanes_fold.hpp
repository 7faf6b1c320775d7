// Folds of whole vectors with a commutative builtin: add, mul, min, max, and, or, xor.
//
// The order of application is the caller's to choose among these (core/reduce_shape.hpp says when
// which is right); each gives the bits that the row's own kernel gives in that order.
#pragma once

#include <cstdint>

#include "prims/prim.hpp"

namespace laguz::prims::lanes {

inline constexpr int kAccumulators = 16;

struct Fold {
  /// acc[i mod 16] = acc[i mod 16] ⊕ values[i] for i < n, in order.
  void (*strided)(std::int64_t n, void* acc, const void* values) = nullptr;
  /// acc[0] = the first [live] accumulators by the fixed tree: 8 apart, then 4, 2, 1.
  void (*combine)(std::int64_t live, void* acc) = nullptr;
  /// *acc = (*acc ⊕ values[0]) ⊕ values[1] ...
  void (*left)(std::int64_t n, void* acc, const void* values) = nullptr;
  /// The same, and out[i] is every *acc on the way; out may be values.
  void (*scan)(std::int64_t n, void* out, void* acc, const void* values) = nullptr;
};

/// Empty functions when [prim] is none of those.
Fold fold(Prim prim);

/// Elements that are [stride] elements apart.
struct Strided {
  void* first = nullptr;
  std::int64_t stride = 1;
};
/// terms[i] = terms[i] + factors[i] * terms[i - 1], for 0 < i < n, as numbers; or, and.
void recur(ScalarType type, std::int64_t n, Strided terms, Strided factors);

/// Values with the positions they are from, one of each for every lane; or one for all lanes.
struct Placed {
  const void* values = nullptr;
  const std::int64_t* positions = nullptr;
  bool one_value = false, one_position = false;
};
/// best[l] = best[l] ⊕ value, and at[l] = its position where that is not (equal to) what best[l]
/// was, in one pass.
using PlacedFold = void (*)(std::int64_t n, void* best, std::int64_t* at, const Placed& next);
/// Null when [prim] is neither min nor max.
PlacedFold placed_fold(Prim prim);

}  // namespace laguz::prims::lanes
