// What the prompt says of itself.
#pragma once

#include <string>
#include <string_view>

#include "driver/repl/repl.hpp"

namespace laguz::driver::repl {

/// `:help`: all commands, in lines of at most [columns], of which words are not broken.
std::string help_text(int columns);
/// `:help load`.
std::string help_text(const Command& command, int columns);

/// All commands and settings, as Markdown: docs/prompt.md.
std::string prompt_page();

}  // namespace laguz::driver::repl
