// A session: an engine with a console, and the one place that catches user errors.
#pragma once

#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

#include "driver/console.hpp"
#include "engine/engine.hpp"

namespace laguz::driver {

struct SessionOptions : engine::Options {
  std::vector<std::string> expected_params;  ///< of those in [lower], what the user named
  bool warnings_are_errors = false;
  Colour colour = Colour::automatic;
};

/// Lives on one thread, which works for its governor as long as it lives.
class Session : public engine::Engine {
 public:
  explicit Session(SessionOptions options);

  const SessionOptions& settings() const { return settings_; }

  /// Prints the warnings since the last time. With warnings as errors, throws UserError if there
  /// were any.
  void show_warnings(std::ostream& out, bool colour);

  /// The single catch: runs [action] as one task, prints what it throws to [out], and gives the
  /// exit status ([on_error] for the user's errors, 130 when interrupted, 101 for our own bugs).
  int guarded(std::ostream& out, bool colour, int on_error, const std::function<int()>& action);
  /// The same on standard error, for a command that has nothing else to do: the process ends here
  /// when time or patience has run out, for what has been made would take time to be taken down.
  int guarded(int on_error, const std::function<int()>& action);

 private:
  struct Ending {
    int status = 0;
    bool stopped = false;  ///< out of time, or interrupted
  };
  Ending run(std::ostream& out, bool colour, int on_error, const std::function<int()>& action);
  /// Forgets them then. Were there any?
  bool write_warnings(std::ostream& out, bool colour);

  SessionOptions settings_;
  support::Governed governed_;
};

}  // namespace laguz::driver
