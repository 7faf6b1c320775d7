// Two scalar operations in one walk: a product that only one sum or difference reads, a comparison
// and what is 0 by it.
#pragma once

#include "core/program.hpp"

namespace laguz::eval::lanes {

/// Rewrites, of f64 and f32 in the bodies of [soac], `t = a * b; r = t + c` (t read nowhere else)
/// as one `mad`, and `t - c` as one `mulsub`. Both round twice, as the two statements do, so no bit
/// changes; a vector less is written and read. Likewise `t = a > b; r = select t c 0` and the other
/// comparisons of floats, however often t is read.
void combine_operations(core::Soac& soac);

}  // namespace laguz::eval::lanes
