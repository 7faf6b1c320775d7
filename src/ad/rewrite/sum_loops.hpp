// Loops that only add up.
#pragma once

#include "ad/emit.hpp"

namespace laguz::ad::rewrite {

/// Each state of [loop] is a number, or an array of them, to which every iteration adds something
/// that depends on no state. The cotangent of a state is the same in all iterations then, and they
/// need no order.
bool adds_only(const core::Loop& loop);
/// Some of what an iteration computes is arrays.
bool has_arrays(const core::Loop& loop);
/// What has the derivative of such a loop: the sums of a map over [trips].
core::Body as_sums(core::Names& names, const core::Loop& loop, const Atom& trips,
                   const graph::Place& place);

}  // namespace laguz::ad::rewrite
