// The calls of a lambda, replaced by the functions they call.
#pragma once

#include <optional>

#include "core/program.hpp"

namespace laguz::eval::lanes {

/// Thrown while a plan is prepared: the lambda holds something that lanes cannot do.
struct NoLaneForm {
  const char* why;
};

/// [soac] with every Call replaced by the callee's body: a `Custom` whose function is that body.
/// But constants that its lambda reads are still called (`constants.cpp`). Throws NoLaneForm when
/// it holds what lanes cannot do: recursion, traces, or so much code that preparing it would not
/// pay. Operators of scans stay as they are.
core::Soac inline_calls(const core::Soac& soac, const core::Program& program);
/// The same with an operator; false: there is no lane form, and it is as it was.
bool inline_calls(core::Lambda& op, const core::Program& program);

}  // namespace laguz::eval::lanes
