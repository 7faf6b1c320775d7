// Which states of a loop reach results that are wanted: only their cotangents are more than zero.
#pragma once

#include <vector>

#include "core/ir.hpp"

namespace laguz::ad::tape {

/// [wanted] (one for each parameter: its final value, or its history) with all parameters that
/// these depend on, in some number of iterations.
std::vector<bool> reaching(const core::Loop& loop, std::vector<bool> wanted);
/// The same for a fold with this operator, whose first parameters are the state.
std::vector<bool> reaching(const core::Lambda& op, std::vector<bool> wanted);

}  // namespace laguz::ad::tape
