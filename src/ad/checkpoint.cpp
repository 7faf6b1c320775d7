// Loops whose states may be too many to keep.
#include <algorithm>

#include "ad/shapes.hpp"
#include "ad/stripmine.hpp"
#include "ad/sweep.hpp"
#include "ad/tape.hpp"
#include "ad/undo.hpp"

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

namespace {

/// Each loop that is split has two ways back, and so have those in it each time.
constexpr int kMostSplits = 3;

/// A few numbers, whatever happens: there is room for them in each of a tile's lanes.
bool fits(const core::Loop& e, std::int64_t budget) {
  constexpr std::int64_t kMostLanes = 1024;
  const auto* form = std::get_if<core::ForForm>(&e.form);
  if (form == nullptr || !form->bound.is_constant()) return false;
  std::int64_t bytes = 0;
  for (const Binder& param : e.params) {
    if (param.type.rank > 0) return false;
    bytes += support::size_of(param.type.elem);
  }
  return bytes == 0 || form->bound.scalar().as_i64() <= budget / kMostLanes / bytes;
}

/// Parameters that are arrays of which elements are overwritten.
std::vector<std::size_t> in_place(core::Names& names, const core::Loop& e) {
  std::vector<std::size_t> found;
  for (std::size_t k = 0; k < e.params.size(); ++k) {
    if (e.params[k].type.rank == 0 || e.body.results[k] == e.params[k].atom()) continue;
    core::Loop probe = e;
    if (remember(names, probe, k)) found.push_back(k);
  }
  return found;
}

/// To an accumulator of a body around.
bool adds(const core::Exp& exp) {
  const Binders free = core::free_variables(exp);
  return std::any_of(free.begin(), free.end(), [](const Binder& one) { return one.type.acc; });
}

}  // namespace

bool Sweep::is_weighed(const core::Loop& e) {
  if (e.hints.states != core::KeptStates::weighed || e.counted || !e.history.empty()) return false;
  const auto acc = [](const Binder& param) { return param.type.acc; };
  if (fits(e, functions_.options().loop_states) ||
      std::any_of(e.params.begin(), e.params.end(), acc))
    return false;
  // What is kept of a loop within one that has a budget counts there: numbers, or what is
  // overwritten of an array. To look at the room for it in both would make loops in loops half as
  // slow again, and deriving them three times, and so for each loop around.
  if (!bounded_) return true;
  std::size_t light = in_place(graph().names(), e).size();
  for (std::size_t k = 0; k < e.params.size(); ++k)
    if (e.params[k].type.rank == 0 || e.body.results[k] == e.params[k].atom()) ++light;
  return light < e.params.size();
}

// All that is kept of the iterations is kept as long as there is room for it; what is left of the
// loop then goes on in stretches (stripmine.hpp), each of which is run once more on the way back.
// Only the loop itself can know when that is (core::Loop::budget): how large states are, how many
// lanes run it, and in a while loop how many iterations there will be.
void Sweep::weighed_loop(graph::Graph& forward, std::size_t position) {
  core::Names& names = graph().names();
  const Binders results = forward[position].results;
  const core::Loop e = std::get<core::Loop>(forward[position].exp.node);
  const graph::Place place = forward[position].place;
  const std::vector<std::size_t> updated = in_place(names, e);
  const bool deep = splits_ >= kMostSplits;
  if (deep && !updated.empty()) {  // every stretch would begin with a copy
    reverse_of_loop(forward, position);
    return;
  }
  const Split made = deep ? in_stretches(names, e, results, place)
                          : split(names, e, functions_.options().loop_states, results, place);
  graph::Graph parts(names, &graph());
  for (const Stm& stm : made.stms) parts.append_as(stm.exp, stm.binders, graph::Place(stm));
  const Shapes shapes(e);
  for (std::size_t k = 0; k < made.states.size(); ++k) {
    if (is_active(results[k].id)) activate(made.states[k].atom());
    if (e.params[k].type.rank == 0 || !shapes.kept(k)) continue;
    graph().know_shape(made.states[k].atom(), e.inits[k]);
    graph().know_shape(results[k].atom(), e.inits[k]);
  }
  const std::size_t last = parts.size() - 1;
  ++splits_;
  // (Lanes have their own memory: there an iteration that needs no state is rather run again.)
  const bool tapes = !in_map_ && has_work(e.body);
  const bool keeps = rest_of_loop(parts, last, e.params.size(), tapes);
  if (keeps && !deep) {
    for (const std::size_t k : updated)
      restore_between(parts, last, k, made.states[k].atom(), results[k].atom());
    reverse_of_loop(parts, made.first);
  }
  --splits_;
  if (!keeps) {
    reverse_of_loop(forward, position, false);
    return;
  }
  std::vector<Stm> before;
  for (std::size_t p = 0; p <= last; ++p) {
    before.insert(before.end(), parts[p].before.begin(), parts[p].before.end());
    if (p < last) before.push_back(parts[p].stm());
  }
  forward.replace(position, parts[last].stm(), std::move(before));
}

/// The way back through the rest of a split loop, at [position] of [parts]. If nothing is kept for
/// that of its first parameters, the [states] of the whole loop, then nothing is kept of that
/// either: false, and nothing has happened, unless it is [wanted] for what else is kept.
bool Sweep::rest_of_loop(graph::Graph& parts, std::size_t position, std::size_t states,
                         bool wanted) {
  Binders gathered;
  for (const Binder& var : active_free(with_restored(parts[position].exp)))
    if (!accumulator_for(var.id)) gathered.push_back(var);
  graph::Graph scratch(graph().names(), &graph());
  Sweep sweep(functions_, scratch, this);
  // First: cotangents are those of what a restored array stands for.
  for (const auto& [version, array] : restored_)
    sweep.restore(Atom::of(version, array.type), array);
  for (const Binder& var : gathered)
    if (adjoint(var.atom())) sweep.sink(var.id) = sink(var.id);
  for (const Binder& result : parts[position].results)
    if (adjoint(result.atom())) sweep.sink(result.id) = sink(result.id);
  const std::vector<bool> kept = sweep.reverse_of_loop(parts, position);
  const auto end = kept.begin() + static_cast<std::ptrdiff_t>(states);
  if (!wanted && std::find(kept.begin(), end, true) == end) return false;

  Atoms values;
  for (const Binder& var : gathered) {
    const Sink& one = sweep.sink(var.id);
    if (!one.value) continue;
    values.push_back(*one.value);
    if (one.there) values.push_back(*one.there);
  }
  const core::Body body = scratch.schedule(values);
  for (const Stm& stm : body.stms) {
    graph().append_as(stm.exp, stm.binders, graph::Place(stm));
    graph()[graph().size() - 1].pinned = adds(stm.exp);
  }
  std::size_t r = 0;
  for (const Binder& var : gathered) {
    const Sink& one = sweep.sink(var.id);
    if (!one.value) continue;
    Sink& to = sink(var.id);
    to.value = body.results[r++];
    to.there = one.there ? std::optional(body.results[r++]) : std::nullopt;
  }
  return true;
}

/// The array between the parts of a split loop, which [k] is: it need not be kept if the rest was
/// nothing, and was kept by the rest if it was something.
void Sweep::restore_between(graph::Graph& parts, std::size_t position, std::size_t k,
                            const Atom& between, const Atom& after) {
  const auto rest = std::get<core::Loop>(parts[position].exp.node);
  for (std::size_t h = 0; h < rest.history.size(); ++h) {
    if (rest.history[h] != k || rest.is_flat(h) || rest.is_after(h)) continue;
    const Binders& results = parts[position].results;
    const Atom kept = results[rest.params.size() + h].atom();
    core::If choose;
    choose.condition = emit_.prim("gt", {trips_of(rest, results), Atom::i64(0)});
    choose.then_body =
        emit_.body([&](Emit& emit) { return Atoms{emit.index(kept, {Atom::i64(0)})}; });
    choose.else_body.results = {restored(after)};
    restore(between, emit_.emit1({std::move(choose)}, between.type));
    return;
  }
}

}  // namespace laguz::ad
