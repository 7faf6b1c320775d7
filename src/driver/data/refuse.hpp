// Files that are not what they should be.
#pragma once

#include <string>

namespace laguz::driver::data {

/// Throws UserError: what is wrong with the file [name].
[[noreturn]] void refuse(const std::string& name, const std::string& why);

}  // namespace laguz::driver::data
