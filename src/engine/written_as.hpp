// What definitions are written as: strings, names of others.
#pragma once

#include <optional>
#include <string>

#include "engine/engine.hpp"

namespace laguz::engine {

/// The text that the value of [def] is, if it is written as a string, or as the name of what is.
std::optional<std::string> text_of(const check::Checker& names, const Def& def);

/// The type of the expression [def], which is at types of numbers that have been chosen; but of the
/// name of a general function that of all it may be.
const check::Scheme& scheme_of(const check::Checker& names, const Def& def);

}  // namespace laguz::engine
