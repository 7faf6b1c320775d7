// What the prompt answers to an expression.
#pragma once

#include <string>

#include "driver/repl/repl.hpp"
#include "runtime/text.hpp"

namespace laguz::driver::repl {

/// Writes a line, as [settings] say: strings as they would be typed.
void print_result(runtime::Text& out, const check::Checker& names, const engine::Def& def,
                  const engine::Valued& value, const Settings& settings);

/// A function: its type is what there is to see.
std::string function_text(const check::Checker& names, const engine::Def& def);

}  // namespace laguz::driver::repl
