// Two Soacs made one. Only core/ includes this.
#pragma once

#include "core/passes.hpp"
#include "core/program.hpp"

namespace laguz::core::fusion {

/// Adds the variables that [soac] uses other than as operands.
void add_uses_inside(const Soac& soac, VarSet& inside);

/// One Soac that does what [first] and then [second] do; they are of one width. Operands of
/// [second] that [first] maps, or reads too, become copies in the lambda. Those of them that are
/// [inside] are no results of it.
Stm fused(Stm first, Stm second, const VarSet& inside);
/// The same when [second] is a WithAcc: what [first] does goes into the Soac at [at] of its body.
Stm fused_into(Stm first, Stm second, std::size_t at, Names& names);
/// [stm] as the body of a WithAcc without accumulators.
Stm with_no_accs(Stm stm);
/// The same when [first] is a WithAcc, too, with the Soac at [first_at] of its body; [at] becomes
/// where theirs is. Of [first], the Soac of [second] reads mapped results at most, and nothing else
/// reads any.
Stm fused_accs(Stm first, std::size_t first_at, Stm second, std::size_t& at, Names& names);

}  // namespace laguz::core::fusion
