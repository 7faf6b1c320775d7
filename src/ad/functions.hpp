// Functions that differentiated code calls: inlined, or derived.
#pragma once

#include <vector>

#include "ad/differentiate.hpp"
#include "core/program.hpp"
#include "graph/graph.hpp"

namespace laguz::ad {

/// What the rules need to know of the world.
class Functions {
 public:
  /// A function to be traced in place of its call; null for recursive ones and constants, and once
  /// there have been very many.
  virtual const core::Function* inlinable(core::FunId function) = 0;
  /// (params, cotangents of the results [reached]) → cotangents of the params, for recursive
  /// functions.
  virtual core::FunId reverse_of(core::FunId function, const std::vector<bool>& reached) = 0;
  /// (params, tangents of the params) → (results, tangents of the results).
  virtual core::FunId forward_of(core::FunId function) = 0;
  virtual const core::Program& program() const = 0;
  virtual const Options& options() const = 0;

 protected:
  ~Functions() = default;
};

/// Inlines the calls of [body], and of branches and loops in it, that give arrays: so that it can
/// be seen which arrays they overwrite.
void inline_calls(Functions& functions, core::Names& names, core::Body& body);

}  // namespace laguz::ad
