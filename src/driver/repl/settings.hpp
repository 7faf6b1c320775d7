// Settings of the prompt, and of its session.
#pragma once

#include <string>
#include <vector>

#include "driver/repl/repl.hpp"

namespace laguz::driver::repl {

/// `:set`, and what is typed behind it: nothing, a name, or a name and a value. Gives the lines
/// that it prints. Throws UserError: there is no such setting, or its value may not be that.
std::vector<std::string> set_or_show(Settings& settings, Session& session, const std::string& text);

}  // namespace laguz::driver::repl
