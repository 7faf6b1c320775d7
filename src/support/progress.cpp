#include "support/progress.hpp"

#include <fmt/format.h>

namespace laguz::support {

constinit thread_local Telling this_telling;

std::optional<Progress::Report> Progress::report() const {
  const std::lock_guard lock(mutex_);
  return report_;
}

void Progress::forget() {
  const std::lock_guard lock(mutex_);
  report_.reset();
}

void Progress::tell() noexcept {
  asked_.store(false, std::memory_order_relaxed);
  const Unstoppable telling;
  try {
    Report report{.work = this_thread.work};
    std::vector<Span> places;
    const Turns* turns = this_telling.turns;
    const Calls* calls = this_telling.calls;
    if (turns != nullptr) {
      report.turn = turns->turn();
      report.all = turns->all();
    }
    if (calls != nullptr) {
      report.depth = calls->depth();
      report.calls = calls->count();
    }
    if (turns != nullptr) {
      turns->places(places);
    } else if (calls != nullptr) {
      calls->places(places);
    } else if (this_thread.place) {
      places.push_back(this_thread.place);
    }
    for (const Span place : places) {
      if (!is_shown_(place)) continue;
      report.place = fmt::format("{}:{}", place.file->name(), place.file->position(place.lo).line);
      break;
    }
    const std::lock_guard lock(mutex_);
    report_ = std::move(report);
  } catch (const std::bad_alloc&) {
  }
}

}  // namespace laguz::support
