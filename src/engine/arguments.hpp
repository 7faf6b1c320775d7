// Values from outside for an entry point's parameters.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "lower/lower.hpp"
#include "runtime/array.hpp"

namespace laguz::engine {

/// [values] as the entry's arguments: as many, of the very types. Throws UserError; then it asks
/// for the [text] that they were read from (empty: there is none), for a better hint.
std::vector<runtime::Value> match_arguments(const lower::EntryPoint& entry,
                                            std::vector<runtime::Value> values,
                                            const std::function<std::string()>& text);

/// A private copy of every array, so that a call may overwrite its arguments.
std::vector<runtime::Value> copies(const std::vector<runtime::Value>& values);

/// The type of a value as data files have it: "[2][3]f64".
std::string type_of(const runtime::Value& value);

}  // namespace laguz::engine
