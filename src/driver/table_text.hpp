// Text that has a room of a certain size.
#pragma once

#include <string>
#include <string_view>

namespace laguz::driver {

/// [text], without its end where it is longer than a row of a table has room for.
std::string shortened(const std::string& text);

/// The words of [text], in lines of at most [columns] that end with new lines: the first one goes
/// on at column [first], and [indent] is before the others. What is longer than a line is not
/// broken.
std::string wrapped(std::string_view text, int columns, int first, int indent);

}  // namespace laguz::driver
