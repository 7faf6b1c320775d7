// Loops that only look at their iterations from the last one.
#pragma once

#include "core/program.hpp"

namespace laguz::eval::lanes {

/// Loops of [soac] whose index is used as `bound - 1 - index` only, and which keep nothing, as the
/// way back of a derivative's loop, count down instead. Where lanes have different bounds, those
/// that go round together are at the same place then, so what they read there is a row of lanes.
void count_down(core::Soac& soac);

}  // namespace laguz::eval::lanes
