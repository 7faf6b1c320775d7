// Errors, as every tier tells them.
#pragma once

#include <string>

namespace laguz::test {

/// Without what is interpreted alone knows: in which iterations an error came up.
inline std::string without_iterations(const std::string& message) {
  return message.substr(0, message.find("\nIn iteration "));
}

}  // namespace laguz::test
