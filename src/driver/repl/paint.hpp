// What is typed, in colours.
#pragma once

#include <cstddef>
#include <string>

namespace laguz::driver::repl {

/// [text] with escapes that set colours, and no other character more or less; the bracket at the
/// cursor, which is before the byte [cursor], and the one that belongs to it stand out.
std::string painted(const std::string& text, std::size_t cursor);
/// The same of a text that nobody is at.
std::string painted(const std::string& text);

}  // namespace laguz::driver::repl
