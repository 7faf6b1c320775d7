// Accumulators of stencils become sums of moved arrays.
#pragma once

#include "core/program.hpp"

namespace laguz::core::stencils {

/// Where nests of maps add to an accumulator at the numbers of their iterations plus constants, the
/// sums are made place by place after them. Before fusion. Whether there were any; what is left to
/// do is simplification.
bool gather_updates(Body& body, Names& names);

}  // namespace laguz::core::stencils
