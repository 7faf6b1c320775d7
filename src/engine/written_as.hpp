// What definitions are written as: with strings, as names of others.
#pragma once

#include <string>
#include <vector>

#include "engine/engine.hpp"

namespace laguz::engine {

/// For each flat value of [def], which [view] covers: does what is written of it come from a
/// string, by itself, by names or by calls of functions? Arrays of bytes among them are likely to
/// be texts.
std::vector<bool> from_strings(const check::Checker& names, const Def& def, const core::View& view);

/// The names of a definition's parameters, empty for patterns.
std::vector<std::string> parameter_names(const Def& def);

/// The type of the expression [def], which is at types of numbers that have been chosen; but of the
/// name of a general function that of all it may be.
const check::Scheme& scheme_of(const check::Checker& names, const Def& def);

}  // namespace laguz::engine
