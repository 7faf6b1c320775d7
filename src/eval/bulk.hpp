// Reductions and scans of a whole array by a commutative primitive, in the shape of
// core/reduce_shape.hpp, with the kernels of the lanes.
#pragma once

#include <optional>

#include "core/reduce_shape.hpp"
#include "eval/node.hpp"
#include "prims/lanes_fold.hpp"

namespace laguz::eval {

struct Bulk {
  core::Prim prim;
  bool is_scan = false;
};

/// A reduction or scan of an array as it is, by a primitive.
std::optional<Bulk> bulk_of(const core::Soac& soac);

/// A reduction by a commutative builtin, as far as it has come.
class Reduction {
 public:
  Reduction(core::Prim prim, Scalar neutral);
  /// Elements one after the other; or results of blocks.
  void add(std::int64_t count, const std::byte* elements) { fold_.left(count, total_, elements); }
  /// A block of [length] elements, of which there are these accumulators: they are overwritten.
  void add_block(std::int64_t length, std::byte* accumulators);
  Scalar result() const;

 private:
  prims::lanes::Fold fold_;
  ScalarType type_;
  alignas(8) std::byte total_[sizeof(std::uint64_t)];
};

/// By a commutative builtin. Costs a pass; on so many threads.
Scalar bulk_reduce(core::Prim prim, Scalar neutral, const Array& array, int threads);
/// The same for scans, on one thread; in place, if nobody else has the array.
Array bulk_scan(core::Prim prim, Scalar neutral, Array array);

}  // namespace laguz::eval
