// `#[trace]` and `#[break]`: what they show, and where.
#pragma once

#include <iosfwd>

#include "engine/engine.hpp"

namespace laguz::driver {

/// Prints each traced value to [out], as `file:l:c-c: value` or `tag: value`. Further lines of a
/// value are [aligned] below its first. Breaks show a line only when [breaks] is set.
std::function<void(const core::Trace&, std::span<const runtime::Value>, support::Span)> trace_to(
    std::ostream& out, bool aligned, bool breaks);

}  // namespace laguz::driver
