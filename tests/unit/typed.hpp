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
  laguz::driver::repl::Repl(session, *reader, out, {}).run({});
  return out.str();
}

/// The last value or message in what a session has printed.
inline std::string last_printed(const std::string& out) {
  std::string last = out.substr(0, out.rfind("\n["));
  last.erase(0, last.rfind("> ") + 2);
  // What is said of a value comes before it.
  for (auto line = last.find(".\n"); line != std::string::npos; line = last.find(".\n"))
    last.erase(0, line + 2);
  return last;
}

/// The last value or message that [lines] bring.
inline std::string last_of(laguz::driver::Session& session, const std::string& lines) {
  return last_printed(typed(session, lines));
}

inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace laguz_test
