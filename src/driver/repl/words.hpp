// What people type at a prompt who know those of other languages.
#pragma once

#include <optional>
#include <string>

#include "support/function_ref.hpp"

namespace laguz::driver::repl {

/// The command, without its colon, that [input] stands for: `exit`, `quit()`, `help`, `?vjp`,
/// `%timeit xs`. None if it is no such word, or one that [is_name] says is a name of the session.
std::optional<std::string> command_meant(
    const std::string& input, support::FunctionRef<bool(const std::string& word)> is_name);

/// [input] without the semicolons at its end.
std::string without_semicolon(const std::string& input);

}  // namespace laguz::driver::repl
