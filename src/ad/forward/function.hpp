// A function's derivative in forward mode, as a function.
#pragma once

#include "ad/functions.hpp"
#include "core/program.hpp"

namespace laguz::ad::forward {

/// Of [function], which is ready for being derived and may call itself: it takes the tangents that
/// are [wanted] behind what they are of, and gives those of its results behind all of these, before
/// the [place] in a tape that it gives, if it does. Takes time in proportion to its statements.
core::Function function_of(Functions& functions, core::Names& names, const core::Function& function,
                           const WantedForward& wanted, bool place);

}  // namespace laguz::ad::forward
