// Slices whose lengths differ from lane to lane.
#pragma once

#include "core/ir.hpp"

namespace laguz::eval::lanes {

/// Lanes have arrays of one shape, so a slice must be as long in each lane as in all others. Where
/// it may not be, and Soacs and indices are all that reads it, these read the array itself: a Soac
/// goes through the numbers of the slice's elements, and its width may differ (InnerSoac). A lane
/// fails where its slice would, where a Soac is not as wide, and where an index is outside of the
/// slice.
void index_slices(core::Soac& soac);

}  // namespace laguz::eval::lanes
