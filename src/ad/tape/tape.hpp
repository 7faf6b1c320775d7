// What the forward loop keeps of its iterations so that the way back need not compute it again.
//
// The way back of an iteration begins with the iteration itself, run again from the states it
// started with. That is little work where it is a few numbers, and much where it is another loop:
// loops in loops would be run again for each of those around them, and arrays that they update in
// place would have to be put back first. So what an inner loop gives (its results, and what is kept
// of its own iterations), numbers read from arrays of the iteration, and rows of arrays that are
// made in it for nothing else, are put on the tape: a value of each iteration of the forward loop,
// kept as its states are. Of numbers, the fewest are kept (narrowest.hpp): what a rectifier gave,
// rather than the state that it was computed from.
#pragma once

#include <functional>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "ad/tape/loop_editor.hpp"
#include "ad/tape/overwritten.hpp"
#include "core/walk.hpp"

namespace laguz::ad::tape {

class CallTape;

/// Whether a function is called in [exp].
bool has_call(const core::Exp& exp);
/// Whether there is something in [body] that is worth keeping: loops, folds, calls, at any depth.
bool has_work(const core::Body& body);

class Tape {
 public:
  using Needed = std::unordered_set<core::VarId>;
  /// A state that is an array, as the way back has it.
  struct ArrayState {
    core::VarId now;       ///< at the start of the iteration
    core::VarId end;       ///< at its end
    core::Binders logged;  ///< what putting it back takes; nothing: each is kept whole
  };
  struct Traced {
    const graph::Graph& graph;         ///< of the way back
    std::size_t from, to;              ///< its nodes that are the iteration, run again
    const core::Substitution& names;   ///< what they call the variables of the loop's body
    const core::Substitution& states;  ///< what the loop calls the states and the index
    const core::Substitution& around;  ///< and variables from around it
    const std::vector<ArrayState>& arrays;
    bool in_lanes;          ///< they have memory of their own, for numbers only
    bool nested;            ///< the loop is done in iterations of another
    const Needed& turning;  ///< arrays that iterations of loops begin with: of those around, too
    Before* before;         ///< what an array is a version of
  };
  /// [calls]: the tape of calls in the iteration, if there is one: they are not made again.
  Tape(const core::Loop& loop, const Traced& traced, const CallTape* calls);

  /// [body], of the way back, without what is kept: that is free in it. The last call counts.
  core::Body cut(core::Body body);
  /// What is kept, as the way back calls it.
  const Atoms& values() const { return values_; }
  /// Has the loop, [editor]'s, keep it: a history for each of the values.
  std::vector<History> keep(LoopEditor& editor);

 private:
  /// A statement of the loop's body as the way back has it, which gives more.
  struct Mirror {
    std::size_t stm;
    std::vector<core::Stm> stms;
    core::Substitution names;  ///< what it calls the results
  };

  bool is_forward(core::VarId var) const;
  bool is_truth(const core::Stm& stm) const;
  /// Of a statement, those of its results that are used, and what is needed of all before it.
  using Kept = std::function<bool(const core::Stm&, const Atoms& used, const Needed& needed)>;
  core::Body without(core::Body body, const Kept& is_kept);
  Needed fewest_numbers(const core::Body& body) const;
  bool is_of_soac(const Atom& value) const;
  int cost_of(core::VarId value) const;
  int cost_of(const ArrayState& array) const;
  std::unordered_map<core::VarId, int> starts_of(const core::Body& body) const;
  bool is_kept(const core::Stm& stm, const Atoms& used, const Needed& needed);
  bool reads_arrays(const core::Exp& exp) const;
  bool reads_moving(const core::Exp& exp) const;
  bool is_moving(const Atom& array) const;
  bool is_version(const core::Stm& stm, const Atom& result) const;
  bool is_of_state(core::VarId var, Needed& tried) const;
  bool is_made(const Atom& array) const;
  bool has_names(const Atoms& used) const;
  bool mirror(const core::Stm& stm);
  bool bring(core::VarId var, const graph::Place& place, Mirror& to) const;
  static constexpr std::size_t kNoLoop = ~std::size_t{0};
  std::vector<std::size_t> loops_of(const core::Body& body, const core::Substitution& names) const;

  const core::Loop& loop_;
  const graph::Graph& graph_;
  std::size_t from_, to_;
  const std::vector<ArrayState> arrays_;
  const bool in_lanes_, nested_;
  const Needed& turning_;
  Before* before_;
  const CallTape* calls_;
  std::unordered_map<core::VarId, Atom> original_;          ///< by name on the way back
  std::unordered_map<core::VarId, std::size_t> statement_;  ///< of a variable of the loop's body
  std::unordered_set<core::VarId> moving_;  ///< states that its loops overwrite in place
  core::Substitution outside_;  ///< variables that the loop may use, and what it calls them
  std::unordered_map<std::size_t, std::optional<Mirror>> mirrors_;  ///< by position of the node
  Mirror truths_;  ///< what the loop's body is to compute at its end
  Atoms values_;
};

}  // namespace laguz::ad::tape
