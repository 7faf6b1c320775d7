// The limits of what an engine does: interrupts, time and memory, asked for by every phase.
//
// A thread works for at most one governor at a time (`Governed`), and whatever runs long on it
// calls `spend`; memory from `operator new` is charged to it (support/heap.cpp), and arrays are
// charged to its account (runtime/buffer.cpp). Limits hold on the threads of a `Task`: elsewhere
// there is nobody who could be told.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <new>
#include <string>
#include <utility>

#include "support/diagnostic.hpp"

namespace laguz::support {

/// What a thread is doing, for messages.
enum class Work : std::uint8_t {
  nothing,
  reading,
  checking,
  lowering,
  deriving,
  optimising,
  evaluating,
  explaining,
  printing,
  testing,
};
/// "checking", "evaluating", ...
const char* name(Work work);

/// The task is to end: the user pressed Ctrl-C. No UserError, which may be one of several that are
/// gathered.
class Interrupted : public std::exception {
 public:
  const char* what() const noexcept override { return "Interrupted"; }
};

/// The same, because it passed its time limit.
class TimedOut : public Interrupted {
 public:
  explicit TimedOut(double seconds);
  const char* what() const noexcept override { return "The time limit passed."; }
  /// As everyone else is told of it.
  UserError error() const;

 private:
  double seconds_;
  Work work_;
  Span place_;
};

/// A request for memory passed the limit, or the system had none left. Made without taking memory.
class OutOfMemory : public std::bad_alloc {
 public:
  OutOfMemory(std::size_t wanted, std::size_t used, std::size_t limit);
  const char* what() const noexcept override { return "Out of memory."; }
  /// As everyone else is told of it; takes memory.
  UserError error() const;

 private:
  std::size_t wanted_, used_, limit_;  ///< bytes; limit 0: the system's
  Work work_;
  Span place_;
};

/// What an out-of-memory error of any origin says: who asked for how much.
std::string out_of_memory_text(const std::string& who, std::size_t wanted, std::size_t used,
                               std::size_t limit);

/// Bytes in use for one governor. It lives as long as the governor or an array that is charged to
/// it.
class Account {
 public:
  explicit Account(std::size_t limit) : limit_(limit) {}

  /// The one that this thread's memory is charged to: its governor's, or when it has none one that
  /// allows what the machine has.
  static Account& current();

  /// Counts [bytes] if they fit in the limit.
  bool take(std::size_t bytes) {
    const auto more = static_cast<std::int64_t>(bytes);
    if (bytes > kMost) return false;
    const std::int64_t used = used_.fetch_add(more, std::memory_order_relaxed) + more;
    if (used <= signed_limit()) {
      reach(used);
      return true;
    }
    used_.fetch_sub(more, std::memory_order_relaxed);
    return false;
  }
  /// Counts them, whatever the limit; negative: gives them back.
  void add(std::int64_t bytes) { reach(used_.fetch_add(bytes, std::memory_order_relaxed) + bytes); }
  std::size_t used() const {
    const std::int64_t used = used_.load(std::memory_order_relaxed);
    return used > 0 ? static_cast<std::size_t>(used) : 0;
  }
  /// The most bytes that were in use at once since `forget_peak`; exact as long as one thread takes
  /// them.
  std::size_t peak() const {
    const std::int64_t peak = peak_.load(std::memory_order_relaxed);
    return peak > 0 ? static_cast<std::size_t>(peak) : 0;
  }
  void forget_peak() {
    peak_.store(used_.load(std::memory_order_relaxed), std::memory_order_relaxed);
  }
  std::size_t limit() const { return limit_.load(std::memory_order_relaxed); }
  void set_limit(std::size_t bytes) { limit_.store(bytes, std::memory_order_relaxed); }

  void hold() { holders_.fetch_add(1, std::memory_order_relaxed); }
  void drop() {
    if (holders_.fetch_sub(1, std::memory_order_acq_rel) == 1) delete this;
  }

 private:
  ~Account() = default;
  static constexpr std::size_t kMost = std::numeric_limits<std::int64_t>::max() / 4;
  void reach(std::int64_t used) {
    if (used > peak_.load(std::memory_order_relaxed)) peak_.store(used, std::memory_order_relaxed);
  }
  std::int64_t signed_limit() const { return static_cast<std::int64_t>(std::min(limit(), kMost)); }

  std::atomic<std::int64_t> used_{0};
  std::atomic<std::int64_t> peak_{0};
  std::atomic<std::size_t> limit_;
  std::atomic<std::size_t> holders_{1};
};

/// Whoever waits for a task, and would hear of its end before what it has made is taken down.
class Observer {
 public:
  /// The task is to end, because of [why]. Called by the thread that finds it out, just before it
  /// throws [why]; by several if several do.
  virtual void ending(const Interrupted& why) noexcept = 0;

 protected:
  ~Observer() = default;
};

class Governor {
 public:
  using Clock = std::chrono::steady_clock;

  Governor();
  ~Governor() { account_->drop(); }
  Governor(const Governor&) = delete;
  Governor& operator=(const Governor&) = delete;

  /// Stops the task under way, and those that would begin, until it is forgotten: whoever takes a
  /// new order forgets what was pressed before. Safe in a signal handler and from any thread.
  void interrupt() { interrupted_.store(true, std::memory_order_relaxed); }
  bool interrupted() const { return interrupted_.load(std::memory_order_relaxed); }
  /// A task that has found out ends all the same.
  void forget_interrupt() { interrupted_.store(false, std::memory_order_relaxed); }

  /// Does so at the [looks]-th time from now that a task looks at its governor; 0: does not. While
  /// one thread works, where that is depends on its work alone.
  void interrupt_after(std::int64_t looks) { looks_ = looks; }

  /// For each task from the next one on; 0: none.
  void set_seconds(double seconds) { seconds_ = seconds; }
  double seconds() const { return seconds_; }

  /// Of the tasks from the next one on; null: none.
  void set_observer(Observer* observer) { observer_ = observer; }

  Account& account() { return *account_; }
  /// When the task under way is to end; `kNever` when there is none, or no limit. From any thread.
  Clock::time_point deadline() const { return deadline_.load(std::memory_order_relaxed); }
  static constexpr Clock::time_point kNever = Clock::time_point::max();

  /// Throws Interrupted (TimedOut) when the task under way is to end; the observer has been told.
  void check();

 private:
  friend class Task;
  friend class Aside;
  friend class Attempt;
  template <class Reason>
  [[noreturn]] void end(const Reason& why) const;

  std::atomic<bool> interrupted_{false};
  std::atomic<std::int64_t> looks_{0};  ///< until it is interrupted; 0 or less: without an end
  std::atomic<bool> stopped_{false};    ///< some thread of the task under way has seen that
  double seconds_ = 0;
  std::atomic<Clock::time_point> deadline_{kNever};
  std::atomic<Clock::time_point> attempt_until_{kNever};
  Observer* observer_ = nullptr;
  Account* account_;
};

/// What a thread has done to arrays since it was last asked (eval/profile.hpp), in bytes.
struct Traffic {
  std::uint64_t made = 0;   ///< of arrays
  std::uint64_t moved = 0;  ///< of elements that have been put elsewhere as they are

  Traffic& operator+=(const Traffic& more) {
    made += more.made;
    moved += more.moved;
    return *this;
  }
};

/// What belongs to a thread. Plain data: operator new reads it before anything is constructed.
struct Thread {
  Governor* governor = nullptr;
  bool at_task = false;   ///< at one of its governor's: then it is stopped, and refused memory
  std::int64_t fuel = 0;  ///< nanoseconds of work until the next look at the governor
  std::int64_t heap = 0;  ///< bytes taken by operator new that the account does not know of yet
  Traffic traffic{};
  Work work = Work::nothing;
  int unstoppable = 0;  ///< how many Unstoppable live
  Span place{};
};
extern constinit thread_local Thread this_thread;

/// Makes [governor] the one this thread works for while it lives; null: none.
class Governed {
 public:
  explicit Governed(Governor* governor);
  /// As [caller] does, at its task if it is at one.
  explicit Governed(const Thread& caller);
  ~Governed();
  Governed(const Governed&) = delete;
  Governed& operator=(const Governed&) = delete;

 private:
  Governor* governor_before_;
  bool at_task_before_;
};

/// A piece of work with limits: its clock starts with the outermost one. The thread is governed
/// meanwhile; it and those that it employs are at the task, and no others. A governor has one at a
/// time.
class Task {
 public:
  /// Throws Interrupted when that is what has been asked for.
  explicit Task(Governor& governor);
  ~Task();
  Task(const Task&) = delete;
  Task& operator=(const Task&) = delete;

 private:
  Governor& governor_;
  Governed governed_;
  bool outermost_;
};

/// While it lives, the task that this thread is at waits: its clock stands still, and its observer
/// hears of nothing. Tasks that begin meanwhile are tasks of their own; that one of them has been
/// ended does not concern the one that waits.
class Aside {
 public:
  explicit Aside(Governor& governor);
  ~Aside();
  Aside(const Aside&) = delete;
  Aside& operator=(const Aside&) = delete;

 private:
  Governor& governor_;
  bool at_task_;
  Observer* observer_;
  Governor::Clock::time_point since_, deadline_;
};

/// While it lives, the task that this thread is at does something that may be left undone: within
/// [seconds], and within half of the time that the task has left. Then, and when the user presses
/// Ctrl-C, Interrupted is thrown, of which the observer does not hear; when the attempt is over,
/// the task goes on.
class Attempt {
 public:
  Attempt(Governor& governor, double seconds);
  ~Attempt();
  Attempt(const Attempt&) = delete;
  Attempt& operator=(const Attempt&) = delete;

 private:
  Governor& governor_;
  Observer* observer_;
};

/// What the thread is at, and where in the text, while it lives.
class Doing {
 public:
  explicit Doing(Work work, Span place = {})
      : work_(std::exchange(this_thread.work, work)), place_(this_thread.place) {
    if (place) this_thread.place = place;
  }
  ~Doing() {
    this_thread.work = work_;
    this_thread.place = place_;
  }
  Doing(const Doing&) = delete;
  Doing& operator=(const Doing&) = delete;

 private:
  Work work_;
  Span place_;
};

/// While it lives, nothing on this thread is ended, and no memory is refused by a limit: for
/// destructors, and for what must not be left half done. Short work only.
class Unstoppable {
 public:
  Unstoppable() { ++this_thread.unstoppable; }
  ~Unstoppable() { --this_thread.unstoppable; }
  Unstoppable(const Unstoppable&) = delete;
  Unstoppable& operator=(const Unstoppable&) = delete;
};

/// Elements of so many bytes have been copied as they are: said once for a copy of many.
inline void moved(std::size_t bytes) { this_thread.traffic.moved += bytes; }
inline void moved(std::int64_t count, int size) { moved(static_cast<std::size_t>(count * size)); }

void refuel();

/// Accounts for about [nanoseconds] of work, and every 20 µs asks the governor. Throws Interrupted.
/// (operator new does so too: what takes memory step by step need not.)
inline void spend(std::int64_t nanoseconds) {
  if ((this_thread.fuel -= nanoseconds) < 0) refuel();
}
/// Asks the governor at once: after work whose length nobody knows.
inline void poll() { refuel(); }

}  // namespace laguz::support
