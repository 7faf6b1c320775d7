// Stopping an evaluation from outside: Ctrl-C, or a deadline.
#pragma once

#include <atomic>
#include <chrono>
#include <optional>

#include "support/diagnostic.hpp"

namespace laguz::runtime {

/// Owned by the session; whatever runs long calls `check` every few microseconds of work.
class Interrupt {
 public:
  using Clock = std::chrono::steady_clock;

  /// Safe in a signal handler and from any thread.
  void request() { requested_.store(true, std::memory_order_relaxed); }
  /// The flag only; the deadline sets it when `check` finds it has passed.
  bool requested() const { return requested_.load(std::memory_order_relaxed); }
  /// Before the next evaluation. No evaluation runs meanwhile.
  void reset() {
    requested_.store(false, std::memory_order_relaxed);
    countdown_.store(0, std::memory_order_relaxed);
  }
  void set_deadline(std::optional<Clock::time_point> deadline) {
    deadline_ = deadline;
    countdown_.store(0, std::memory_order_relaxed);
  }

  /// Throws support::Interrupted once requested or past the deadline.
  void check() const {
    if (requested()) throw support::Interrupted();
    if (deadline_ && passed()) throw support::Interrupted();
  }

 private:
  /// Reads the clock at every 64th call: a call is a few hundred nanoseconds of work at least.
  bool passed() const {
    if (countdown_.fetch_sub(1, std::memory_order_relaxed) > 0) return false;
    countdown_.store(64, std::memory_order_relaxed);
    if (Clock::now() < *deadline_) return false;
    requested_.store(true, std::memory_order_relaxed);
    return true;
  }

  static_assert(std::atomic<bool>::is_always_lock_free);
  mutable std::atomic<bool> requested_{false};
  mutable std::atomic<int> countdown_{0};
  std::optional<Clock::time_point> deadline_;
};

}  // namespace laguz::runtime
