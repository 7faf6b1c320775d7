// Ids that a session gives out: they only grow, and none is given out twice.
#pragma once

#include <limits>

namespace laguz::support {

/// Throws UserError: a session has no more ids of some kind.
[[noreturn]] void out_of_ids();

/// The id that [next] stands at, which moves on. Throws UserError where [end] is reached.
template <class Id>
Id take_id(Id& next, Id end = std::numeric_limits<Id>::max()) {
  if (next >= end) out_of_ids();
  return next++;
}

}  // namespace laguz::support
