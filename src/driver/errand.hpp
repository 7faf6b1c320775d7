// Work that the console waits for, but not for what the work leaves to be taken down.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <string>

#include "driver/progress_line.hpp"
#include "support/deep_stack.hpp"
#include "support/governor.hpp"
#include "support/look.hpp"

namespace laguz::driver {

/// What a piece of work has come to.
struct Ending {
  int status = 0;
  bool stopped = false;  ///< out of time, or interrupted
};

/// Work on a thread with a deep stack, for a governor's client. The governor is its own until it is
/// done.
class Errand final : public support::Observer {
 public:
  /// What is said of its end has this [look]. How far it is, [line] tells; null: nobody.
  Errand(support::Governor& governor, const support::Look& look, ProgressLine* line);
  /// Waits until it is done.
  ~Errand();
  /// Once. Throws UserError when there is no stack, or no thread.
  void begin(std::function<Ending()> work);

  /// Why the work ends before it is done.
  struct Reason {
    bool late = false;    ///< or else interrupted
    std::string message;  ///< as the console is to show it
  };
  /// Waits until the work is done, or is to end: then says why. Work that is late and has not
  /// found out, for it is at something long, is still waited for.
  std::optional<Reason> wait();
  /// The same, but then it is no longer waited for: for those who end the process.
  std::optional<Reason> wait_in_time();
  /// Waits until it is done; once more is nothing.
  void join();
  /// What it has come to; waits until it is done, and throws what the work has thrown.
  Ending ending();
  /// Waits for some ms. Is it done?
  bool is_done();
  /// Has it been told to end? Then the console says so, and nobody else.
  bool is_to_end();

  void ending(const support::Interrupted& why) noexcept override;

 private:
  auto has_news() {
    return [this] { return done_ || reason_; };
  }
  void perform(const std::function<Ending()>& work);
  /// Waits for news, for some ms; false: there are none.
  bool has_news_soon(std::unique_lock<std::mutex>& lock);

  support::Governor& governor_;
  const support::Look look_;
  ProgressLine* const line_;
  std::mutex mutex_;
  std::condition_variable news_;
  bool done_ = false;
  std::optional<Reason> reason_;
  Ending ending_;
  std::optional<support::DeepThread> thread_;  ///< last: it uses the others
};

}  // namespace laguz::driver
