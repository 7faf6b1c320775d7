// A session: an engine with a console, and the one place that catches user errors.
//
// The console's thread waits while another one, which has a deep stack, does the work. When the
// work is to end, for time or patience has run out, the console says so and goes on at once: what
// the work has made is taken down behind its back, and the next work waits for that.
#pragma once

#include <functional>
#include <iosfwd>
#include <memory>
#include <string>
#include <vector>

#include "driver/console.hpp"
#include "driver/errand.hpp"
#include "driver/progress_line.hpp"
#include "engine/engine.hpp"

namespace laguz::driver {

struct SessionOptions : engine::Options {
  std::vector<std::string> expected_params;  ///< of those in [lower], what the user named
  bool warnings_are_errors = false;
  Colour colour = Colour::automatic;
  bool progress = false;  ///< on a terminal, what takes long shows how far it is
};

/// Lives on one thread, which works for its governor as long as it lives.
class Session : public engine::Engine {
 public:
  explicit Session(SessionOptions options);
  /// Rests first.
  ~Session();

  const SessionOptions& settings() const { return settings_; }

  /// What runs from now on, for the line of progress.
  void call_it(const std::string& what) {
    if (line_ != nullptr) line_->call_it(what);
  }

  /// Nor is it as old as what has run.
  void begin_anew() {
    if (line_ != nullptr) line_->begin();
  }

  /// Prints the warnings since the last time. With warnings as errors, throws UserError if there
  /// were any.
  void show_warnings(std::ostream& out, bool colour);

  /// The single catch: runs [action] as one task, prints what it throws to [out], and gives the
  /// exit status ([on_error] for the user's errors, 130 when interrupted, 101 for our own bugs).
  /// On a deep stack [action] runs there. Otherwise it runs on a thread that has one, and when it
  /// has been told to end it may still be at it: the engine, and what [action] refers to, are its
  /// own until the session rests.
  int guarded(std::ostream& out, bool colour, int on_error, std::function<int()> action);
  /// The same on standard error, for a command that has nothing else to do: the process ends here
  /// when time or patience has run out, for what has been made would take time to be taken down.
  int guarded(int on_error, std::function<int()> action);
  /// Waits until nothing is under way.
  void rest();

 private:
  using Wait = std::optional<Errand::Reason> (Errand::*)();
  Ending run(std::ostream& out, bool colour, int on_error, std::function<int()> action, Wait wait);
  /// What [action] comes to, here; prints what it throws, and then tidies up.
  Ending attempt(std::ostream& out, bool colour, int on_error, const std::function<int()>& action);
  Ending outcome(std::ostream& out, bool colour, int on_error, const std::function<int()>& action);
  /// Forgets them then. Were there any?
  bool write_warnings(std::ostream& out, bool colour);
  /// Rests; false if Ctrl-C is pressed meanwhile.
  bool rest_unless_interrupted();

  SessionOptions settings_;
  support::Governed governed_;
  std::unique_ptr<ProgressLine> line_;
  std::unique_ptr<Errand> errand_;  ///< the last one
};

}  // namespace laguz::driver
