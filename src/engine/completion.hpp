// What may be typed next.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/engine.hpp"

namespace laguz::engine {

/// What begins with [word]: names of [scope], qualified ones too, fields of values behind a dot,
/// constructors behind a number sign, and keywords.
std::vector<std::string> names_like(const check::Checker& names, const Scope& scope,
                                    std::string_view word);

/// The paths by which the library's files are imported.
std::vector<std::string> library_imports();

}  // namespace laguz::engine
