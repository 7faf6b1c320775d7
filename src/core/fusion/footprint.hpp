// What moving a statement must heed. Only core/fusion includes this.
#pragma once

#include <vector>

#include "core/passes.hpp"
#include "core/program.hpp"

namespace laguz::core::fusion {

struct Footprint {
  std::vector<VarId> uses;      ///< free variables
  std::vector<VarId> consumes;  ///< arrays that may be overwritten
  bool ordered = false;         ///< traces, or calls what may do anything that has an order
  VarSet adds = {};             ///< accumulators from outside that it adds to in an order
  bool asserts = false;
  bool calls = false;
  bool may_fail = false;
};

/// [apart]: accumulators that are added to in any order.
Footprint footprint_of(const Exp& exp, const VarSet& apart);
/// Whether what two do must be seen in their order.
bool meet(const Footprint& a, const Footprint& b);

}  // namespace laguz::core::fusion
