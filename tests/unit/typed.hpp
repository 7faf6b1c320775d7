// A session at the prompt, without a terminal.
#pragma once

#include <sstream>
#include <string>

#include "driver/repl/repl.hpp"
#include "driver/session.hpp"

namespace laguz_test {

/// What a session at the prompt prints.
inline std::string typed(laguz::driver::Session& session, const std::string& lines) {
  std::istringstream in(lines);
  std::ostringstream out;
  const auto reader = laguz::driver::repl::stream_reader(in, out);
  laguz::driver::repl::Repl(session, *reader, out, {}).run("");
  return out.str();
}

inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace laguz_test
