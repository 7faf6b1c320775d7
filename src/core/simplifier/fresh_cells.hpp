// Arrays of zeros whose places an iteration reads before it writes them, and no other does.
#pragma once

#include <vector>

#include "core/ir.hpp"

namespace laguz::core::simplifier {

/// Where [loop] begins with [zeros] as its parameter [param], and each iteration reads and writes
/// places of it that are no other iteration's: what it reads before it writes there is zero.
/// (Derivatives gather so.) Those of them that are numbers.
std::vector<VarId> read_fresh_zeros(Loop& loop, std::size_t param, const ArrayApp& zeros);

}  // namespace laguz::core::simplifier
