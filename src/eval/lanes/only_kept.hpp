// Arrays that loops keep and nobody reads otherwise: what loops inside have kept, and maps.
#pragma once

#include <functional>
#include <vector>

#include "core/ir.hpp"

namespace laguz::eval::lanes {

/// Of each parameter of [loop], whose results are [to]: whether it is an array of which only a
/// history takes anything, at the ends of iterations. [is_used]: elsewhere. What it begins with
/// does not matter then, nor what it is in lanes that stand still; and lanes may have rooms for
/// more than they fill: how long their own part is they know otherwise.
std::vector<bool> only_kept(const core::Loop& loop, const core::Binders& to,
                            const std::function<bool(core::VarId)>& is_used);

/// Zeros that such parameters begin with have no elements: how many there would be may differ from
/// lane to lane.
void begin_empty(core::Soac& soac);

}  // namespace laguz::eval::lanes
