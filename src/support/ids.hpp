// Ids that a session gives out: they only grow, and none is given out twice.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <limits>

namespace laguz::support {

/// Throws UserError: a session has no more ids of some kind.
[[noreturn]] void out_of_ids();

/// A counter that ids come from. Any thread may take one.
template <class Id>
class Ids {
 public:
  explicit Ids(Id first, Id end = std::numeric_limits<Id>::max()) : next_(first), end_(end) {}

  /// An id that nobody else has been or will be given. Throws UserError when there are no more.
  Id take() {
    const std::uint64_t id = next_.fetch_add(1, std::memory_order_relaxed);
    if (id >= end_) out_of_ids();
    return static_cast<Id>(id);
  }
  /// The id that comes next, while nobody takes one; the end, when there are no more.
  Id next() const { return static_cast<Id>(std::min(next_.load(std::memory_order_relaxed), end_)); }
  /// Gives out nothing before [id] from here on. Nobody else may use the counter meanwhile.
  void skip_to(Id id) { next_ = std::max<std::uint64_t>(next_, id); }

 private:
  // (Wider than an id: who asks for more in vain moves it on, and that never brings it round.)
  static_assert(sizeof(Id) < sizeof(std::uint64_t));
  std::atomic<std::uint64_t> next_;
  std::uint64_t end_;
};

}  // namespace laguz::support
