// Arrays of zeros whose places a loop reads once, each before it is written.
#pragma once

#include <optional>

#include "core/ir.hpp"

namespace laguz::core::simplifier {

/// Where [loop] begins with [zeros] as its parameter [param], and each iteration reads one place of
/// it, which is no other iteration's, and writes it: what it reads is zero. (Derivatives gather
/// so.) The number that it is, if it is one.
std::optional<VarId> read_fresh_zeros(Loop& loop, std::size_t param, const ArrayApp& zeros);

}  // namespace laguz::core::simplifier
