// Reductions and scans of a whole array by a commutative primitive, in the shape of
// reduce_shape.hpp, with the kernels of the lanes.
#pragma once

#include <optional>

#include "eval/node.hpp"

namespace laguz::eval {

struct Bulk {
  core::Prim prim;
  bool is_scan = false;
};

/// A reduction or scan of an array as it is, by a primitive.
std::optional<Bulk> bulk_of(const core::Soac& soac);

Scalar bulk_reduce(core::Prim prim, Scalar neutral, const Array& array, int threads);
Array bulk_scan(core::Prim prim, Scalar neutral, const Array& array);

}  // namespace laguz::eval
