// Products of matrices of floats, blocked for registers and caches, in the order of additions that
// the caller asks for.
//
// Every product is rounded, then every sum: no element depends on how the work is divided, on the
// number of threads, or on the size of the machine's vectors.
#pragma once

#include <cstdint>

#include "support/scalar_type.hpp"

namespace laguz::prims {

/// How the products of one element of the result are added up.
struct SumOrder {
  /// So many products are summed by themselves, beginning with the first of them, and their sum is
  /// added to the total; 0: every product is added to the total.
  std::int64_t block = 0;
  /// Within a block product i goes to accumulator i mod so many (1 or kAccumulators of
  /// lanes_fold.hpp), which are combined by its tree.
  int accumulators = 1;
};

/// An operand seen through strides, in elements.
struct Strided {
  const void* data = nullptr;
  std::int64_t row = 0;     ///< from row to row of the result (a), of the terms (b)
  std::int64_t column = 0;  ///< from term to term (a), from column to column of the result (b)
};

/// c[i, j] += sum over t of a[i, t] * b[t, j].
struct MatrixProduct {
  support::ScalarType type = support::ScalarType::f64;  ///< f32 or f64
  std::int64_t rows = 0, columns = 0, terms = 0;
  Strided a, b;
  void* c = nullptr;  ///< holds the totals that sums begin with
  std::int64_t c_row = 0;
  SumOrder order;
};

/// Throws Interrupted, and UserError when memory runs out.
void add_product(const MatrixProduct& product, int threads);

}  // namespace laguz::prims
