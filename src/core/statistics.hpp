// What the numbers of a program are like, statement by statement, in a function and its
// derivatives.
//
// The functions that run are copied, and behind statements that make floats stands one that hands
// these on: a Trace without a view, whose first value is the number of what it is about. So it does
// not matter how anything runs, and what is not observed costs nothing.
//
// Observed are results of arithmetic, of reductions, scans and histograms, and of sums in
// accumulators; not what only moves numbers, nor what operators and sums of products make on the
// way. Of loops the states are observed, at the start of each iteration and at the end: numbers,
// and arrays that have a name of the user's. Arrays of which a step may change but a few places,
// such as states and sums, are looked at as long as that is in proportion to the rest. Functions
// that call themselves say when they begin and end, so that numbers are known by their depth.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/copies.hpp"
#include "core/figures.hpp"

namespace laguz::core {

/// What the numbers of a statement are.
enum class Role : std::uint8_t {
  value,
  tangent,
  cotangent,
  slope,  ///< what a tangent or a cotangent is multiplied by
};

class Statistics {
 public:
  using Id = std::uint32_t;
  static constexpr Id kNowhere = 0;

  /// A float, or an array of floats, that iterations of a loop hand on.
  struct State {
    std::string name;  ///< the user's, or empty
    /// By the number of iterations before it. Of cotangents it is that of the state that they are
    /// of; they come in the opposite order.
    Series series{};
  };
  struct Site {
    std::string text;  ///< the first line of the statement
    Span span{};
    std::shared_ptr<const CallSite> inlined_at = nullptr;
    Id around = kNowhere;    ///< the statement that it is in
    std::string function{};  ///< in which it stands
    Role role = Role::value;
    /// Those that its operands come from (`Origins`): of smaller numbers.
    std::vector<Id> reads{};
    bool gathers = false;  ///< adds cotangents of several uses: these come from elsewhere
    Figures figures{};
    std::vector<State> states{};  ///< of a loop
    /// In a function that calls itself: by the number of its calls around, 0 in the outermost.
    Series by_depth{};
    bool inwards = false;  ///< were there numbers in outer calls first
    std::size_t recursion = kNoRecursion;
  };
  static constexpr std::size_t kNoRecursion = static_cast<std::size_t>(-1);

  explicit Statistics(Program& program);
  Statistics(const Statistics&) = delete;
  Statistics& operator=(const Statistics&) = delete;

  /// A copy of [function] that is observed.
  FunId of(FunId function) { return copies_.of(function); }
  /// Whether it is a statement of such copies.
  static bool is_of_these(const Trace& trace) { return trace.view == nullptr; }
  /// What such a statement hands on.
  void take(std::span<const runtime::Value> values);

  /// The first is none.
  const std::vector<Site>& sites() const { return sites_; }

 private:
  class Observer;
  /// What a statement that hands on is about.
  struct Group {
    enum class Kind : std::uint8_t {
      numbers,  ///< of statements
      changed,  ///< arrays, of which little may be new
      begin,    ///< of a loop
      turn,     ///< the states before an iteration of it
      end,      ///< its results
      enter,    ///< a function that calls itself
      leave,
    } kind;
    std::vector<Id> sites{};  ///< of each number; or the loop
    std::size_t recursion = kNoRecursion;
  };
  /// A loop that is under way.
  struct Run {
    Id site = kNowhere;
    std::size_t turns = 0;
    std::vector<Series> states{};
  };

  /// Whether [value] may be looked at though little of it may be new; then it has been paid for.
  bool is_affordable(const runtime::Value& value);
  void take_number(Id site, const runtime::Value& value);
  void take_turn(Run& run, std::span<const runtime::Value> states);
  void finish(const Run& run);

  Copies copies_;
  std::vector<Site> sites_{1};
  std::vector<Group> groups_;
  std::vector<Run> runs_;  ///< innermost last; those behind [depth_] are there for their memory
  std::size_t depth_ = 0;
  std::vector<std::size_t> calls_;  ///< of each function that calls itself: how many are under way
  std::int64_t looked_at_ = 0, changed_ = 0;  ///< numbers: new ones, and those of other arrays
};

}  // namespace laguz::core
