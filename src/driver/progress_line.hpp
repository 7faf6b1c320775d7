// What runs, while it takes long: a line on the terminal that goes when something else is to be
// seen there.
#pragma once

#include <chrono>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "support/progress.hpp"

namespace laguz::driver {

/// Of one session at a time, for it looks at what is written to std::cout and std::cerr.
class ProgressLine {
 public:
  /// [account]: of what runs.
  explicit ProgressLine(const support::Account& account);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// Is there a terminal for it?
  static bool is_possible();

  /// A piece of work begins; nobody has said yet what it is.
  void begin();
  /// It is this: an entry point, or an expression.
  void call_it(const std::string& what);
  /// Shows the line, or shows it anew, when the time for that has come. By the thread that waits
  /// for the work, several times a second.
  void tick();
  /// Takes it off. By whoever writes to the terminal, on any thread.
  void hide();

  /// To be told by the thread that works.
  support::Progress& progress() { return progress_; }

 private:
  using Clock = std::chrono::steady_clock;
  class Watched;

  std::string text(const support::Progress::Report& report, Clock::time_point now) const;
  void show(const std::string& text);

  const support::Account& account_;
  support::Progress progress_;
  std::mutex mutex_;  ///< of the following
  std::string what_;
  Clock::time_point begun_, next_;
  bool is_shown_ = false;
  bool at_line_start_ = true;
  std::unique_ptr<Watched> out_, err_;  ///< last: they use the others
};

}  // namespace laguz::driver
