// A loop's iterations, run again.
#pragma once

#include <optional>
#include <vector>

#include "core/ir.hpp"

namespace laguz::core {

/// Whether the iterations of [loop] can be run again without anybody seeing it.
bool can_run_again(const Loop& loop);

/// The loop [stm], which can be run again, for those of its histories that are [kept] alone: no
/// check, trace or addition that concerns others, and no state that is not needed. It is for who
/// knows which iterations to run: nobody asks it when to stop.
Stm run_again(const Stm& stm, const std::vector<bool>& kept);

}  // namespace laguz::core
