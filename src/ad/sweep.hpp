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
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "ad/emit.hpp"
#include "core/walk.hpp"

namespace laguz::ad {

using core::VarId;

/// What the rules need to know of the world: functions to inline or to derive.
class Functions {
 public:
  /// A function to be traced in place of its call; null for recursive ones and constants.
  virtual const core::Function* inlinable(core::FunId function) = 0;
  /// (params, cotangents of the results) → cotangents of the params, for recursive functions.
  virtual core::FunId reverse_of(core::FunId function) = 0;
  /// (params, tangents of the params) → (results, tangents of the results).
  virtual core::FunId forward_of(core::FunId function) = 0;
  virtual const core::Program& program() const = 0;

 protected:
  ~Functions() = default;
};

/// Where the cotangent of a variable gathers.
struct Sink {
  std::optional<Atom> value;  ///< absent: nothing has reached it
  std::optional<Atom> acc;    ///< an accumulator instead (arrays free in a Soac's lambda)
};

class Sweep {
 public:
  /// [outer]: the sweep of the body around, whose activity and accumulators are in force here too.
  Sweep(Functions& functions, graph::Graph& graph, const Sweep* outer = nullptr)
      : functions_(functions), outer_(outer), emit_(graph) {
    if (outer != nullptr) emit_.span = outer->emit_.span;
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
    return active_.count(var) > 0 || (outer_ != nullptr && outer_->is_active(var));
  }

  // ---------------------------------------------------------------------------------- trace
  /// Adds [body] to the graph, its free variables replaced by [substitution]; its results there.
  /// [pin]: effects and possible failures are kept (the one forward run that users see).
  /// Only what is traced from here on is shared with: nodes that a sweep has yet to meet.
  Atoms trace(const core::Body& body, core::Substitution substitution, bool pin);

  // ------------------------------------------------------------------------------ cotangents
  Sink& sink(VarId var) { return sinks_[var]; }
  /// The value that has gathered, or nothing (zero).
  std::optional<Atom> adjoint(const Atom& atom) const;
  Atom adjoint_or_zeros(const Atom& atom);
  void add(const Atom& target, const Atom& contribution);
  /// Adds to the sub-array or element of [array] at a prefix of indices (in bounds).
  void add_at(const Atom& array, const Atoms& indices, const Atom& contribution);
  /// Sets, for what was overwritten.
  void set(const Atom& target, std::optional<Atom> value);
  /// The accumulator that gathers the cotangent of [var], here or around.
  std::optional<Atom> accumulator_for(VarId var) const;
  /// An accumulator of the program being differentiated: the cotangents of its final arrays.
  void set_acc_cotangents(VarId acc, std::vector<std::optional<Atom>> arrays) {
    acc_cotangents_[acc] = std::move(arrays);
  }
  const std::vector<std::optional<Atom>>* acc_cotangents(VarId acc) const;

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
  /// with the cotangents of [outer] variables gathering in it. The last carried values.
  /// [step] gets (sweep of the body, i, carried values) and returns the next carried values.
  Atoms reverse_loop(const Atom& trips, const Atoms& carried, const core::Binders& outer,
                     const std::function<Atoms(Sweep&, const Atom&, const Atoms&)>& step,
                     const std::function<void(core::Body&)>& finish = {});

 private:
  void rule(graph::Graph& forward, std::size_t position);

  // One per kind of node (rules_*.cpp). Results' cotangents are in the sinks.
  void rule_prim(const core::PrimApp& e, const core::Binders& results);
  void rule_if(const core::If& e, const core::Binders& results);
  void rule_loop(graph::Graph& forward, std::size_t position);
  void rule_call(const core::Call& e, const core::Binders& results);
  void rule_soac(const core::Soac& e, const core::Binders& results);
  void rule_map(const core::Soac& e, const core::Binders& results);
  void rule_reduce(const core::Soac& e, const core::Binders& results);
  void rule_scan(const core::Soac& e, const core::Binders& results);
  void rule_hist(const core::Hist& e, const core::Binders& results);
  void rule_scatter(const core::Scatter& e, const core::Binders& results);
  void rule_index(const core::Index& e, const core::Binders& results);
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
  void general_hist(const core::Hist& e, const core::Binders& results);
  void trace_soac(const core::Soac& e, const core::Binders& binders,
                  core::Substitution& substitution, bool pin);
  Atoms place(core::Exp exp, const core::Binders& binders, bool pin);

  void run_trace(const core::Body& body, core::Substitution& substitution, bool pin);

  std::size_t floor_ = 0;  ///< where the trace under way began
  Functions& functions_;
  const Sweep* outer_;
  Emit emit_;
  std::unordered_set<VarId> active_;
  std::unordered_map<VarId, Sink> sinks_;
  std::unordered_map<VarId, std::vector<std::optional<Atom>>> acc_cotangents_;
};

/// core::refresh of one expression, at a cost that the expression alone determines.
core::Exp renamed(const core::Exp& exp, core::Names& names, const core::Substitution& substitution);

/// The scalar primitive that [op] is, if it is (\x y -> prim x y) of scalars.
std::optional<prims::Prim> scalar_operator(const core::Lambda& op);
/// Whether [op] is (elementwise) addition, of scalars or arrays.
bool is_addition(const core::Lambda& op);
/// Operators that work on each column alone, taken apart; nothing when columns mix.
std::optional<std::vector<core::Lambda>> split_columns(const core::Lambda& op);

}  // namespace laguz::ad
