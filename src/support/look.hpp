// Diagnostics and other sentences in the room that a terminal has.
#pragma once

#include <string>
#include <string_view>

#include "support/diagnostic.hpp"

namespace laguz::support {

/// How diagnostics are shown: in colours or not, and in how many columns.
struct Look {
  Painter painter = nullptr;
  int columns = 0;  ///< 0: lines are as long as they are
};

/// As render in diagnostic.hpp. Sentences are broken between words, and of a line of a program that
/// is too long the part around the mistake is shown: carets stay below what they mark.
std::string render(const Diagnostic& diagnostic, const Look& look);
std::string render(const UserError& error, const Look& look);
std::string excerpt(Span span, const Look& look);

/// [text] with those of its lines that have more than [columns] broken between words, where they
/// can be; what a line begins with in blanks is before the rest of it, too. 0: as it is.
std::string folded(std::string_view text, int columns);

}  // namespace laguz::support
