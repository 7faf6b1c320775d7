#include "driver/errand.hpp"

#include <chrono>

#include <fmt/format.h>

namespace laguz::driver {

Errand::Errand(support::Governor& governor, const support::Look& look, ProgressLine* line)
    : governor_(governor), look_(look), line_(line) {
  if (line_ != nullptr) line_->begin();
  governor_.set_observer(this);
}

Errand::~Errand() {
  join();
  governor_.set_observer(nullptr);
}

void Errand::join() { thread_.reset(); }

void Errand::begin(std::function<Ending()> work) {
  thread_.emplace([this, work = std::move(work)] { perform(work); });
}

void Errand::perform(const std::function<Ending()>& work) {
  struct Done {
    Errand& errand;
    ~Done() {
      const std::lock_guard lock(errand.mutex_);
      errand.done_ = true;
      errand.news_.notify_all();
    }
  };
  const Done done{*this};
  const support::Progress::Teller teller(line_ == nullptr ? nullptr : &line_->progress());
  ending_ = work();
}

void Errand::ending(const support::Interrupted& why) noexcept {
  const std::lock_guard lock(mutex_);
  if (reason_) return;
  const auto* late = dynamic_cast<const support::TimedOut*>(&why);
  reason_.emplace();
  reason_->late = late != nullptr;
  try {
    // Now, for it may show a place in a text that is about to be taken down.
    reason_->message = late != nullptr ? support::render(late->error(), look_) : "Interrupted\n";
  } catch (const std::bad_alloc&) {
  }
  news_.notify_all();
}

bool Errand::has_news_soon(std::unique_lock<std::mutex>& lock) {
  constexpr auto kLook = std::chrono::milliseconds(20);
  if (news_.wait_for(lock, kLook, has_news())) return true;
  if (line_ == nullptr) return false;
  lock.unlock();
  line_->tick();
  lock.lock();
  return false;
}

std::optional<Errand::Reason> Errand::wait() {
  std::unique_lock lock(mutex_);
  if (line_ == nullptr) news_.wait(lock, has_news());
  while (!has_news_soon(lock)) {
  }
  return reason_;
}

std::optional<Errand::Reason> Errand::wait_in_time() {
  using Clock = support::Governor::Clock;
  constexpr auto kPatience = std::chrono::milliseconds(50);
  std::unique_lock lock(mutex_);
  while (!has_news_soon(lock)) {
    const Clock::time_point last = governor_.deadline();
    if (last == support::Governor::kNever || Clock::now() < last + kPatience) continue;
    return Reason{true,
                  fmt::format("Error: The time limit of {} s passed.\n", governor_.seconds())};
  }
  return reason_;
}

Ending Errand::ending() {
  thread_->wait();
  return ending_;
}

bool Errand::is_done() {
  std::unique_lock lock(mutex_);
  return news_.wait_for(lock, std::chrono::milliseconds(10), [this] { return done_; });
}

bool Errand::is_to_end() {
  const std::lock_guard lock(mutex_);
  return reason_.has_value();
}

}  // namespace laguz::driver
