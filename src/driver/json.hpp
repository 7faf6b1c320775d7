// Texts in JSON.
//
// What is written is put together from these and not as a document: the destructors of the
// library's documents take memory, and end the process where there is none.
#pragma once

#include <string>

namespace laguz::driver {

/// [text] in quotes. Bytes that are no UTF-8 become U+FFFD.
std::string json_string(const std::string& text);

}  // namespace laguz::driver
