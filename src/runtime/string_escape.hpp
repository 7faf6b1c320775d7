// Escapes of string literals in data files: those of Haskell.
#pragma once

#include <string>

namespace laguz::runtime {

/// Appends the characters from [p] up to a closing quote (not included) or [end] to [out], escapes
/// resolved and in UTF-8. Returns where it stopped; [error] says what was expected there, if so.
const char* unescape(const char* p, const char* end, std::string& out, const char*& error);

}  // namespace laguz::runtime
