// Zeros, and what is mapped, whose lengths differ from lane to lane.
#pragma once

#include "core/ir.hpp"

namespace laguz::eval::lanes {

/// Derivatives gather in zeros by number, what is mapped is read so, and lanes may have more of it
/// than each asked for (KeptArrays::is_gathered_in). So where a number may be none of the lane's
/// own, as that of an element that only the derivative looks at, it is checked: a lane fails where
/// it would alone.
void check_zeros(core::Soac& soac);

}  // namespace laguz::eval::lanes
