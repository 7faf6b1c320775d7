// Loops and Soacs that say where they are, to somebody who waits (support/progress.hpp), and in
// errors.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>
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

/// While it lives, the calling thread is in a function that calls itself, called from [place], on a
/// machine that counts its calls: [depth] of them under way, [count] so far.
class Recursing final : public support::Calls {
 public:
  Recursing(const Place& place, const std::size_t& depth, const std::uint64_t& count)
      : place_(place), depth_(depth), count_(count), outer_depth_(depth), before_(count) {
    support::this_telling.calls = this;
  }
  ~Recursing() { support::this_telling.calls = nullptr; }
  Recursing(const Recursing&) = delete;
  Recursing& operator=(const Recursing&) = delete;

  /// Would somebody hear of one?
  static bool is_asked() {
    return support::this_telling.to != nullptr && support::this_telling.calls == nullptr;
  }

  void places(std::vector<support::Span>& all) const final { place_.push_to(all); }
  // (While a constant is evaluated meanwhile, they are that run's.)
  std::uint64_t depth() const final { return depth_ - std::min(depth_, outer_depth_); }
  std::uint64_t count() const final { return count_ - std::min(count_, before_); }

 private:
  const Place& place_;
  const std::size_t& depth_;
  const std::uint64_t& count_;
  const std::size_t outer_depth_;
  const std::uint64_t before_;
};

/// The exception that is being handled comes up in iteration [i] of [what] ("loop", "map") at
/// [place]: if it is an error of the user's, its message says so from now on, the innermost
/// iteration first; throws it again. (Of loops inside of machine code nobody knows.)
[[noreturn, gnu::cold]] void rethrow_in_iteration(std::int64_t i, const char* what,
                                                  const Place& place);

/// An error's message without what says in which iterations it comes up.
std::string_view without_iterations(std::string_view message);

}  // namespace laguz::eval
