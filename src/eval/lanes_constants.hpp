// Constants that lanes need before they can run.
#pragma once

#include <vector>

#include "eval/machine.hpp"
#include "support/function_ref.hpp"

namespace laguz::eval {

/// What [run] gives, a run of a plan for [soac], which stands at [place]: it is run again when a
/// constant that it needs has been evaluated. Throws lanes::NotLanes for other reasons.
std::vector<Value> with_constants(Machine& machine, const core::Soac& soac, const Place& place,
                                  support::FunctionRef<std::vector<Value>()> run);

}  // namespace laguz::eval
