// Values from outside for an entry point's parameters.
#pragma once

#include <vector>

#include "check/lower.hpp"
#include "runtime/array.hpp"

namespace laguz::driver {

/// [values] as the entry's arguments: as many, of the very types. Throws UserError.
std::vector<runtime::Value> match_arguments(const check::EntryPoint& entry,
                                            std::vector<runtime::Value> values);

/// A private copy of every array, so that a call may overwrite its arguments.
std::vector<runtime::Value> copies(const std::vector<runtime::Value>& values);

}  // namespace laguz::driver
