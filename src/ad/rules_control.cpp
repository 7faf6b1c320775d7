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
      if (auto cotangent = adjoint(results[i].atom())) sweep.add(values[i], *cotangent);
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
      emit.span = emit_.span;
      outcomes[side].push_back(after[side][k] ? *after[side][k]
                                              : emit.zeros_like(gathered[k].atom()));
    }
  }
  choose.then_body = graphs[0].schedule(outcomes[0]);
  choose.else_body = graphs[1].schedule(outcomes[1]);
  std::vector<Type> types;
  for (const Binder& var : changed) types.push_back(var.type);
  Atoms out = emit_.region({std::move(choose)}, types);
  for (std::size_t k = 0; k < changed.size(); ++k) sinks_[changed[k].id].value = out[k];
}

// The forward loop keeps the states that the reverse loop will read; the reverse loop re-runs one
// iteration at a time from its state, and sweeps it.
void Sweep::rule_loop(graph::Graph& forward, std::size_t position) {
  const core::Loop e = std::get<core::Loop>(forward[position].exp.node);
  const Binders results = forward[position].results;
  const std::size_t n = e.params.size();
  const auto active = active_results({e}, results.size());

  // Every parameter that is active is carried backwards.
  std::vector<std::size_t> carried_params;
  Atoms carried;
  for (std::size_t k = 0; k < n; ++k)
    if (active[k]) {
      carried_params.push_back(k);
      carried.push_back(adjoint_or_zeros(results[k].atom()));
    }
  std::vector<std::pair<std::size_t, Atom>> history_cotangents;  // parameter, stacked cotangent
  for (std::size_t h = 0; h < e.history.size(); ++h)
    if (auto cotangent = adjoint(results[n + h].atom()))
      history_cotangents.emplace_back(e.history[h], *cotangent);

  Atom trips;
  std::optional<Binder> index;
  if (const auto* form = std::get_if<core::ForForm>(&e.form)) {
    index = form->index;
    trips = form->bound.type.elem == ScalarType::i64 ? form->bound
                                                     : emit_.prim("cvt_i64", {form->bound});
    trips = emit_.prim("max", {trips, Atom::i64(0)});
  } else {
    if (!e.counted) {
      // A while loop counts its iterations on the way forward.
      std::get<core::Loop>(forward[position].exp.node).counted = true;
      trips = forward.extend(position, results.size(), {ScalarType::i64, 0, false});
    } else {
      trips = results.back().atom();
    }
  }

  // States and the index as seen by the re-run body; which of them it reads is known afterwards.
  Binders states;
  for (const Binder& param : e.params) states.push_back(graph().names().bind(param.type));
  Atom at;  // the iteration, inside the reverse loop

  auto step = [&](Sweep& sweep, const Atom& i, const Atoms& cotangents) {
    at = i;
    core::Substitution substitution;
    for (std::size_t k = 0; k < n; ++k) {
      substitution[e.params[k].id] = states[k].atom();
      if (active[k]) {
        sweep.activate(states[k].atom());
        sweep.sink(states[k].id);
      }
    }
    if (index) {
      const ScalarType type = index->type.elem;
      substitution[index->id] =
          type == ScalarType::i64 ? i : sweep.emit().prim("cvt_" + std::string(name(type)), {i});
    }
    const auto from = sweep.position();
    Atoms next = sweep.trace(e.body, std::move(substitution), false);
    const auto to = sweep.position();
    for (std::size_t c = 0; c < carried_params.size(); ++c)
      sweep.add(next[carried_params[c]], cotangents[c]);
    sweep.sweep(sweep.graph(), from, to);
    for (const auto& [param, stacked] : history_cotangents)
      sweep.add(states[param].atom(), sweep.emit().index(stacked, {i}));
    Atoms out;
    for (std::size_t k : carried_params) out.push_back(sweep.adjoint_or_zeros(states[k].atom()));
    return out;
  };

  auto finish = [&](core::Body& body) {
    // Load the states that are read, from the history that the forward loop now keeps.
    std::vector<char> used(n, 0);
    for (const Binder& free : core::free_variables(body))
      for (std::size_t k = 0; k < n; ++k)
        if (free.id == states[k].id) used[k] = 1;
    std::vector<Stm> loads;
    auto& loop = std::get<core::Loop>(forward[position].exp.node);
    for (std::size_t k = 0; k < n; ++k) {
      if (!used[k]) continue;
      const auto found = std::find(loop.history.begin(), loop.history.end(), k);
      Atom stacked;
      if (found != loop.history.end()) {
        stacked = forward[position]
                      .results[n + static_cast<std::size_t>(found - loop.history.begin())]
                      .atom();
      } else {
        loop.history.push_back(static_cast<std::uint32_t>(k));
        stacked = forward.extend(position, n + loop.history.size() - 1, states[k].type.array_of());
      }
      loads.push_back({{states[k]}, {core::Index{stacked, {at}}}, emit_.span});
    }
    // After the computation of [at], which the body does first.
    std::size_t place = 0;
    for (std::size_t s = 0; s < body.stms.size(); ++s)
      for (const Binder& binder : body.stms[s].binders)
        if (!at.is_constant() && binder.id == at.var) place = s + 1;
    body.stms.insert(body.stms.begin() + static_cast<std::ptrdiff_t>(place), loads.begin(),
                     loads.end());
  };

  // The initial values gather from the loop's result, not inside it; those that the body also
  // reads are gathered as variables around it.
  core::Loop body_only = e;
  body_only.inits.clear();
  Binders inside;
  for (const Binder& free : core::free_variables(core::Exp{body_only}))
    if (!free.type.acc && is_active(free.id)) inside.push_back(free);

  Atoms start = reverse_loop(trips, carried, inside, step, finish);
  for (std::size_t c = 0; c < carried_params.size(); ++c) add(e.inits[carried_params[c]], start[c]);
}

void Sweep::rule_call(const core::Call& e, const Binders& results) {
  Atoms args = e.args;
  for (const Binder& result : results) args.push_back(adjoint_or_zeros(result.atom()));
  std::vector<Type> types;
  for (const Atom& arg : e.args) types.push_back(arg.type);
  Atoms cotangents =
      emit_.emit({core::Call{functions_.reverse_of(e.function), std::move(args)}}, types);
  for (std::size_t i = 0; i < e.args.size(); ++i) add(e.args[i], cotangents[i]);
}

void Sweep::rule_custom(const core::Custom& e, const Binders& results) {
  if (e.mode == core::CustomMode::vjp) {
    core::Substitution substitution;
    std::size_t at = 0;
    for (const Binder& result : results) substitution[e.rule.params[at++].id] = result.atom();
    for (const Binder& result : results)
      substitution[e.rule.params[at++].id] = adjoint_or_zeros(result.atom());
    Sweep plain(functions_, graph());
    plain.emit().span = emit_.span;
    Atoms cotangents = plain.trace(e.rule.body, std::move(substitution), true);
    for (std::size_t i = 0; i < e.args.size(); ++i) add(e.args[i], cotangents[i]);
    return;
  }
  // A forward rule is linear in its tangents; reverse mode is its transpose, which is the reverse
  // derivative of the rule in the tangents alone, wherever they are.
  Sweep transpose(functions_, graph());
  transpose.emit().span = emit_.span;
  core::Substitution substitution;
  Atoms tangents;
  std::size_t at = 0;
  for (const Atom& arg : e.args) substitution[e.rule.params[at++].id] = arg;
  for (const Atom& arg : e.args) {
    // Appended, not interned: a variable of its own, though it is but zeros.
    const Atom zeros = transpose.emit().zeros_like(arg);
    tangents.push_back(graph().append({core::Copy{zeros}}, {arg.type}, emit_.span)[0]);
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
