// Settings of the prompt, and of its session.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "driver/repl/repl.hpp"

namespace laguz::driver::repl {

/// `:set`, and what is typed behind it: nothing, a name, or a name and a value. Gives the lines
/// that it prints, in [columns] if that is not 0. Throws UserError: there is no such setting, or
/// its value may not be that.
std::vector<std::string> set_or_show(Settings& settings, Session& session, const std::string& text,
                                     int columns);

/// All of them, in alphabetical order.
std::vector<std::string> setting_names();
/// What [name] may be, if that is a choice of words.
std::vector<std::string> setting_values(std::string_view name);
/// Names, and what they are.
std::vector<std::pair<std::string_view, std::string_view>> setting_table();

}  // namespace laguz::driver::repl
