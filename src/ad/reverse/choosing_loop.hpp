// Loops whose states are only chosen: the largest of something, and where it was.
#pragma once

#include "ad/reverse/sweep.hpp"

namespace laguz::ad::reverse {

/// The way back through the loop at [position] of [forward], if each of its states that something
/// comes back to is what it began with, or a number that some iteration computes from no state.
/// On the way there it keeps which one, and that iteration alone is run again. False if it is
/// another loop.
bool choosing_loop(Sweep& sweep, graph::Graph& forward, std::size_t position);

}  // namespace laguz::ad::reverse
