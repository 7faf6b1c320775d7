// Texts of the language, in colours.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>

#include "engine/colouring.hpp"
#include "support/look.hpp"

namespace laguz::driver {

enum class Palette : std::uint8_t {
  named,  ///< the sixteen of the terminal, that look as it likes
  fixed,  ///< of 256; each can be read on white and on black
};
/// The one for the terminal that the environment speaks of.
Palette palette_here();
/// The escape that sets it; empty: none.
std::string_view colour_of(engine::TextKind kind, Palette palette);

/// [text] with escapes that set colours, and no other character more or less; the bracket at the
/// cursor, which is before the byte [cursor], and the one that belongs to it stand out. (Behind the
/// text there is none.)
std::string painted(const std::string& text, std::size_t cursor, Palette palette);
/// How errors show a line of a program.
support::Painter painter(bool colour);
/// How diagnostics are shown on [out]: there is as much room as the terminal has, if it is one.
support::Look look_on(const std::ostream& out, bool colour);

}  // namespace laguz::driver
