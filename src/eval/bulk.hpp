// Reductions and scans of a whole array by a commutative primitive, in the shape of
// reduce_shape.hpp, with the kernels of the lanes.
#pragma once

#include "eval/node.hpp"

namespace laguz::eval {

struct Bulk {
  core::Prim prim;
  bool is_scan = false;
};

Scalar bulk_reduce(core::Prim prim, Scalar neutral, const Array& array, int threads);
Array bulk_scan(core::Prim prim, Scalar neutral, const Array& array);

}  // namespace laguz::eval
