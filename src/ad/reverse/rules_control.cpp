// Branches, loops, calls, and derivatives of the user's own.
#include <algorithm>

#include "ad/reverse/kept_inside.hpp"
#include "ad/reverse/rules.hpp"
#include "ad/tape/call_tape.hpp"

namespace laguz::ad::reverse {

using core::Binder;
using core::Binders;
using core::Stm;
using tape::CallTape;
using tape::TapedFunction;

// Only the branch that was taken is swept: it is recomputed, and what gathers for variables around
// it goes in and comes out as values.
void if_rule(Sweep& sweep, const core::If& e, const Swept& node) {
  Binders gathered;
  for (const Binder& var : sweep.active_free({e}))
    if (!sweep.accumulator_for(var.id)) gathered.push_back(var);
  std::vector<std::optional<Atom>> after[2];
  CallTape* const tape = sweep.tape_for(node.forward, node.position);
  const bool keeps = tape == nullptr && &node.forward == &sweep.graph() && keeps_branches(sweep, e);
  // The way there may become part of the node itself.
  const std::size_t shared = tape != nullptr || keeps ? node.position : graph::Graph::kAll;
  core::Names& names = sweep.graph().names();
  graph::Graph graphs[2] = {graph::Graph(names, &sweep.graph(), shared),
                            graph::Graph(names, &sweep.graph(), shared)};
  std::vector<std::unique_ptr<Sweep>> sweeps;
  std::vector<CallTape::Traced> traced;
  for (int side = 0; side < 2; ++side) {
    core::Body body = side == 0 ? e.then_body : e.else_body;
    if (tape != nullptr) drop_traces(body);
    Sweep& within =
        *sweeps.emplace_back(std::make_unique<Sweep>(sweep.functions(), graphs[side], &sweep));
    for (const Binder& var : gathered) {
      within.sink(var.id).value = sweep.adjoint(var.atom());
      within.sink(var.id).part = sweep.gathering(var.atom());
    }
    Atoms values = within.trace(body, {}, tape != nullptr || keeps);
    const auto end = graphs[side].size();
    within.tape_calls(tape, end);
    for (std::size_t i = 0; i < node.results.size(); ++i)
      if (auto cotangent = sweep.adjoint(node.results[i].atom()))
        within.add(values[i], *cotangent, sweep.there_of(node.results[i].atom()));
    within.sweep(graphs[side], 0, end);
    for (const Binder& var : gathered) after[side].push_back(within.sink(var.id).value);
    traced.push_back({graphs[side],
                      end,
                      std::move(values),
                      {},
                      {},
                      [&within](const Atom& atom) { return within.is_active(atom); },
                      sweep.emit().place});
  }
  core::If choose;
  choose.condition = e.condition;
  Atoms outcomes[2];
  Binders changed;
  for (std::size_t k = 0; k < gathered.size(); ++k) {
    const auto before = sweep.adjoint(gathered[k].atom());
    if (after[0][k] == before && after[1][k] == before) continue;
    changed.push_back(gathered[k]);
    for (int side = 0; side < 2; ++side) {
      Emit emit(graphs[side]);
      emit.place = sweep.emit().place;
      outcomes[side].push_back(after[side][k] ? *after[side][k]
                                              : emit.zeros_like(gathered[k].atom()));
    }
  }
  const auto is_used = [&](const CallTape::Traced& side) {
    return tape != nullptr && tape->is_used_in(side.graph, side.end);
  };
  if (is_used(traced[0]) || is_used(traced[1])) {
    Stm stm = node.forward[node.position].stm();
    auto& there = std::get<core::If>(stm.exp.node);
    stm.binders.push_back(tape->place());
    for (int side = 0; side < 2; ++side) {
      traced[side].results = outcomes[side];
      traced[side].place = stm.binders.back().atom();
      CallTape::Halves made = tape->halves(traced[side]);
      (side == 0 ? there.then_body : there.else_body) = std::move(made.there);
      (side == 0 ? choose.then_body : choose.else_body) = std::move(made.back);
    }
    replace_there(sweep, node, std::move(stm), {});
  } else if (keeps) {
    std::vector<SweptInside> swept;
    for (int side = 0; side < 2; ++side)
      swept.push_back({graphs[side], traced[side].end, traced[side].values, {}});
    std::vector<core::Body> back =
        keep_branches(sweep, node, swept, {std::move(outcomes[0]), std::move(outcomes[1])});
    choose.then_body = std::move(back[0]);
    choose.else_body = std::move(back[1]);
  } else {
    choose.then_body = graphs[0].take(outcomes[0]);
    choose.else_body = graphs[1].take(outcomes[1]);
  }
  std::vector<Type> types;
  for (const Binder& var : changed) types.push_back(var.type);
  Atoms out = sweep.emit().region({std::move(choose)}, types);
  for (std::size_t k = 0; k < changed.size(); ++k) sweep.set(changed[k].atom(), out[k]);
}

namespace {

// What is wanted of the derivative of a function that is called.
Wanted wanted_of(Sweep& sweep, const core::Call& e, const Binders& results) {
  Wanted wanted;
  const std::vector<bool>& passed = sweep.functions().passed_on(e.function);
  for (const Binder& result : results)
    wanted.reached.push_back(!sweep.adjoint(result.atom())   ? Reached::never
                             : sweep.there_of(result.atom()) ? Reached::sometimes
                                                             : Reached::always);
  for (std::size_t i = 0; i < e.args.size(); ++i) {
    const Atom& arg = e.args[i];
    if (arg.type.acc) {
      Gathered& columns = wanted.gathered.emplace_back();
      const auto* finals = sweep.acc_cotangents(arg.var);
      if (finals == nullptr) continue;
      for (const auto& final : *finals)
        columns.push_back(final ? std::optional(final->type) : std::nullopt);
    } else if (!sweep.is_active(arg)) {
      wanted.params.push_back(Cotangent::none);
    } else {
      const bool added = arg.type.rank > 0 && passed[i];
      wanted.params.push_back(added ? Cotangent::added : Cotangent::value);
    }
  }
  return wanted;
}

}  // namespace

// The cotangents of arrays that a recursive function only hands on, from which each of its calls
// reads a little, gather in accumulators: one for all calls.
void call_rule(Sweep& sweep, const core::Call& e, const Swept& node) {
  Wanted wanted = wanted_of(sweep, e, node.results);
  Atoms args, cotangents, there, finals, given, gathered;
  std::vector<Type> types;
  for (const Atom& arg : e.args)
    if (const auto* of = arg.type.acc ? sweep.acc_cotangents(arg.var) : nullptr; of != nullptr)
      for (const auto& final : *of)
        if (final) finals.push_back(*final);
  const auto is_reached = [](Reached reached) { return reached != Reached::never; };
  if (std::none_of(wanted.reached.begin(), wanted.reached.end(), is_reached) && finals.empty())
    return;
  core::FunId derived = sweep.functions().reverse_of(e.function, wanted);
  for (std::size_t i = 0; i < node.results.size(); ++i) {
    if (wanted.reached[i] == Reached::never) continue;
    const Atom result = node.results[i].atom();
    cotangents.push_back(sweep.adjoint_or_zeros(result));
    if (wanted.reached[i] == Reached::always) continue;
    there.push_back(sweep.adjoint(result) ? sweep.there_of(result).value_or(Atom::boolean(true))
                                          : Atom::boolean(false));
  }
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
  args.insert(args.end(), there.begin(), there.end());
  args.insert(args.end(), finals.begin(), finals.end());

  core::WithAcc with;
  Binders arrays;
  std::unordered_map<VarId, Atom> accs;
  for (const Atom& array : gathered) {
    const auto acc = sweep.accumulator_for(array.var);
    if (!acc && accs.count(array.var) == 0) {
      const Binder made = sweep.graph().names().bind({array.type.elem, array.type.rank, true});
      with.accs.push_back({made, {sweep.adjoint_or_zeros(array)}, {}, {}, array.type.rank, true});
      arrays.push_back({array.var, array.type});
      accs[array.var] = made.atom();
    }
    args.push_back(acc ? *acc : accs.at(array.var));
  }
  if (CallTape* const tape = sweep.tape_for(node.forward, node.position)) {
    const TapedFunction& halves = sweep.functions().halves_of(derived, *tape);
    derived = halves.back;
    args.push_back(tape->call(node.forward, node.position, halves.there));
    args.push_back(tape->arrays());
  }
  core::Exp call{core::Call{derived, std::move(args)}};
  if (with.accs.empty()) {
    cotangents = sweep.emit().region(std::move(call), types);
  } else {
    cotangents = sweep.emit().with_accumulators(std::move(with), std::move(call), types);
    for (std::size_t k = 0; k < arrays.size(); ++k) sweep.set(arrays[k].atom(), cotangents[k]);
    cotangents.erase(cotangents.begin(),
                     cotangents.begin() + static_cast<std::ptrdiff_t>(arrays.size()));
  }
  for (std::size_t i = 0; i < given.size(); ++i) sweep.add(given[i], cotangents[i]);
}

void custom_rule(Sweep& sweep, const core::Custom& e, const Swept& node) {
  if (e.mode == core::CustomMode::vjp) {
    core::Substitution substitution;
    std::size_t at = 0;
    for (const Binder& result : node.results) substitution[e.rule.params[at++].id] = result.atom();
    for (const Binder& result : node.results)
      substitution[e.rule.params[at++].id] = sweep.adjoint_or_zeros(result.atom());
    Tracer plain(sweep.functions(), sweep.graph());
    plain.emit().place = sweep.emit().place;
    Atoms cotangents = plain.trace(e.rule.body, std::move(substitution), true);
    for (std::size_t i = 0; i < e.args.size(); ++i) sweep.add(e.args[i], cotangents[i]);
    return;
  }
  // A forward rule is linear in its tangents; reverse mode is its transpose, which is the reverse
  // derivative of the rule in the tangents alone, wherever they are.
  Sweep transpose(sweep.functions(), sweep.graph());
  transpose.emit().place = sweep.emit().place;
  core::Substitution substitution;
  Atoms tangents;
  std::size_t at = 0;
  for (const Atom& arg : e.args) substitution[e.rule.params[at++].id] = arg;
  for (const Atom& arg : e.args) {
    // Appended, not interned: a variable of its own, though it is but zeros.
    const Atom zeros = transpose.emit().zeros_like(arg);
    tangents.push_back(
        sweep.graph().append({core::Copy{zeros}}, {arg.type}, sweep.emit().place)[0]);
    transpose.activate(tangents.back());
    substitution[e.rule.params[at++].id] = tangents.back();
  }
  const auto from = sweep.graph().size();
  Atoms values = transpose.trace(e.rule.body, std::move(substitution), false);
  const auto to = sweep.graph().size();
  for (std::size_t i = 0; i < node.results.size(); ++i)
    if (auto cotangent = sweep.adjoint(node.results[i].atom()))
      transpose.add(values[i], *cotangent);
  transpose.sweep(sweep.graph(), from, to);
  for (std::size_t i = 0; i < e.args.size(); ++i)
    if (auto cotangent = transpose.adjoint(tangents[i])) sweep.add(e.args[i], *cotangent);
}

}  // namespace laguz::ad::reverse
