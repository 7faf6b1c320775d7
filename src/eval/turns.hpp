// Loops and Soacs that say where they are, to somebody who waits (support/progress.hpp), and in
// errors.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "eval/errors.hpp"
#include "support/progress.hpp"

namespace laguz::eval {

/// While it lives, the calling thread is in it, if it is in nothing else of the kind. Costs nearly
/// nothing if it is.
class Running : public support::Turns {
 public:
  explicit Running(const Place& place) : place_(place) {
    if (!is_asked()) return;
    support::this_telling.turns = this;
    is_outermost_ = true;
  }
  ~Running() {
    if (is_outermost_) support::this_telling.turns = nullptr;
  }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  /// Would somebody hear of another one?
  static bool is_asked() {
    return support::this_telling.to != nullptr && support::this_telling.turns == nullptr;
  }

  void places(std::vector<support::Span>& all) const final { place_.push_to(all); }
  std::optional<std::uint64_t> turn() const override { return {}; }
  std::optional<std::uint64_t> all() const override { return {}; }

 private:
  const Place& place_;
  bool is_outermost_ = false;
};

/// With a counter of type T, which is the thread's own.
template <class T>
class Counting final : public Running {
 public:
  Counting(const Place& place, const T& turn, std::optional<std::uint64_t> all = {})
      : Running(place), turn_(turn), all_(all) {}
  std::optional<std::uint64_t> turn() const override { return static_cast<std::uint64_t>(turn_); }
  std::optional<std::uint64_t> all() const override { return all_; }

 private:
  const T& turn_;
  std::optional<std::uint64_t> all_;
};

/// The exception that is being handled comes up in iteration [i] of [what] ("loop", "map") at
/// [place]: if it is an error of the user's, its message says so from now on, the innermost
/// iteration first; throws it again. (Loops that are machine code do not know.)
[[noreturn, gnu::cold]] void rethrow_in_iteration(std::int64_t i, const char* what,
                                                  const Place& place);

}  // namespace laguz::eval
