// Reverse mode over one body: trace it into a graph, seed the results, sweep by descending id.
//
// A sweep belongs to one body and one graph. Bodies inside (branches, loops, lambdas) get sweeps
// of their own, whose adjoints of outer variables are handed in and out:
//   - in a branch or loop, as values that the region returns;
//   - in a Soac's lambda, scalars as contributions that are summed, arrays as accumulators.
// Every rule emits through the same hash-consed graph, so what it emits can be differentiated.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "ad/emit.hpp"
#include "ad/functions.hpp"
#include "core/walk.hpp"

namespace laguz::ad {

using core::VarId;

/// Throws UserError, at [near], when what is differentiated is too deep: bodies within [depth]
/// others. Each is copied and looked through for each of those around it.
void expect_depth(std::size_t depth, support::Span near);

/// Where the cotangent of a variable gathers.
struct Sink {
  std::optional<Atom> value;  ///< absent: nothing has reached it
  std::optional<Atom> acc;    ///< an accumulator instead (arrays free in a Soac's lambda)
  /// Only known when run: whether the value is something, or is still the nothing (zeros) that a
  /// loop began with. Absent: it is.
  std::optional<Atom> there;
};

class Sweep {
 public:
  /// [outer]: the sweep of the body around, whose activity and accumulators are in force here too.
  Sweep(Functions& functions, graph::Graph& graph, const Sweep* outer = nullptr)
      : functions_(functions),
        outer_(outer),
        depth_(outer != nullptr ? outer->depth_ + 1 : 0),
        emit_(graph) {
    if (outer != nullptr) {
      emit_.place = outer->emit_.place;
      splits_ = outer->splits_;
      in_map_ = outer->in_map_;
      bounded_ = outer->bounded_;
      checks_ = outer->checks_;
    }
    expect_depth(depth_, emit_.place.span);
  }
  Sweep(const Sweep&) = delete;
  Sweep& operator=(const Sweep&) = delete;

  Emit& emit() { return emit_; }
  graph::Graph& graph() { return emit_.graph(); }
  Functions& functions() { return functions_; }

  // ------------------------------------------------------------------------------- activity
  void activate(const Atom& atom) {
    if (!atom.is_constant()) active_.insert(atom.var);
  }
  bool is_active(const Atom& atom) const { return !atom.is_constant() && is_active(atom.var); }
  bool is_active(VarId var) const {
    var = original(var);
    return active_.count(var) > 0 || (outer_ != nullptr && outer_->is_active(var));
  }

  // ---------------------------------------------------------------------------------- trace
  /// Adds [body] to the graph, its free variables replaced by [substitution]; its results there.
  /// [pin]: effects and possible failures are kept (the one forward run that users see).
  /// Only what is traced from here on is shared with: nodes that a sweep has yet to meet.
  Atoms trace(const core::Body& body, core::Substitution substitution, bool pin);
  /// The same; [names] gets what the graph calls the variables of the body.
  Atoms trace_names(const core::Body& body, core::Substitution& names, bool pin);

  // ------------------------------------------------------------------------------ cotangents
  Sink& sink(VarId var) { return sinks_[original(var)]; }
  /// The value that has gathered, or nothing (zero).
  std::optional<Atom> adjoint(const Atom& atom) const;
  Atom adjoint_or_zeros(const Atom& atom);
  void add(const Atom& target, const Atom& contribution) { add(target, contribution, there()); }
  void add(const Atom& target, const Atom& contribution, const std::optional<Atom>& there);
  /// Adds to the sub-array or element of [array] at a prefix of indices (in bounds).
  void add_at(const Atom& array, const Atoms& indices, const Atom& contribution);
  /// Sets to what [value] has become by contributions.
  void set(const Atom& target, const Atom& value);
  /// The cotangent of a result is that of the value that it is.
  void hand_on(const Atom& result, const Atom& value) {
    if (auto cotangent = adjoint(result)) add(value, *cotangent, there_of(result));
  }
  /// Whether the cotangent of [atom] is something, if that is known when run only (Sink::there).
  std::optional<Atom> there_of(const Atom& atom) const;
  /// The same for what the rule under way contributes.
  std::optional<Atom> there() const {
    return sweeping_ ? there_ : outer_ != nullptr ? outer_->there() : std::nullopt;
  }
  /// The accumulator that gathers the cotangent of [var], here or around.
  std::optional<Atom> accumulator_for(VarId var) const;
  /// An accumulator of the program being differentiated: the cotangents of its final arrays.
  void set_acc_cotangents(VarId acc, std::vector<std::optional<Atom>> arrays) {
    acc_cotangents_[acc] = std::move(arrays);
  }
  const std::vector<std::optional<Atom>>* acc_cotangents(VarId acc) const;

  /// Many of this body are run at once, by a map around it.
  bool in_map() const { return in_map_; }
  /// What is kept of loops in this body is kept with what it belongs to, which is bounded.
  void set_bounded() { bounded_ = true; }

  /// Statements here and in bodies inside that are there only to fail where the forward part does.
  const std::unordered_set<VarId>& checks() const { return *checks_; }

  /// Number of nodes so far.
  std::size_t position() { return graph().size(); }
  /// Rules for the nodes [from, to) of [forward], newest first.
  void sweep(graph::Graph& forward, std::size_t from, std::size_t to);

  // ---------------------------------------------------------------------------- inner bodies
  /// Active variables among those [exp] uses freely (accumulators excluded).
  core::Binders active_free(const core::Exp& exp) const;
  /// Whether results of [exp] may be active, given the activity of what it uses.
  std::vector<bool> active_results(const core::Exp& exp, std::size_t results) const;
  bool touches_accumulators(const core::Exp& exp) const;

  /// A loop of [trips] iterations that runs [step] for i = trips-1 … 0 with [carried] values and
  /// with the cotangents of [outer] variables gathering in it. The last values of its parameters,
  /// [carried] first.
  /// [step] gets (sweep of the body, i, carried values) and returns the next carried values.
  /// [finish] makes the body of the graph and of what its results are to be; it may add parameters.
  Atoms reverse_loop(
      const Atom& trips, const Atoms& carried, const core::Binders& outer,
      const std::function<Atoms(Sweep&, const Atom&, const Atoms&)>& step,
      const std::function<void(core::Loop&, const graph::Graph&, const Atoms&)>& finish = {});

  // ------------------------------------------------------------------------------- restoring
  /// [array] is equal to [version], and from here on stands for it: going backwards, updates are
  /// undone in place, and [version] itself is no longer needed.
  void restore(const Atom& version, const Atom& array);
  /// What stands for [version] now.
  Atom restored(const Atom& version) const;
  /// Calls [then] when the sweep has passed the node at [position].
  void when_passed(std::size_t position, std::function<void()> then) {
    passed_[position] = std::move(then);
  }

 private:
  void rule(graph::Graph& forward, std::size_t position);

  // One per kind of node (rules_*.cpp). Results' cotangents are in the sinks.
  void rule_prim(const core::PrimApp& e, const core::Binders& results);
  void rule_if(const core::If& e, const core::Binders& results);
  void rule_loop(graph::Graph& forward, std::size_t position);
  void count_trips(graph::Graph& forward, std::size_t position);
  /// For each parameter: whether anything is kept of its states. [tapes]: values of the iterations
  /// may be kept besides.
  std::vector<bool> reverse_of_loop(graph::Graph& forward, std::size_t position, bool tapes = true);
  /// Whether the states of [e] may be too many to keep.
  bool is_weighed(const core::Loop& e);
  void weighed_loop(graph::Graph& forward, std::size_t position);
  bool rest_of_loop(graph::Graph& parts, std::size_t position, std::size_t states, bool wanted);
  void restore_between(graph::Graph& parts, std::size_t position, std::size_t k,
                       const Atom& between, const Atom& after);
  void rerun(const core::Body& body, const core::Binders& results);
  Wanted wanted_of(const core::Call& e, const core::Binders& results);
  void rule_call(const core::Call& e, const core::Binders& results);
  void rule_soac(const core::Soac& e, const core::Binders& results);
  void rule_map(const core::Soac& e, const core::Binders& results);
  void rule_reduce(const core::Soac& e, const core::Binders& results);
  void extremum_scan(const core::Soac& e, const Atom& result);
  void extremum_reduce(const core::Soac& e, const core::Binders& results);
  void product_reduce(const core::Soac& e, const Atom& result);
  /// What computes element [at] (in bounds) of an array that a map has made.
  std::optional<core::Body> element_of_map(const Atom& array, const Atom& at);
  void rule_scan(const core::Soac& e, const core::Binders& results);
  void rule_hist(const core::Hist& e, const core::Binders& results);
  void rule_scatter(const core::Scatter& e, const core::Binders& results);
  void rule_index(const core::Index& e, const core::Binders& results);
  void fail_as(core::Exp exp, Type type);
  void rule_slice(const core::Slice& e, const core::Binders& results);
  void rule_update(const core::Update& e, const core::Binders& results);
  void rule_literal(const core::ArrayLit& e, const core::Binders& results);
  void rule_array(const core::ArrayApp& e, const core::Binders& results);
  void rule_flat_index(const core::ArrayApp& e, const Atom& cotangent);
  void rule_flat_update(const core::ArrayApp& e, const Atom& cotangent);
  void rule_custom(const core::Custom& e, const core::Binders& results);
  void rule_with_acc(const core::WithAcc& e, const core::Binders& results);
  void rule_acc_update(const core::AccUpdate& e);

  void rule_stream(const core::Stream& e, const core::Binders& results);
  void general_fold(const core::Soac& e, const core::Binders& results);
  void extremum_hist(const core::Hist& e, const Atom& result);
  void product_hist(const core::Hist& e, const Atom& result);
  void general_hist(const core::Hist& e, const core::Binders& results);
  void trace_soac(const core::Soac& e, const core::Binders& binders,
                  core::Substitution& substitution, bool pin);
  Atoms place(core::Exp exp, const core::Binders& binders, bool pin);

  void run_trace(const core::Body& body, core::Substitution& substitution, bool pin);
  void note_shapes(const core::Exp& exp);
  /// Iterations of a loop, which is counted if it is not a plain for loop.
  Atom trips_of(const core::Loop& loop, const core::Binders& results);

  VarId original(VarId var) const {
    auto found = original_.find(var);
    return found == original_.end() ? var : found->second;
  }
  core::Exp with_restored(core::Exp exp) const;

  std::optional<Atom> either(const std::optional<Atom>& a, const std::optional<Atom>& b);

  std::size_t floor_ = 0;  ///< where the trace under way began
  bool sweeping_ = false;  ///< a rule is under way; it contributes when [there_]
  std::optional<Atom> there_;
  Functions& functions_;
  const Sweep* outer_;
  std::size_t depth_;  ///< how many sweeps are around
  Emit emit_;
  std::unordered_set<VarId> active_;
  std::unordered_map<VarId, Sink> sinks_;
  std::unordered_map<VarId, Atom> restored_;   ///< by version, that is
  std::unordered_map<VarId, VarId> original_;  ///< the version that a restored array is
  /// What to do when the sweep has passed a node.
  std::unordered_map<std::size_t, std::function<void()>> passed_;
  int splits_ = 0;  ///< loops around that were split in two
  bool in_map_ = false;
  bool bounded_ = false;
  std::shared_ptr<std::unordered_set<VarId>> checks_ =
      std::make_shared<std::unordered_set<VarId>>();  ///< of all sweeps around and inside
  std::unordered_map<VarId, std::vector<std::optional<Atom>>> acc_cotangents_;
};

/// core::refresh of one expression, at a cost that the expression alone determines.
core::Exp renamed(const core::Exp& exp, core::Names& names, const core::Substitution& substitution);

/// Whether a partial of [prim] may be infinite or undefined where the operands are numbers.
bool may_be_infinite(prims::Prim prim);

/// The scalar primitive that [op] is, if it is (\x y -> prim x y) of scalars.
std::optional<prims::Prim> scalar_operator(const core::Lambda& op);
/// The same of scalars, or of the elements of arrays: map2 of it, at any depth.
std::optional<prims::Prim> elementwise_operator(const core::Lambda& op);
/// Minimum or maximum, of numbers.
bool is_extremum(prims::Prim prim);
/// Whether [op] is (elementwise) addition, of scalars or arrays.
bool is_addition(const core::Lambda& op);
/// Whether updates of [acc] add to each of its arrays, so that their order does not matter.
bool is_addition_by_column(const core::WithAcc::Acc& acc);
/// Operators that work on each column alone, taken apart; nothing when columns mix.
std::optional<std::vector<core::Lambda>> split_columns(const core::Lambda& op);

}  // namespace laguz::ad
