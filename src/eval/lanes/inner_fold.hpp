// Reductions and scans inside lanes: every lane folds its own elements, in the order that
// core/reduce_shape.hpp gives.
#pragma once

#include <optional>
#include <vector>

#include "core/reduce_shape.hpp"
#include "eval/lanes/compiler.hpp"
#include "eval/lanes/history.hpp"
#include "prims/lanes_fold.hpp"

namespace laguz::eval::lanes {

/// A value on its way: where a scalar's lanes are, or an array.
struct Passing {
  std::byte* at = nullptr;
  bool spread = true;  ///< an element per lane, where the operand varies; else one for all
  LaneArray array;
};
using Passings = std::vector<Passing>;

/// An operator with its registers.
struct InnerOperator {
  struct Operand {
    ValueRef from;  ///< the lambda's result
    ValueRef neutral;
    ValueRef acc, elem, next;  ///< parameters and result of the operator; none for builtins
    ScalarRef stage;      ///< where the result waits while other operands are set; or no register
    Reg spread = kNoReg;  ///< room for a uniform element of a varying operand
    bool varying = false;
  };
  std::vector<Operand> operands;
  Code code;
  prims::LaneKernel kernel = nullptr;         ///< of a builtin
  prims::lanes::PlacedFold placed = nullptr;  ///< of an extremum with its position
  bool builtin() const { return kernel != nullptr; }

  /// The lambda's present results.
  void elements(Tile& tile, Passings& out) const;
  /// acc = op(acc, elem); lanes outside of [only] keep theirs (scalars only).
  void apply(Tile& tile, Passings& acc, const Passings& elem, Mask only = nullptr) const;
  /// acc = value, in the accumulator's own place.
  void assign(Tile& tile, Passings& acc, const Passings& value) const;
  void neutrals(Tile& tile, Passings& acc) const;
  void builtin_apply(Tile& tile, std::byte* out, const std::byte* acc, bool acc_varying,
                     const std::byte* elem, bool elem_varying) const;
};

class InnerReduce {
 public:
  InnerOperator op;
  ValueRefs outs;            ///< where the totals are kept
  std::vector<Reg> partial;  ///< places for scalars' chunks, per operand
  /// Where a fold before it has this one's total, if both are left folds: an extremum whose
  /// position was asked for as well.
  ScalarRef known;

  struct State {
    Passings total, part, elements;
    BlockRef accumulators;  ///< of a blocked fold
    core::FoldShape shape = core::FoldShape::linear;
  };
  void begin(Tile& tile, State& state, std::int64_t width) const;
  void step(Tile& tile, State& state, std::int64_t i, std::int64_t width, Mask only) const;
  void end(Tile& tile, State& state) const;

 private:
  void step_blocked(Tile& tile, State& state, std::int64_t i, std::int64_t width) const;
  void step_chunked(Tile& tile, State& state, std::int64_t i, std::int64_t width) const;
};

class InnerScan {
 public:
  InnerOperator op;
  std::vector<ArrayRef> outs;
  std::vector<Reg> places;  ///< where scalar accumulators are kept
  bool by_blocks = false;   ///< if it is long

  struct State {
    Passings acc, elements;
    Passings own, carry;  ///< by blocks: a block's own scan, and what it is combined with
    std::vector<BlockRef> rooms;
    std::vector<LaneArray> rows;
  };
  void begin(Tile& tile, State& state, std::int64_t width) const;
  void step(Tile& tile, State& state, std::int64_t i, std::int64_t width) const;
  /// [row_shapes]: for the arrays when there has been no step.
  void end(Tile& tile, State& state, std::int64_t width,
           const std::vector<std::vector<ScalarRef>>& row_shapes) const;

 private:
  void step_blocks(Tile& tile, State& state, std::int64_t i) const;
};

/// An operator on values of its own, as yet without code.
InnerOperator make_operator(Compiler& c, const core::Lambda& lambda);
/// The same on results [first] on of a lambda.
InnerOperator make_operator(Compiler& c, const core::Lambda& lambda, const core::Atoms& neutral,
                            const InnerBody& elements, std::size_t first);
/// Its code. Whatever must outlive it has its place by now. [masked]: lanes may stand still (see
/// `apply`).
void compile_operator(Compiler& c, const core::Lambda& lambda, InnerOperator& op, bool masked);

Shape shape_of(const Tile& tile, const std::vector<ScalarRef>& lengths);

}  // namespace laguz::eval::lanes
