// Functions that differentiated code calls: inlined, or derived.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "ad/differentiate.hpp"
#include "core/program.hpp"
#include "graph/graph.hpp"

namespace laguz::ad {

/// Of an accumulator that a call passes: for each of its arrays the type of the cotangent, if there
/// is one.
using Gathered = std::vector<std::optional<core::Type>>;

/// Where the tangents go of what is added to an accumulator.
enum class AccTangent : std::uint8_t {
  none,   ///< nowhere
  apart,  ///< to an accumulator of their own
  joint,  ///< to the same one, whose operator combines values and tangents
};

/// What the rules need to know of the world.
class Functions {
 public:
  /// A function to be traced in place of its call; null for recursive ones and constants, and once
  /// there have been very many.
  virtual const core::Function* inlinable(core::FunId function) = 0;
  // Of functions that are called, and not inlined: recursive ones. [function] may take
  // accumulators.

  /// (params but accumulators, cotangents of the results [reached], those of the final arrays of
  /// accumulators [gathered]) → cotangents of the params but accumulators. It adds to nothing.
  virtual core::FunId reverse_of(core::FunId function, const std::vector<bool>& reached,
                                 const std::vector<Gathered>& gathered) = 0;
  /// (params, tangents of the params that are not accumulators, and accumulators of tangents where
  /// they are apart) → (results, tangents of the results). [accs]: one for each accumulator.
  virtual core::FunId forward_of(core::FunId function, const std::vector<AccTangent>& accs) = 0;
  /// (params but those [dropped], which are accumulators) → results. It adds nothing to them.
  virtual core::FunId silent_of(core::FunId function, const std::vector<bool>& dropped) = 0;
  /// (params but the accumulators in [accs], their arrays, variables that their operators use) →
  /// (the arrays after it, results). [accs]: one for each parameter, null for those that stay.
  virtual core::FunId sequential_of(core::FunId function,
                                    const std::vector<const core::WithAcc::Acc*>& accs) = 0;
  virtual const core::Program& program() const = 0;
  virtual const Options& options() const = 0;

 protected:
  ~Functions() = default;
};

/// Inlines the calls of [body], and of branches and loops in it, that give arrays: so that it can
/// be seen which arrays they overwrite.
void inline_calls(Functions& functions, core::Names& names, core::Body& body);

}  // namespace laguz::ad
