// Accumulators of the bodies around the plan: updates wait in a log until their tile is done.
#pragma once

#include <cstdint>
#include <vector>

#include "eval/lanes/tile.hpp"

namespace laguz::eval::lanes {

struct AccLog {};

}  // namespace laguz::eval::lanes
