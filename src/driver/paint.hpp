// Texts of the language, in colours.
#pragma once

#include <cstddef>
#include <string>

#include "support/diagnostic.hpp"

namespace laguz::driver {

/// [text] with escapes that set colours, and no other character more or less; the bracket at the
/// cursor, which is before the byte [cursor], and the one that belongs to it stand out.
std::string painted(const std::string& text, std::size_t cursor);
/// The same of a text that nobody is at.
std::string painted(const std::string& text);
/// How errors show a line of a program.
inline support::Painter painter(bool colour) {
  return colour ? static_cast<support::Painter>(painted) : nullptr;
}

}  // namespace laguz::driver
