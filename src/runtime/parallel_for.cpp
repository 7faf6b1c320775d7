#include "runtime/parallel_for.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include "support/diagnostic.hpp"

#ifdef LAGUZ_TBB
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#endif

#include "support/governor.hpp"

namespace laguz::runtime {

int hardware_threads() {
  // The library asks the system anew each time, which takes longer than many a small Soac.
  static const int threads = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  return threads;
}

namespace {

/// What threads have done for one that waits for them.
class Traffic {
 public:
  void add(const support::Traffic& more) {
    made_.fetch_add(more.made, std::memory_order_relaxed);
    moved_.fetch_add(more.moved, std::memory_order_relaxed);
  }
  /// Has the calling thread have done it.
  ~Traffic() { support::this_thread.traffic += {made_.load(), moved_.load()}; }

 private:
  std::atomic<std::uint64_t> made_{0}, moved_{0};
};

/// Makes a thread work for whom [caller] works for, at what it is at. What it has not accounted for
/// itself in the end goes to [traffic].
class Employed {
 public:
  Employed(const support::Thread& caller, Traffic& traffic)
      : governed_(caller),
        doing_(caller.work, caller.place),
        traffic_(traffic),
        before_(std::exchange(support::this_thread.traffic, {})) {}
  ~Employed() { traffic_.add(std::exchange(support::this_thread.traffic, before_)); }
  Employed(const Employed&) = delete;
  Employed& operator=(const Employed&) = delete;

 private:
  support::Governed governed_;
  support::Doing doing_;
  Traffic& traffic_;
  support::Traffic before_;
};

}  // namespace

#ifdef LAGUZ_TBB

void parallel_for(std::int64_t blocks, int threads,
                  support::FunctionRef<void(std::int64_t block)> work) {
  if (threads <= 1 || blocks <= 1) {
    for (std::int64_t i = 0; i < blocks; ++i) work(i);
    return;
  }
  const support::Thread caller = support::this_thread;
  Traffic traffic;
  const auto body = [&](std::int64_t i) {
    const Employed employed(caller, traffic);
    work(i);
  };
  // More threads than the machine has bring nothing, and TBB warns of them.
  threads = std::min(threads, hardware_threads());
  std::atomic<bool> thrown{false};
  auto run = [&] {
    tbb::parallel_for(std::int64_t{0}, blocks, [&](std::int64_t i) {
      try {
        body(i);
      } catch (...) {
        thrown = true;
        throw;
      }
    });
  };
  try {
    // Inside a parallel_for we are in its arena already: a nested one shares its threads.
    if (tbb::this_task_arena::max_concurrency() == threads) {
      run();
    } else {
      tbb::task_arena arena(threads);
      arena.execute(run);
    }
  } catch (const std::runtime_error&) {
    if (thrown) throw;
    throw support::UserError(
        support::Phase::run, {},
        "Out of memory: no more threads can be started (--threads 1 needs none).");
  }
}

#else

void parallel_for(std::int64_t blocks, int threads,
                  support::FunctionRef<void(std::int64_t block)> body) {
  const support::Thread caller = support::this_thread;
  // A body that calls us again runs its blocks itself: the threads are busy already.
  thread_local bool nested = false;
  if (threads <= 1 || blocks <= 1 || nested) {
    for (std::int64_t i = 0; i < blocks; ++i) body(i);
    return;
  }
  std::atomic<std::int64_t> next{0};
  Traffic traffic;
  std::exception_ptr error;
  std::mutex error_mutex;
  auto work = [&] {
    const Employed employed(caller, traffic);
    nested = true;
    try {
      for (std::int64_t i; (i = next.fetch_add(1, std::memory_order_relaxed)) < blocks;) body(i);
    } catch (...) {
      next.store(blocks, std::memory_order_relaxed);
      std::lock_guard lock(error_mutex);
      if (!error) error = std::current_exception();
    }
    nested = false;
  };
  std::vector<std::thread> crew;
  const auto helpers = std::min<std::int64_t>(threads, blocks) - 1;
  crew.reserve(static_cast<std::size_t>(helpers));
  try {
    for (std::int64_t i = 0; i < helpers; ++i) crew.emplace_back(work);
  } catch (const std::exception&) {
    // Fewer threads than asked for do the same work.
  }
  work();
  for (auto& thread : crew) thread.join();
  if (error) std::rethrow_exception(error);
}

#endif

}  // namespace laguz::runtime
