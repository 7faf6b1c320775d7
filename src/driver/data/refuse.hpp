// Files that are not what they should be.
#pragma once

#include <string>

namespace laguz::driver::data {

/// Throws UserError: what is wrong with the file [name], and what may help.
[[noreturn]] void refuse(const std::string& name, const std::string& why,
                         const std::string& hint = {});

}  // namespace laguz::driver::data
