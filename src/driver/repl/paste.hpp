// Several inputs at once, as they are pasted.
#pragma once

#include <deque>
#include <string>

namespace laguz::driver::repl {

/// The inputs in [text], in lines as people write them. One ends where another begins: at a line
/// that is not indented, and begins as inputs do, when all before it may be one. The lines between
/// `:{` and `:}` are a cell. Takes time linear in the text where engine::Unfinished does.
std::deque<std::string> inputs_in(const std::string& text);
/// Those of a cell: one, if it is an expression of any shape or nothing but declarations, or else
/// the same.
std::deque<std::string> inputs_in_cell(const std::string& text);

}  // namespace laguz::driver::repl
