// Text of a program in a row of a table.
#pragma once

#include <string>

namespace laguz::driver {

/// [text], without its end where it is longer than a row has room for.
std::string shortened(const std::string& text);

}  // namespace laguz::driver
