// Tracing: a body into a graph, and what in it may carry a derivative.
#pragma once

#include <cstddef>
#include <unordered_set>
#include <vector>

#include "ad/emit.hpp"
#include "ad/functions.hpp"
#include "ad/versions.hpp"
#include "core/walk.hpp"

namespace laguz::ad {

using core::VarId;

/// Throws UserError, at [near], when what is differentiated is too deep: bodies within [depth]
/// others. Each is copied and looked through for each of those around it.
void expect_depth(std::size_t depth, support::Span near);

class Tracer {
 public:
  /// [outer]: that of the body around, whose activity is in force here too.
  Tracer(Functions& functions, graph::Graph& graph, const Tracer* outer = nullptr)
      : functions_(functions),
        outer_(outer),
        depth_(outer != nullptr ? outer->depth_ + 1 : 0),
        emit_(graph) {
    if (outer != nullptr) emit_.place = outer->emit_.place;
    expect_depth(depth_, emit_.place.span);
  }
  Tracer(const Tracer&) = delete;
  Tracer& operator=(const Tracer&) = delete;

  Emit& emit() { return emit_; }
  graph::Graph& graph() { return emit_.graph(); }
  Functions& functions() const { return functions_; }
  std::size_t depth() const { return depth_; }
  Versions& versions() { return versions_; }
  const Versions& versions() const { return versions_; }

  void activate(const Atom& atom) {
    if (!atom.is_constant()) active_.insert(atom.var);
  }
  bool is_active(const Atom& atom) const { return !atom.is_constant() && is_active(atom.var); }
  bool is_active(VarId var) const {
    var = versions_.original(var);
    return active_.count(var) > 0 || (outer_ != nullptr && outer_->is_active(var));
  }
  /// Active variables among those [exp] uses freely (accumulators excluded).
  core::Binders active_free(const core::Exp& exp) const;
  /// Whether results of [exp] may be active, given the activity of what it uses.
  std::vector<bool> active_results(const core::Exp& exp, std::size_t results) const;

  /// Adds [body] to the graph, its free variables replaced by [substitution]; its results there.
  /// [pin]: effects and possible failures are kept (the one forward run that users see).
  /// Only what is traced from here on is shared with: nodes that a sweep has yet to meet.
  Atoms trace(const core::Body& body, core::Substitution substitution, bool pin);
  /// The same; [names] gets what the graph calls the variables of the body.
  Atoms trace_names(const core::Body& body, core::Substitution& names, bool pin);
  /// Number of nodes so far.
  std::size_t position() { return graph().size(); }

 private:
  void trace_soac(const core::Soac& e, const core::Binders& binders,
                  core::Substitution& substitution, bool pin);
  Atoms place(core::Exp exp, const core::Binders& binders, bool pin);
  void run_trace(const core::Body& body, core::Substitution& substitution, bool pin);
  void note_shapes(const core::Exp& exp);

  std::size_t floor_ = 0;  ///< where the trace under way began
  Functions& functions_;
  const Tracer* outer_;
  std::size_t depth_;  ///< how many are around
  Emit emit_;
  std::unordered_set<VarId> active_;
  Versions versions_;
};

/// Takes out the statements of [body], at any depth, that bind one of [vars].
void drop(core::Body& body, const std::unordered_set<VarId>& vars);
/// Recomputation must not show its traces again.
void drop_traces(core::Body& body);

/// core::refresh of one expression, at a cost that the expression alone determines.
core::Exp renamed(const core::Exp& exp, core::Names& names, const core::Substitution& substitution);

}  // namespace laguz::ad
