// Steps that nobody needs.
#pragma once

#include "vcode/code.hpp"

namespace laguz::vcode {

/// Leaves steps out that cannot fail, and give what nobody asks for. Takes time in proportion to
/// the steps.
void leave_out_unused(Unit& unit);

}  // namespace laguz::vcode
