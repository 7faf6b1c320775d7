// Which updates of an accumulator never meet: then they need not wait for the end of the tile.
#pragma once

#include <unordered_map>
#include <vector>

#include "core/ir.hpp"

namespace laguz::eval::lanes {

/// Accumulators from outside of a lambda with one update in it, whose indices are different in
/// every round of the loops and Soacs around it. The order in which those updates are made does
/// not matter, only that of the lanes within each.
class Apart {
 public:
  explicit Apart(const core::Lambda& lambda);

  /// Null when its updates may meet. Else the arrays from outside of the lambda that must be
  /// affine, with a step that is not 0, when it is run.
  const core::Atoms* of(core::VarId acc) const {
    const auto it = found_.find(acc);
    return it == found_.end() ? nullptr : &it->second;
  }

 private:
  class Walk;
  std::unordered_map<core::VarId, core::Atoms> found_;
};

}  // namespace laguz::eval::lanes
