// Text of a stranger's, made fit for a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace laguz::support {

/// [text] with everything that would steer a terminal, or show what is not there, as escapes:
/// control characters but newlines and tabs, bytes that are not UTF-8 (`\x1B`), and what turns the
/// direction of writing or breaks lines (`\u{202E}`).
std::string printable(std::string_view text);

/// For a name in a line: newlines and tabs are escaped too.
std::string printable_line(std::string_view text);

/// The length of the character that [text], which is not empty, begins with: a byte that is not
/// UTF-8 counts as one.
std::size_t character_bytes(std::string_view text);

/// How many columns a terminal gives to [text], which is printable; tabs count as one.
int display_width(std::string_view text);
/// The first [most] columns of [text].
std::string first_columns(const std::string& text, std::size_t most);

}  // namespace laguz::support
