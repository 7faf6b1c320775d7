// What the key Tab offers.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "driver/repl/repl.hpp"

namespace laguz::driver::repl {

/// Where a word may begin that is completed at the end of [line], which is typed so far.
const char* word_breaks(std::string_view line);

/// What may stand for [word], which begins at [start] of [line] and ends where the cursor is:
/// names, fields behind a dot, constructors behind a number sign, keywords, commands, settings and
/// what they may be, paths to import. Empty where names of files may stand; only [word] if nothing
/// fits.
std::vector<std::string> completions(Session& session, const engine::Scope& scope,
                                     std::string_view line, std::size_t start,
                                     std::string_view word);

}  // namespace laguz::driver::repl
