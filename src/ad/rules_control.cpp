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

// What is wanted of the derivative of a function that is called.
Wanted Sweep::wanted_of(const core::Call& e, const Binders& results) {
  Wanted wanted;
  const std::vector<bool>& passed = functions_.passed_on(e.function);
  for (const Binder& result : results) wanted.reached.push_back(adjoint(result.atom()).has_value());
  for (std::size_t i = 0; i < e.args.size(); ++i) {
    const Atom& arg = e.args[i];
    if (arg.type.acc) {
      Gathered& columns = wanted.gathered.emplace_back();
      const auto* finals = acc_cotangents(arg.var);
      if (finals == nullptr) continue;
      for (const auto& final : *finals)
        columns.push_back(final ? std::optional(final->type) : std::nullopt);
    } else if (!is_active(arg)) {
      wanted.params.push_back(Cotangent::none);
    } else {
      const bool added = arg.type.rank > 0 && passed[i];
      wanted.params.push_back(added ? Cotangent::added : Cotangent::value);
    }
  }
  return wanted;
}

// The cotangents of arrays that a recursive function only hands on, from which each of its calls
// reads a little, gather in accumulators: one for all calls.
void Sweep::rule_call(const core::Call& e, const Binders& results) {
  Wanted wanted = wanted_of(e, results);
  Atoms args, cotangents, finals, given, gathered;
  std::vector<Type> types;
  for (const Binder& result : results)
    if (const auto cotangent = adjoint(result.atom())) cotangents.push_back(*cotangent);
  for (const Atom& arg : e.args)
    if (const auto* of = arg.type.acc ? acc_cotangents(arg.var) : nullptr; of != nullptr)
      for (const auto& final : *of)
        if (final) finals.push_back(*final);
  if (cotangents.empty() && finals.empty()) return;
  const core::FunId derived = functions_.reverse_of(e.function, wanted);
  for (const Atom& arg : e.args) {
    if (arg.type.acc) continue;
    const Cotangent kind = wanted.params[args.size()];
    args.push_back(arg);
    if (kind == Cotangent::added) gathered.push_back(arg);
    if (kind != Cotangent::value) continue;
    given.push_back(arg);
    types.push_back(arg.type);
  }
  args.insert(args.end(), cotangents.begin(), cotangents.end());
  args.insert(args.end(), finals.begin(), finals.end());

  core::WithAcc with;
  Binders arrays;
  std::unordered_map<VarId, Atom> accs;
  for (const Atom& array : gathered) {
    const auto acc = accumulator_for(array.var);
    if (!acc && accs.count(array.var) == 0) {
      const Binder made = graph().names().bind({array.type.elem, array.type.rank, true});
      with.accs.push_back({made, {adjoint_or_zeros(array)}, {}, {}, array.type.rank, true});
      arrays.push_back({array.var, array.type});
      accs[array.var] = made.atom();
    }
    args.push_back(acc ? *acc : accs.at(array.var));
  }
  core::Exp call{core::Call{derived, std::move(args)}};
  if (with.accs.empty()) {
    cotangents = emit_.region(std::move(call), types);
  } else {
    cotangents = emit_.with_accumulators(std::move(with), std::move(call), types);
    for (std::size_t k = 0; k < arrays.size(); ++k) set(arrays[k].atom(), cotangents[k]);
    cotangents.erase(cotangents.begin(),
                     cotangents.begin() + static_cast<std::ptrdiff_t>(arrays.size()));
  }
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
