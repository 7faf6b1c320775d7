// New variables in a lambda that is made ready for lanes.
#pragma once

#include "core/ir.hpp"

namespace laguz::eval::lanes {

/// The last of the variables of [lambda], and of those that it reads: core::Names may go on there.
core::VarId last_var(const core::Lambda& lambda);

}  // namespace laguz::eval::lanes
