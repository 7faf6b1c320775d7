// Several inputs at once, as they are pasted.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <string_view>

namespace laguz::driver::repl {

/// Before the prompt where an evaluation has stopped.
constexpr std::string_view kStopped = "break ";

/// What stands behind the prompt that [line] begins with, `[3]> `, `>>> ` or `> `, as copied from a
/// session or a text about one: no input begins so. (But a comparison of `[3]` may, which has no
/// type unless `>` is defined anew.)
std::optional<std::string> behind_prompt(std::string_view line);
/// The same of what stands before further lines of an input: `...> ` or `... `.
std::optional<std::string> behind_dots(std::string_view line);

/// The inputs in [text], in lines as people write them. One ends where another begins: at a line
/// that is not indented, and begins as inputs do, when all before it may be one. The lines between
/// `:{` and `:}` are a cell. If it begins with
/// a prompt, it is copied from a session: what has prompts are the inputs, and the answers are left
/// out. Takes time linear in the text where engine::Unfinished does.
std::deque<std::string> inputs_in(const std::string& text);
/// Those of a cell: one, if it is an expression of any shape or nothing but declarations, or else
/// the same.
std::deque<std::string> inputs_in_cell(const std::string& text);

}  // namespace laguz::driver::repl
