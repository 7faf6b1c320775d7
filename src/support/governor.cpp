#include "support/governor.hpp"

#include <unistd.h>

#include <algorithm>
#include <fstream>

#include <fmt/format.h>

#include "support/progress.hpp"

namespace laguz::support {

constinit thread_local Thread this_thread;

namespace {

constexpr std::int64_t kFuel = 20'000;

/// 80 % of physical memory, or of what the control group allows when that is less.
std::size_t share_of_machine() {
  const auto pages = sysconf(_SC_PHYS_PAGES);
  const auto page = sysconf(_SC_PAGESIZE);
  std::size_t bytes = pages > 0 && page > 0
                          ? static_cast<std::size_t>(pages) * static_cast<std::size_t>(page)
                          : std::size_t{1} << 32;
  std::ifstream group("/sys/fs/cgroup/memory.max");
  std::size_t allowed = 0;
  if (group >> allowed && allowed > 0) bytes = std::min(bytes, allowed);
  return bytes / 5 * 4;
}

/// Tells the account what operator new has taken.
void settle_heap() {
  if (this_thread.governor != nullptr) this_thread.governor->account().add(this_thread.heap);
  this_thread.heap = 0;
}

}  // namespace

const char* name(Work work) {
  switch (work) {
    case Work::nothing: return "working";
    case Work::reading: return "reading";
    case Work::checking: return "checking";
    case Work::lowering: return "lowering";
    case Work::deriving: return "deriving";
    case Work::optimising: return "optimising";
    case Work::evaluating: return "evaluating";
    case Work::explaining: return "finding the iteration that failed";
    case Work::printing: return "printing";
    case Work::testing: return "testing";
  }
  return "";
}

std::string out_of_memory_text(const std::string& who, std::size_t wanted, std::size_t used,
                               std::size_t limit) {
  if (limit == 0)
    return fmt::format(
        "Out of memory: {} needs {} bytes, {} bytes are in use, and the system has no more.", who,
        wanted, used);
  return fmt::format(
      "Out of memory: {} needs {} bytes, {} bytes are in use, and the limit is {} bytes.", who,
      wanted, used, limit);
}

OutOfMemory::OutOfMemory(std::size_t wanted, std::size_t used, std::size_t limit)
    : wanted_(wanted),
      used_(used),
      limit_(limit),
      work_(this_thread.work),
      place_(this_thread.place) {}

UserError OutOfMemory::error() const {
  return {Phase::run, place_, out_of_memory_text(name(work_), wanted_, used_, limit_)};
}

TimedOut::TimedOut(double seconds)
    : seconds_(seconds), work_(this_thread.work), place_(this_thread.place) {}

UserError TimedOut::error() const {
  return {Phase::run, place_,
          fmt::format("The time limit of {} s passed while {}.", seconds_, name(work_))};
}

Account& Account::current() {
  if (this_thread.governor != nullptr) return this_thread.governor->account();
  // Never destroyed: an array may be released as late as the process ends.
  static auto* the_account = new Account(share_of_machine());
  return *the_account;
}

Governor::Governor() : account_(new Account(share_of_machine())) {}

template <class Reason>
void Governor::end(const Reason& why) const {
  if (observer_ != nullptr) {
    const Unstoppable telling;
    observer_->ending(why);
  }
  throw why;
}

void Governor::check() {
  if (looks_.load(std::memory_order_relaxed) > 0 && looks_.fetch_sub(1) == 1) interrupt();
  // (Whoever is told may take new orders while other threads of the task have not looked yet.)
  if (interrupted()) stopped_.store(true, std::memory_order_relaxed);
  if (stopped_.load(std::memory_order_relaxed)) end(Interrupted());
  const Clock::time_point until = attempt_until_.load(std::memory_order_relaxed);
  if (until != kNever && Clock::now() >= until) end(Interrupted());
  const Clock::time_point last = deadline();
  if (last != kNever && Clock::now() >= last) end(TimedOut(seconds_));
}

void refuel() {
  this_thread.fuel = kFuel;
  if (this_telling.to != nullptr && this_telling.to->is_asked()) this_telling.to->tell();
  if (this_thread.at_task && this_thread.unstoppable == 0) this_thread.governor->check();
}

Governed::Governed(Governor* governor)
    : governor_before_(this_thread.governor), at_task_before_(this_thread.at_task) {
  if (governor == governor_before_) return;
  settle_heap();
  this_thread.governor = governor;
  this_thread.at_task = false;
  this_thread.fuel = 0;
}

Governed::Governed(const Thread& caller) : Governed(caller.governor) {
  this_thread.at_task |= caller.at_task;
}

Governed::~Governed() {
  this_thread.at_task = at_task_before_;
  if (this_thread.governor == governor_before_) return;
  settle_heap();
  this_thread.governor = governor_before_;
}

Task::Task(Governor& governor)
    : governor_(governor), governed_(&governor), outermost_(!this_thread.at_task) {
  this_thread.at_task = true;
  if (!outermost_) return;
  governor_.stopped_ = false;
  if (governor_.interrupted()) governor_.check();
  if (governor_.seconds_ > 0) {
    constexpr double kMost = 1e9;  // what a clock in nanoseconds can tell
    const std::chrono::duration<double> seconds(std::min(governor_.seconds_, kMost));
    governor_.deadline_ =
        Governor::Clock::now() + std::chrono::duration_cast<Governor::Clock::duration>(seconds);
  }
}

Task::~Task() {
  if (outermost_) governor_.deadline_ = Governor::kNever;
}

Aside::Aside(Governor& governor)
    : governor_(governor),
      at_task_(std::exchange(this_thread.at_task, false)),
      observer_(std::exchange(governor.observer_, nullptr)),
      since_(Governor::Clock::now()),
      deadline_(governor.deadline_.exchange(Governor::kNever)) {}

Aside::~Aside() {
  this_thread.at_task = at_task_;
  governor_.observer_ = observer_;
  if (deadline_ != Governor::kNever)
    governor_.deadline_ = deadline_ + (Governor::Clock::now() - since_);
  governor_.stopped_ = false;
}

Attempt::Attempt(Governor& governor, double seconds)
    : governor_(governor), observer_(std::exchange(governor.observer_, nullptr)) {
  const auto now = Governor::Clock::now();
  const std::chrono::duration<double> most(seconds);
  auto until = now + std::chrono::duration_cast<Governor::Clock::duration>(most);
  if (const auto last = governor.deadline(); last != Governor::kNever)
    until = std::min(until, now + (last - now) / 2);
  governor_.attempt_until_ = until;
}

Attempt::~Attempt() {
  governor_.attempt_until_ = Governor::kNever;
  governor_.observer_ = observer_;
  // (Whoever has pressed Ctrl-C meanwhile did not want to wait for this.)
  if (governor_.stopped_.exchange(false)) governor_.forget_interrupt();
}

}  // namespace laguz::support
