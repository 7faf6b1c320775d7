// Which variables of a lambda differ between lanes.
#pragma once

#include <unordered_set>
#include <vector>

#include "core/ir.hpp"

namespace laguz::eval::lanes {

/// A variable varies when its value may depend on the lane; all others are uniform: computed once
/// for all lanes. Shapes of arrays are uniform even when the arrays vary.
class Divergence {
 public:
  /// Free variables are uniform; parameters as [varying] says.
  Divergence(const core::Lambda& lambda, const std::vector<bool>& varying);

  bool of(core::VarId id) const { return varying_.count(id) != 0; }
  bool of(const core::Atom& atom) const { return !atom.is_constant() && of(atom.var); }
  bool any(const core::Atoms& atoms) const;
  /// Whether lanes may leave the loop at different times.
  bool trips(const core::Loop& loop) const;

 private:
  class Pass;
  std::unordered_set<core::VarId> varying_;
};

}  // namespace laguz::eval::lanes
