// Values from outside for an entry point's parameters.
#pragma once

#include <vector>

#include "check/lower.hpp"
#include "runtime/array.hpp"

namespace laguz::driver {

/// [values] as the entry's arguments: as many, of the very types. Throws UserError.
std::vector<runtime::Value> match_arguments(const check::EntryPoint& entry,
                                            std::vector<runtime::Value> values);

}  // namespace laguz::driver
