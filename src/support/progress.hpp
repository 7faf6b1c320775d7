// How far a task has come, for somebody who waits for it.
//
// The task's thread tells it when it looks at its governor, and only when it has been asked; so it
// reads its own variables, and a loop has nothing to do but to say, when it begins, where its
// counter is. Other threads of the task tell nothing.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "support/governor.hpp"
#include "support/source.hpp"

namespace laguz::support {

/// A loop, or something like it, that runs.
class Turns {
 public:
  /// Where it is in the text, and the calls around it, innermost first.
  virtual void places(std::vector<Span>& all) const = 0;
  /// In which iteration it is, from 0, if that can be told.
  virtual std::optional<std::uint64_t> turn() const = 0;
  /// How many there are, if that is known.
  virtual std::optional<std::uint64_t> all() const = 0;

 protected:
  ~Turns() = default;
};

/// A function that calls itself, and runs.
class Calls {
 public:
  /// Where it has been called from outside, and the calls around, innermost first.
  virtual void places(std::vector<Span>& all) const = 0;
  /// How many calls are under way in it, and how many there have been.
  virtual std::uint64_t depth() const = 0;
  virtual std::uint64_t count() const = 0;

 protected:
  ~Calls() = default;
};

class Progress {
 public:
  struct Report {
    Work work = Work::nothing;
    std::string place{};  ///< "f.fut:3"; empty: nowhere
    std::optional<std::uint64_t> turn{}, all{};
    std::optional<std::uint64_t> depth{}, calls{};
  };
  /// Only places that [is_shown] are told.
  explicit Progress(bool (*is_shown)(Span)) : is_shown_(is_shown) {}
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Asks for a report; it will be there in some microseconds, unless the thread is at something
  /// that does not look at the governor.
  void ask() { asked_.store(true, std::memory_order_relaxed); }
  bool is_asked() const { return asked_.load(std::memory_order_relaxed); }
  /// The last one, if it has not been forgotten.
  std::optional<Report> report() const;
  void forget();
  /// Reports what the calling thread is at. (Without the memory for that, nothing is told.)
  void tell() noexcept;

  /// While it lives, the calling thread tells.
  class Teller;

 private:
  bool (*is_shown_)(Span);
  std::atomic<bool> asked_{false};
  mutable std::mutex mutex_;  ///< of the following
  std::optional<Report> report_;
};

/// What a thread tells, and to whom.
struct Telling {
  Progress* to = nullptr;
  const Turns* turns = nullptr;  ///< the outermost ones
  const Calls* calls = nullptr;  ///< likewise
};
extern constinit thread_local Telling this_telling;

class Progress::Teller {
 public:
  /// Null: nobody wants to know.
  explicit Teller(Progress* to) : before_(std::exchange(this_telling, {to})) {}
  ~Teller() { this_telling = before_; }
  Teller(const Teller&) = delete;
  Teller& operator=(const Teller&) = delete;

 private:
  Telling before_;
};

}  // namespace laguz::support
