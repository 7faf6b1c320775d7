// Reductions of lanes that have different numbers of elements: each in the shape that its own
// number gives (core/reduce_shape.hpp).
#pragma once

#include <variant>

#include "eval/lanes/inner_fold.hpp"

namespace laguz::eval::lanes {

/// By a commutative builtin. Lanes of few elements fold them from the left, the others in blocks;
/// both are done until it is known which.
class RaggedBlocks {
 public:
  /// [widths]: of all lanes; those outside of [outer] do not count.
  RaggedBlocks(Tile& tile, const InnerReduce& reduce, ScalarRef widths, prims::lanes::Mask outer);
  /// Element [i], in the lanes of [active].
  void step(std::int64_t i, prims::lanes::Mask active);
  /// There have been [count] steps.
  void end(std::int64_t count);

 private:
  std::byte* accumulator(std::int64_t j) const { return room_.get()->data + j * bytes_; }
  /// to = to ⊕ from, in the lanes of [only].
  void add(std::byte* to, const std::byte* from, prims::lanes::Mask only);
  /// Lanes that have more than [count] elements.
  prims::lanes::Mask longer(std::int64_t count);
  void fold_block(std::int64_t start);

  Tile& tile_;
  const InnerReduce& reduce_;
  ScalarRef widths_;
  prims::lanes::Mask outer_;
  std::int64_t size_, bytes_;
  std::byte* total_;
  BlockRef room_, short_, mask_;
  Passings elements_;
};

/// By any other operator on numbers: lanes of more elements fold them in chunks.
class RaggedChunks {
 public:
  RaggedChunks(Tile& tile, const InnerReduce& reduce, ScalarRef widths, prims::lanes::Mask outer);
  void step(std::int64_t i, prims::lanes::Mask active);
  void end(std::int64_t count);

 private:
  /// to = from, in the lanes of [only].
  void put(Passings& to, const Passings& from, prims::lanes::Mask only);
  prims::lanes::Mask longer(std::int64_t count);
  void fold_chunk(std::int64_t start);

  Tile& tile_;
  const InnerReduce& reduce_;
  ScalarRef widths_;
  prims::lanes::Mask outer_;
  BlockRef room_, mask_;
  Passings short_, part_, total_, elements_;
};

using RaggedFold = std::variant<RaggedBlocks, RaggedChunks>;
RaggedFold ragged_fold(Tile& tile, const InnerReduce& reduce, ScalarRef widths,
                       prims::lanes::Mask outer);

}  // namespace laguz::eval::lanes
