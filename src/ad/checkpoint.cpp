// Loops whose states may be too many to keep.
#include <algorithm>

#include "ad/stripmine.hpp"
#include "ad/sweep.hpp"

namespace laguz::ad {

using core::Binder;
using core::Binders;
using core::Stm;

/// Traces [body], whose results are those of the node that is swept, and sweeps it in its stead.
void Sweep::rerun(const core::Body& body, const Binders& results) {
  const auto from = position();
  const Atoms values = trace(body, {}, false);
  const auto to = position();
  for (std::size_t i = 0; i < values.size(); ++i) hand_on(results[i].atom(), values[i]);
  sweep(graph(), from, to);
}

// Two ways back, between which the program chooses when it runs: with all states kept, or, if they
// would fill too much memory, in blocks of iterations that are run once more.
void Sweep::checkpointed_loop(graph::Graph& forward, std::size_t position) {
  core::Names& names = graph().names();
  const Stm plain = forward[position].stm();
  const core::Loop e = std::get<core::Loop>(with_restored(plain.exp).node);
  const Binders gathered = active_free({e});
  graph::Graph graphs[2] = {graph::Graph(names, &graph()), graph::Graph(names, &graph())};
  std::vector<std::optional<Atom>> after[2];
  std::unordered_map<VarId, Atom> restored;
  auto side = [&](int which, const std::function<void(Sweep&)>& sweep_it) {
    Sweep sweep(functions_, graphs[which], this);
    // First: cotangents are those of what a restored array stands for.
    for (const auto& [version, array] : restored_)
      sweep.restore(Atom::of(version, array.type), array);
    for (const Binder& var : gathered) sweep.sink(var.id).value = adjoint(var.atom());
    for (const Binder& result : plain.binders)
      if (adjoint(result.atom())) sweep.sink(result.id) = sink(result.id);
    sweep_it(sweep);
    for (const Binder& var : gathered) after[which].push_back(sweep.sink(var.id).value);
    if (which == 0) restored = sweep.restored_;
    return sweep.whole_states_;
  };
  const Atoms whole = side(0, [&](Sweep& sweep) { sweep.reverse_of_loop(forward, position); });
  auto outcomes = [&](int which) {
    Atoms out;
    Emit emit(graphs[which]);
    for (std::size_t k = 0; k < gathered.size(); ++k)
      out.push_back(after[which][k] ? *after[which][k] : emit.zeros_like(gathered[k].atom()));
    return out;
  };
  if (whole.empty()) {
    const core::Body body = graphs[0].schedule(outcomes(0));
    for (const Stm& stm : body.stms) graph().append_as(stm.exp, stm.binders, graph::Place(stm));
    for (std::size_t k = 0; k < gathered.size(); ++k)
      if (after[0][k]) set(gathered[k].atom(), body.results[k]);
    for (const auto& [version, array] : restored)
      if (graph().position_of(array.var)) restore(Atom::of(version, array.type), array);
    return;
  }
  side(1, [&](Sweep& sweep) {
    sweep.rerun(stripmined(names, e, sweep.trips_of(e), 2, emit_.place), plain.binders);
  });

  // The choice is made before the loop; the blocks start from nothing but its initial values.
  graph::Graph sizes(names);
  Emit emit(sizes);
  emit.place = graph::Place(plain);
  Atom bytes = Atom::i64(0);
  for (const Atom& init : whole) {
    Atom size = Atom::i64(support::size_of(init.type.elem));
    for (int d = 0; d < init.type.rank; ++d) size = emit.prim("mul", {size, emit.shape(init, d)});
    bytes = emit.prim("add", {bytes, size});
  }
  const Atom bound = std::get<core::ForForm>(e.form).bound;
  const Atom trips = bound.type.elem == ScalarType::i64 ? bound : emit.prim("cvt_i64", {bound});
  const Atom budget = Atom::i64(functions_.options().loop_states);
  const Atom most = emit.prim("quot", {budget, emit.prim("max", {bytes, Atom::i64(1)})});
  const Atom many = emit.prim("gt", {trips, most});
  core::Body before = sizes.schedule({many});

  Stm kept = forward[position].stm();
  core::If run;
  run.condition = many;
  Binders outs;
  for (const Binder& result : kept.binders)
    run.else_body.results.push_back(names.bind(result.type).atom());
  for (const Atom& atom : run.else_body.results) outs.push_back({atom.var, atom.type});
  run.else_body.stms.push_back({outs, kept.exp, kept.span, kept.inlined_at});
  // Without histories; nobody will look at them.
  core::Exp bare = core::refresh(plain.exp, names);
  Binders own;
  for (const Binder& result : plain.binders) own.push_back(names.bind(result.type));
  graph::Graph nothing(names);
  Emit none(nothing);
  Atoms results;
  for (const Binder& result : kept.binders) {
    const auto found = std::find(plain.binders.begin(), plain.binders.end(), result);
    if (found != plain.binders.end()) {
      results.push_back(own[static_cast<std::size_t>(found - plain.binders.begin())].atom());
    } else {
      results.push_back(none.zeros(
          result.type.elem, Atoms(static_cast<std::size_t>(result.type.rank), Atom::i64(0))));
    }
  }
  run.then_body = nothing.schedule(results);
  run.then_body.stms.push_back({own, std::move(bare), plain.span, plain.inlined_at});
  kept.exp = {std::move(run)};
  forward.replace(position, std::move(kept), std::move(before.stms));

  core::If back;
  back.condition = many;
  back.then_body = graphs[1].schedule(outcomes(1));
  back.else_body = graphs[0].schedule(outcomes(0));
  std::vector<Type> types;
  for (const Binder& var : gathered) types.push_back(var.type);
  const Atoms out = emit_.region({std::move(back)}, types);
  for (std::size_t k = 0; k < gathered.size(); ++k) set(gathered[k].atom(), out[k]);
}

}  // namespace laguz::ad
