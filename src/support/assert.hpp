// Assertions for our own bugs: always on, never reachable from user input by design.
#pragma once

#include <stdexcept>
#include <string>

namespace laguz::support {

/// One of our own bugs. The session reports it with a plea, and the prompt survives it.
class InternalError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

[[noreturn]] inline void fail_assert(const char* file, int line, const std::string& what) {
  throw InternalError(std::string(file) + ":" + std::to_string(line) + ": " + what);
}

}  // namespace laguz::support

#define LAGUZ_ASSERT(condition, what)                                          \
  do {                                                                         \
    if (!(condition)) ::laguz::support::fail_assert(__FILE__, __LINE__, what); \
  } while (false)
