// What a fuzz target is: one function, which either driver (libfuzzer.cpp, replay.cpp) calls.
#pragma once

#include <string>
#include <string_view>

namespace laguz::fuzz {

/// Does to [text] what the target is about. Whatever it throws is a finding, as are crashes, leaks
/// and calls that do not come back. [path]: the file it is from; imports are read beside it.
void try_input(const std::string& path, const std::string& text);

/// How the names of the files end that the target is about: ".fut".
std::string_view input_extension();

}  // namespace laguz::fuzz
