// Operations as messages show them.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "core/ir.hpp"

namespace laguz::core {

/// What an Assert says: text, and atoms as the user would see them.
using Message = std::vector<std::variant<std::string, Atom>>;

/// Appends [app] to [text], as it would be written: `a + b`, `log(a)`.
void append_operation(const PrimApp& app, Message& text);

}  // namespace laguz::core
