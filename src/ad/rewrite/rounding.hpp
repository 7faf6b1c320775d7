// No derivative passes through a rounding: from a float to an integer and back to a float.
#pragma once

#include "core/program.hpp"

namespace laguz::ad::rewrite {

/// In [body], which is differentiated by [inputs]: conversions to floats of integers that were
/// computed from floats which depend on the inputs become conversions without a derivative. A step
/// function has none where it has one at all, and the tangent of an integer is rounded. Integers
/// that come from integer inputs keep theirs. Takes time in proportion to the body, times the loops
/// that are nested in it.
void stop_at_roundings(core::Body& body, const core::Binders& inputs);

}  // namespace laguz::ad::rewrite
