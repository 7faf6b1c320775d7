// `laguz repl` at a terminal of its own.
#pragma once

#include <catch2/catch.hpp>

#include "laguz.hpp"
#include "terminal.hpp"

namespace laguz::bad_input {

/// With [home] for its history.
class Session : public Terminal {
 public:
  explicit Session(const std::string& home, rlim_t most_bytes = RLIM_INFINITY)
      : Session(Setting{.home = home, .most_bytes = most_bytes}) {}
  explicit Session(const Setting& setting, const std::vector<std::string>& words = {"repl"})
      : Terminal(words, setting) {
    REQUIRE(wait_for("]> "));
  }

  /// Is it there, and does it compute? The answer stands in no question.
  bool answers() {
    type("4000 + 321\r");
    return wait_for("4321\r\n") && wait_for("]> ");
  }

  /// Ctrl-C once all that was typed has been read (a terminal forgets the rest), and the next
  /// prompt.
  bool interrupt() {
    if (!wait_until_read()) return false;
    type("\x03");
    return wait_for("Interrupted") && wait_for("]> ");
  }

  /// Leaves; the exit status, or 128 + the signal.
  int leave() {
    type(":quit\r");
    wait_for("Leaving");
    return status();
  }
};

}  // namespace laguz::bad_input
