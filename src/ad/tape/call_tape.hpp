// What the calls of a recursive function append to a tape, so that the way back need not make them
// again.
//
// While a function is derived nobody knows yet what there will be on the tape: the functions that
// it calls are derived, too. So the two halves of its derivative are written with marks:
//   r..., p = there(args..., acc)          a call on the way there, and the place after it
//   p       = save(k, x, k, x..., acc)     a frame: values x of kinds k are appended
//   x...    = load(p, l, k..., arrays)     the frame that ends at place p; if l, last of all the
//                                          place where it begins
//   c...    = back(args..., p, arrays)     a call on the way back: its last frame ends at place p
// `Unmark` (unmark.hpp) writes out what they stand for, once that is known.
#pragma once

#include <functional>
#include <unordered_set>
#include <vector>

#include "ad/functions.hpp"
#include "graph/graph.hpp"

namespace laguz::ad::tape {

/// What is saved, and loaded; no functions.
inline constexpr core::FunId kSave = ~core::FunId{0}, kLoad = kSave - 1;

/// Of a value in a frame.
enum class Saved : std::int64_t {
  value,
  number,  ///< an i64 that nothing depends on
  place,
  as_long,         ///< a value, of as many rows as the array before it
  number_as_long,  ///< likewise
};

/// A tape has a vector for each type of number, and one for lengths and places.
struct TapeKind {
  support::ScalarType elem = support::ScalarType::i64;
  bool places = false;
  auto operator<=>(const TapeKind&) const = default;
  core::WithAcc::Growth growth() const {
    return places ? core::WithAcc::Growth::places : core::WithAcc::Growth::values;
  }
};
using TapeKinds = std::vector<TapeKind>;  ///< in order, each once

/// The two halves of a recursive function's derivative.
struct TapedFunction {
  core::FunId original = 0;
  /// (params but accumulators, place, the tape's accumulators) → (results, place)
  core::FunId there = 0;
  /// (as `Functions::reverse_of`, place, the tape) → as that
  core::FunId back = 0;
  TapeKinds kinds{};  ///< none: nothing is taped, and there is no way there
};

/// The tape of the function that is being derived.
class CallTape {
 public:
  /// [loops]: calls in loops go to it, too.
  CallTape(core::Names& names, bool loops);

  core::Names& names() const { return names_; }
  /// The marks.
  const core::Atom& acc() const { return acc_; }
  const core::Atom& arrays() const { return arrays_; }
  bool takes_loops() const { return loops_; }

  bool is_used_in(const core::Exp& exp) const;
  /// By a node before [end].
  bool is_used_in(const graph::Graph& graph, std::size_t end) const;
  /// Somewhere in [body] where calls cannot be taped.
  bool is_astray_in(const core::Body& body) const;

  /// A variable for a place.
  core::Binder place();
  /// The call at [position] is one of [callee], a way there; the place after it.
  core::Atom call(graph::Graph& forward, std::size_t position, core::FunId callee);

  struct Halves {
    core::Body there;  ///< its last result is the place after it
    core::Body back;
  };
  struct Traced {
    const graph::Graph& graph;
    std::size_t end;  ///< nodes before it are the way there
    core::Atoms values;
    core::Atoms results;  ///< of the way back
    core::Atom place;     ///< what that calls the place after the way there
    std::function<bool(const core::Atom&)> is_active;
    graph::Place where{};
  };
  Halves halves(const Traced& traced) const;

 private:
  core::Names& names_;
  core::Atom acc_, arrays_;
  bool loops_;
  std::unordered_set<core::VarId> places_;
};

}  // namespace laguz::ad::tape
