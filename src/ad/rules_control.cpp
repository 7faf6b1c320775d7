// Branches, loops, calls, and derivatives of the user's own.
#include <algorithm>

#include "ad/sweep.hpp"
#include "support/assert.hpp"

namespace laguz::ad {

using core::Binder;
using core::Binders;
using core::Stm;

// Only the branch that was taken is swept: it is recomputed, and what gathers for variables around
// it goes in and comes out as values.
void Sweep::rule_if(const core::If& e, const Binders& results) {
  Binders gathered;
  for (const Binder& var : active_free({e}))
    if (!accumulator_for(var.id)) gathered.push_back(var);
  std::vector<std::optional<Atom>> after[2];
  graph::Graph graphs[2] = {graph::Graph(graph().names(), &graph()),
                            graph::Graph(graph().names(), &graph())};
  for (int side = 0; side < 2; ++side) {
    Sweep sweep(functions_, graphs[side], this);
    for (const Binder& var : gathered) sweep.sink(var.id).value = adjoint(var.atom());
    Atoms values = sweep.trace(side == 0 ? e.then_body : e.else_body, {}, false);
    const auto end = graphs[side].size();
    for (std::size_t i = 0; i < results.size(); ++i)
      if (auto cotangent = adjoint(results[i].atom()))
        sweep.add(values[i], *cotangent, there_of(results[i].atom()));
    sweep.sweep(graphs[side], 0, end);
    for (const Binder& var : gathered) after[side].push_back(sweep.sink(var.id).value);
  }
  core::If choose;
  choose.condition = e.condition;
  Atoms outcomes[2];
  Binders changed;
  for (std::size_t k = 0; k < gathered.size(); ++k) {
    const auto before = adjoint(gathered[k].atom());
    if (after[0][k] == before && after[1][k] == before) continue;
    changed.push_back(gathered[k]);
    for (int side = 0; side < 2; ++side) {
      Emit emit(graphs[side]);
      emit.place = emit_.place;
      outcomes[side].push_back(after[side][k] ? *after[side][k]
                                              : emit.zeros_like(gathered[k].atom()));
    }
  }
  choose.then_body = graphs[0].schedule(outcomes[0]);
  choose.else_body = graphs[1].schedule(outcomes[1]);
  std::vector<Type> types;
  for (const Binder& var : changed) types.push_back(var.type);
  Atoms out = emit_.region({std::move(choose)}, types);
  for (std::size_t k = 0; k < changed.size(); ++k) set(changed[k].atom(), out[k]);
}

void Sweep::rule_call(const core::Call& e, const Binders& results) {
  Atoms given, args;
  std::vector<Type> types;
  std::vector<bool> reached;
  std::vector<Gathered> gathered;
  for (const Atom& arg : e.args) {
    if (arg.type.acc) continue;
    given.push_back(arg);
    types.push_back(arg.type);
  }
  args = given;
  for (const Binder& result : results) {
    const auto cotangent = adjoint(result.atom());
    reached.push_back(cotangent.has_value());
    if (cotangent) args.push_back(*cotangent);
  }
  for (const Atom& arg : e.args) {
    if (!arg.type.acc) continue;
    gathered.emplace_back();
    const auto* finals = acc_cotangents(arg.var);
    if (finals == nullptr) continue;
    for (const auto& cotangent : *finals) {
      gathered.back().push_back(cotangent ? std::optional(cotangent->type) : std::nullopt);
      if (cotangent) args.push_back(*cotangent);
    }
  }
  if (args.size() == given.size()) return;
  Atoms cotangents = emit_.emit(
      {core::Call{functions_.reverse_of(e.function, reached, gathered), std::move(args)}}, types);
  for (std::size_t i = 0; i < given.size(); ++i) add(given[i], cotangents[i]);
}

void Sweep::rule_custom(const core::Custom& e, const Binders& results) {
  if (e.mode == core::CustomMode::vjp) {
    core::Substitution substitution;
    std::size_t at = 0;
    for (const Binder& result : results) substitution[e.rule.params[at++].id] = result.atom();
    for (const Binder& result : results)
      substitution[e.rule.params[at++].id] = adjoint_or_zeros(result.atom());
    Sweep plain(functions_, graph());
    plain.emit().place = emit_.place;
    Atoms cotangents = plain.trace(e.rule.body, std::move(substitution), true);
    for (std::size_t i = 0; i < e.args.size(); ++i) add(e.args[i], cotangents[i]);
    return;
  }
  // A forward rule is linear in its tangents; reverse mode is its transpose, which is the reverse
  // derivative of the rule in the tangents alone, wherever they are.
  Sweep transpose(functions_, graph());
  transpose.emit().place = emit_.place;
  core::Substitution substitution;
  Atoms tangents;
  std::size_t at = 0;
  for (const Atom& arg : e.args) substitution[e.rule.params[at++].id] = arg;
  for (const Atom& arg : e.args) {
    // Appended, not interned: a variable of its own, though it is but zeros.
    const Atom zeros = transpose.emit().zeros_like(arg);
    tangents.push_back(graph().append({core::Copy{zeros}}, {arg.type}, emit_.place)[0]);
    transpose.activate(tangents.back());
    substitution[e.rule.params[at++].id] = tangents.back();
  }
  const auto from = graph().size();
  Atoms values = transpose.trace(e.rule.body, std::move(substitution), false);
  const auto to = graph().size();
  for (std::size_t i = 0; i < results.size(); ++i)
    if (auto cotangent = adjoint(results[i].atom())) transpose.add(values[i], *cotangent);
  transpose.sweep(graph(), from, to);
  for (std::size_t i = 0; i < e.args.size(); ++i)
    if (auto cotangent = transpose.adjoint(tangents[i])) add(e.args[i], *cotangent);
}

}  // namespace laguz::ad
