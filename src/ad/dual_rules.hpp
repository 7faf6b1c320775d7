// Forward mode: one rule for each kind of expression, which gives its values and their tangents.
#pragma once

#include <vector>

#include "ad/forward.hpp"

namespace laguz::ad {

/// One statement in forward mode.
struct DualRules {
  Forward& forward;
  const std::vector<Type>& types;  ///< of the results
  bool pin;

  Emit& emit() { return forward.emit(); }
  bool active(const Atom& atom) const { return forward.tangent(atom).has_value(); }
  bool any(const Atoms& atoms) const;
  std::vector<bool> active_results(const core::Exp& exp) const;
  /// The values alone.
  Atoms plain(const core::Exp& exp);
  Atoms region(core::Exp exp, const std::vector<Type>& result_types);
};

// Each emits the expression and what its tangents need; gives its values, tangents set.
Atoms forward_copy(DualRules& rules, const core::Copy& e);
Atoms forward_prim(DualRules& rules, const core::PrimApp& e);
Atoms forward_if(DualRules& rules, const core::If& e);
Atoms forward_loop(DualRules& rules, const core::Loop& e);
Atoms forward_call(DualRules& rules, const core::Call& e);
Atoms forward_soac(DualRules& rules, const core::Soac& e);
Atoms forward_hist(DualRules& rules, const core::Hist& e);
Atoms forward_scatter(DualRules& rules, const core::Scatter& e);
Atoms forward_stream(DualRules& rules, const core::Stream& e);
Atoms forward_index(DualRules& rules, const core::Index& e);
Atoms forward_slice(DualRules& rules, const core::Slice& e);
Atoms forward_update(DualRules& rules, const core::Update& e);
Atoms forward_literal(DualRules& rules, const core::ArrayLit& e);
Atoms forward_array(DualRules& rules, const core::ArrayApp& e);
Atoms forward_custom(DualRules& rules, const core::Custom& e);
Atoms forward_with_acc(DualRules& rules, const core::WithAcc& e);
Atoms forward_acc_update(DualRules& rules, const core::AccUpdate& e);
Atoms forward_assert(DualRules& rules, const core::Assert& e);
Atoms forward_trace(DualRules& rules, const core::Trace& e);

/// [op] on (value, tangent) pairs: k columns become 2k, values first.
core::Lambda dual_operator(DualRules& rules, const core::Lambda& op, std::size_t columns);

}  // namespace laguz::ad
