// Arrays whose places an iteration reads before it writes them, and no other does.
#pragma once

#include <vector>

#include "core/ir.hpp"
#include "core/passes.hpp"

namespace laguz::core::simplifier {

/// Where [loop] begins with [zeros] as its parameter [param], and each iteration reads and writes
/// places of it that are no other iteration's: what it reads before it writes there is zero.
/// (Derivatives gather so.) Those of them that are numbers.
std::vector<VarId> read_fresh_zeros(Loop& loop, std::size_t param, const ArrayApp& zeros);

/// Whether nothing that [loop] writes into its parameter [param] is read again in it, and none of
/// that can fail, as [safe] says of updates: each iteration reads places before it writes there,
/// and no other comes there. (The way back through `a[i] = v` leaves zeros so.)
bool writes_unseen(const Loop& loop, std::size_t param, const VarSet& safe);

/// In all of [body]: such loops whose result nobody needs hand the array on as it is.
void drop_unseen_writes(Body& body, const VarSet& safe);

}  // namespace laguz::core::simplifier
