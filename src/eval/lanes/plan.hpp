// The lanes tier: a Soac whose lambda is run over a tile of iterations at once.
//
// The scalar tier hands over every Soac that it meets at its own level; nested Soacs belong to the
// plan of the outermost one.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/program.hpp"
#include "eval/evaluator.hpp"
#include "runtime/array.hpp"
#include "runtime/interrupt.hpp"

namespace laguz::eval::lanes {

/// Values that a plan runs on.
struct Inputs {
  std::int64_t width = 0;
  std::vector<Array> arrays;              ///< as Soac::arrays, outer length [width] (already checked)
  std::vector<std::vector<Value>> neutral; ///< of the reductions, then of the scans
  std::vector<Value> free;                ///< of Plan::free_variables(), in order
  std::vector<runtime::Shape> row_shapes; ///< of scanned and mapped results, for width 0
  /// Arrays behind accumulators among the free variables, in the order of Plan::accumulators():
  /// held once, updated in place.
  std::vector<std::vector<Array>*> accumulators;
};

/// A Soac made ready; made once, run often, by one thread at a time (it uses threads inside).
class Plan {
 public:
  virtual ~Plan() = default;
  virtual const core::Binders& free_variables() const = 0;
  virtual const std::vector<core::VarId>& accumulators() const = 0;
  /// Whether tiles are likely to pay for a run of this width.
  virtual bool pays(std::int64_t width) const = 0;
  /// As the Soac's results. Throws UserError with the place inside the lambda; of several errors,
  /// that of the lowest iteration.
  virtual std::vector<Value> run(Inputs inputs, const runtime::Interrupt& interrupt, int threads) = 0;
};

/// Null when the lambda holds something that has no lane form (a recursive call, say): the scalar
/// tier runs it then.
std::unique_ptr<Plan> prepare(const core::Soac& soac, const core::Program& program);

}  // namespace laguz::eval::lanes
