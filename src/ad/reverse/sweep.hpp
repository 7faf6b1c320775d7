// Reverse mode over one body: trace it into a graph, seed the results, sweep by descending id.
//
// A sweep belongs to one body and one graph. Bodies inside (branches, loops, lambdas) get sweeps
// of their own, whose adjoints of outer variables are handed in and out:
//   - in a branch or loop, as values that the region returns;
//   - in a Soac's lambda, scalars as contributions that are summed, arrays as accumulators.
// Every rule emits through the same hash-consed graph, so what it emits can be differentiated.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "ad/reverse/cotangents.hpp"
#include "ad/tracer.hpp"

namespace laguz::ad::tape {

class CallTape;

}  // namespace laguz::ad::tape

namespace laguz::ad::reverse {

class Sweep : public Tracer, public Cotangents {
 public:
  /// [outer]: the sweep of the body around, whose activity and accumulators are in force here too.
  Sweep(Functions& functions, graph::Graph& graph, const Sweep* outer = nullptr)
      : Tracer(functions, graph, outer), Cotangents(static_cast<Tracer&>(*this), outer) {
    if (outer == nullptr) return;
    in_map_ = outer->in_map_;
    alike_ = outer->alike_;
    in_iteration_ = outer->in_iteration_;
    keeps_maps_ = outer->keeps_maps_;
    keeps_truths_ = outer->keeps_truths_;
    checks_ = outer->checks_;
    turning_ = outer->turning_;
  }

  /// Rules for the nodes [from, to) of [forward], newest first.
  void sweep(graph::Graph& forward, std::size_t from, std::size_t to);
  /// Calls [then] before the rule of the node at [position].
  void when_reached(std::size_t position, std::function<void()> then) {
    reached_[position] = std::move(then);
  }
  /// Calls [then] when the sweep has passed the node at [position].
  void when_passed(std::size_t position, std::function<void()> then) {
    passed_[position] = std::move(then);
  }

  /// Many of this body are run at once, by a map around it.
  bool in_map() const { return in_map_; }
  /// And [atom] may be something else in each.
  bool may_differ(const Atom& atom) const {
    return in_map_ && !atom.is_constant() && alike_->count(atom.var) == 0;
  }
  /// [alike]: what all of them see from outside.
  void set_in_map(const core::Binders& alike) {
    in_map_ = true;
    auto ids = std::make_shared<std::unordered_set<VarId>>();
    for (const core::Binder& var : alike) ids->insert(var.id);
    alike_ = std::move(ids);
    in_iteration_ = keeps_maps_ = keeps_truths_ = false;
    turning_ = std::make_shared<std::unordered_set<VarId>>();
  }
  /// This body is run again and again, each time by itself.
  bool in_loop() const { return in_iteration_ && !in_map_; }
  /// This body is an iteration of a loop, alone or in the lanes of a map: what it is to keep, the
  /// loop keeps; what maps give, if it [keeps_maps].
  bool in_iteration() const { return in_iteration_; }
  bool keeps_maps() const { return keeps_maps_; }
  /// This body is an element of a map in an iteration: which way it goes by its numbers is kept.
  bool keeps_truths() const { return keeps_truths_; }
  void set_keeps_truths() { keeps_truths_ = true; }
  void set_in_iteration(bool keeps_maps) {
    in_iteration_ = true;
    keeps_maps_ = keeps_maps;
  }

  /// Arrays that the iterations of loops around, which are not those of a map, begin with.
  const std::unordered_set<VarId>& turning() const { return *turning_; }
  void add_turning(VarId array) { turning_->insert(array); }

  /// Statements here and in bodies inside that are there only to fail where the forward part does.
  const std::unordered_set<VarId>& checks() const { return *checks_; }
  void add_check(VarId var) { checks_->insert(var); }

  /// Calls among the nodes before [end] of this body, which are its way there, append to [tape].
  void tape_calls(tape::CallTape* tape, std::size_t end) {
    tape_ = tape;
    taped_until_ = end;
  }
  /// What the node at [position] of [forward] may append to.
  tape::CallTape* tape_for(const graph::Graph& forward, std::size_t position) {
    return &forward == &graph() && position < taped_until_ ? tape_ : nullptr;
  }
  /// Of calls in loops of this body.
  tape::CallTape* tape_of_loops() const { return tape_of_loops_; }
  /// The one before.
  tape::CallTape* set_tape_of_loops(tape::CallTape* tape) {
    return std::exchange(tape_of_loops_, tape);
  }

 private:
  void rule(graph::Graph& forward, std::size_t position);
  /// Whether [exp] adds to an accumulator of the program that something comes back from.
  bool touches_accumulators(const core::Exp& exp) const;
  /// Its kind of expression does.
  static bool may_touch_accumulators(const core::Exp& exp);

  /// What to do when the sweep comes to a node, or has passed it.
  std::unordered_map<std::size_t, std::function<void()>> reached_, passed_;
  bool in_map_ = false;
  std::shared_ptr<const std::unordered_set<VarId>> alike_;
  bool in_iteration_ = false;
  bool keeps_maps_ = false;
  bool keeps_truths_ = false;
  std::shared_ptr<std::unordered_set<VarId>> turning_ =
      std::make_shared<std::unordered_set<VarId>>();
  tape::CallTape* tape_ = nullptr;
  std::size_t taped_until_ = 0;
  tape::CallTape* tape_of_loops_ = nullptr;  ///< of the rule under way
  std::shared_ptr<std::unordered_set<VarId>> checks_ =
      std::make_shared<std::unordered_set<VarId>>();  ///< of all sweeps around and inside
};

}  // namespace laguz::ad::reverse
