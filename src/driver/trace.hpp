// `#[trace]`: what it shows, and where.
#pragma once

#include <iosfwd>

#include "engine/engine.hpp"

namespace laguz::driver {

/// Prints each traced value to [out], as `file:l:c-c: value` or `tag: value`. Further lines of a
/// value are [aligned] below its first.
eval::OnTrace trace_to(std::ostream& out, bool aligned);

}  // namespace laguz::driver
