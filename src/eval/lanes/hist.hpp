// A histogram whose operator is the user's, on scalars. Some thousand iterations at a time are
// sorted into rounds, in none of which two fall into one bin: a round's bins are lanes. So every
// bin meets its values in the order of the iterations.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/program.hpp"
#include "runtime/array.hpp"

namespace laguz::eval::lanes {

/// Iterations, and the bin of each.
struct Falls {
  std::vector<std::int64_t> iterations, bins;
  void resize(std::size_t count) {
    iterations.resize(count);
    bins.resize(count);
  }
};

class HistPlan {
 public:
  /// Null when the operator has no lane form.
  static std::unique_ptr<HistPlan> prepare(const core::Lambda& op, const core::Program& program);
  virtual ~HistPlan() = default;
  virtual const core::Binders& free_variables() const = 0;

  class Run {
   public:
    virtual ~Run() = default;
    /// dests[bin] = op(dests[bin], values[iteration]) for what is in [falls], in order. Takes out
    /// what it has combined: bins that get too many values leave some for the caller, in order for
    /// each bin. False: the operator fails at one of them; nothing has been combined.
    virtual bool combine(Falls& falls) = 0;
  };
  /// [free]: of the free variables; [dests], [values]: dense arrays, one for each operand; there
  /// are [bins].
  virtual std::unique_ptr<Run> start(const std::vector<runtime::Value>& free,
                                     std::vector<std::byte*> dests, std::vector<std::byte*> values,
                                     std::int64_t bins) const = 0;
};

}  // namespace laguz::eval::lanes
