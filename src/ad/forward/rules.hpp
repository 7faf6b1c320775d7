// Forward mode: one rule for each kind of expression, which gives its values and their tangents.
#pragma once

#include <vector>

#include "ad/forward/forward.hpp"

namespace laguz::ad::forward {

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
Atoms copy_rule(DualRules& rules, const core::Copy& e);
Atoms prim_rule(DualRules& rules, const core::PrimApp& e);
Atoms if_rule(DualRules& rules, const core::If& e);
Atoms loop_rule(DualRules& rules, const core::Loop& e);
Atoms call_rule(DualRules& rules, const core::Call& e);
Atoms soac_rule(DualRules& rules, const core::Soac& e);
Atoms hist_rule(DualRules& rules, const core::Hist& e);
Atoms scatter_rule(DualRules& rules, const core::Scatter& e);
Atoms stream_rule(DualRules& rules, const core::Stream& e);
Atoms index_rule(DualRules& rules, const core::Index& e);
Atoms slice_rule(DualRules& rules, const core::Slice& e);
Atoms update_rule(DualRules& rules, const core::Update& e);
Atoms literal_rule(DualRules& rules, const core::ArrayLit& e);
Atoms array_rule(DualRules& rules, const core::ArrayApp& e);
Atoms custom_rule(DualRules& rules, const core::Custom& e);
Atoms with_acc_rule(DualRules& rules, const core::WithAcc& e);
Atoms acc_update_rule(DualRules& rules, const core::AccUpdate& e);
Atoms assert_rule(DualRules& rules, const core::Assert& e);
Atoms trace_rule(DualRules& rules, const core::Trace& e);

// Where tangents say what depends on what; each sets those of the expression's values.
void prim_pattern(DualRules& rules, const core::PrimApp& e, const Atom& value);
void recurrence_pattern(DualRules& rules, const core::ArrayApp& e, const Atom& value);
void custom_pattern(DualRules& rules, const core::Custom& e, const Atoms& values);
/// What stands for the sums of such tangents, of some columns.
core::Lambda either_operator(Emit& emit, std::vector<Type> types);

/// [op] on (value, tangent) pairs: k columns become 2k, values first.
core::Lambda dual_operator(DualRules& rules, const core::Lambda& op, std::size_t columns);

}  // namespace laguz::ad::forward
