// Loops whose states may be too many to keep.
#include <algorithm>
#include <iterator>
#include <optional>
#include <unordered_set>
#include <utility>

#include "ad/reverse/loops.hpp"
#include "ad/rewrite/stripmine.hpp"
#include "ad/tape/shapes.hpp"
#include "ad/tape/tape.hpp"
#include "ad/tape/undo.hpp"

namespace laguz::ad::reverse {

using core::Binder;
using core::Binders;
using core::Stm;

namespace {

/// Each loop that is split has two ways back, and so have those in it each time.
constexpr int kMostSplits = 3;
/// Of an iteration, so that it is not worth asking how many there are.
constexpr std::int64_t kMostBytes = std::int64_t{1} << 20;

/// The bytes of [value], of the loop's iterations, if its lengths are constants.
std::optional<std::int64_t> constant_bytes(const tape::Shapes& shapes, const Atom& value) {
  std::int64_t bytes = support::size_of(value.type.elem);
  if (value.type.rank == 0) return bytes;
  const auto lengths = shapes.fixed(value);
  if (!lengths) return std::nullopt;
  for (const core::Length& length : *lengths) {
    if (length.dim >= 0 || !length.atom.is_constant()) return std::nullopt;
    const std::int64_t n = length.atom.scalar().as_i64();
    if (n < 0 || n > kMostBytes / bytes) return std::nullopt;
    bytes *= std::max<std::int64_t>(n, 1);
  }
  return bytes;
}

/// Bytes that are kept of an iteration for the way back, if that is known beforehand, and little:
/// numbers, and what is overwritten of arrays.
std::optional<std::int64_t> few_bytes(core::Names& names, const core::Loop& e) {
  std::int64_t bytes = 0;
  std::unordered_set<core::VarId> logged;  // (Arrays that are overwritten at one place share it.)
  for (std::size_t k = 0; k < e.params.size(); ++k) {
    const core::Type type = e.params[k].type;
    if (type.rank == 0) {
      bytes += support::size_of(type.elem);
      continue;
    }
    if (e.body.results[k] == e.params[k].atom()) continue;
    core::Loop probe = e;
    const auto undo = tape::remember(names, probe, k);
    if (!undo) return std::nullopt;
    const tape::Shapes shapes(probe);
    for (const Atom& needed : undo->needed) {
      if (!logged.insert(needed.var).second) continue;
      const auto each = constant_bytes(shapes, needed);
      if (!each) return std::nullopt;
      bytes += *each;
    }
  }
  return bytes;
}

/// Whatever happens, there is room for what is kept, in each of a tile's lanes.
bool fits(core::Names& names, const core::Loop& e, std::int64_t budget) {
  constexpr std::int64_t kMostLanes = 1024;
  const auto* form = std::get_if<core::ForForm>(&e.form);
  if (form == nullptr || !form->bound.is_constant()) return false;
  const auto bytes = few_bytes(names, e);
  return bytes && (*bytes == 0 || form->bound.scalar().as_i64() <= budget / kMostLanes / *bytes);
}

/// Parameters that are arrays of which elements are overwritten.
std::vector<std::size_t> in_place(core::Names& names, const core::Loop& e) {
  std::vector<std::size_t> found;
  for (std::size_t k = 0; k < e.params.size(); ++k) {
    if (e.params[k].type.rank == 0 || e.body.results[k] == e.params[k].atom()) continue;
    core::Loop probe = e;
    if (tape::remember(names, probe, k)) found.push_back(k);
  }
  return found;
}

/// To an accumulator of a body around.
bool adds(const core::Exp& exp) {
  const Binders free = core::free_variables(exp);
  return std::any_of(free.begin(), free.end(), [](const Binder& one) { return one.type.acc; });
}

/// The way back through the rest of a split loop, at [position] of [parts]. If nothing is kept for
/// that of its first parameters, the [states] of the whole loop, then nothing is kept of that
/// either: false, and nothing has happened, unless its stretches keep something else.
bool rest_of_loop(Sweep& sweep, graph::Graph& parts, std::size_t position, std::size_t states) {
  Binders gathered;
  for (const Binder& var : sweep.active_free(sweep.versions().with_restored(parts[position].exp)))
    if (!sweep.accumulator_for(var.id)) gathered.push_back(var);
  graph::Graph scratch(sweep.graph().names(), &sweep.graph());
  Sweep within(sweep.functions(), scratch, &sweep);
  // First: cotangents are those of what a restored array stands for.
  within.versions().restore_as(sweep.versions());
  for (const Binder& var : gathered)
    if (sweep.adjoint(var.atom())) within.sink(var.id) = sweep.sink(var.id);
  for (const Binder& result : parts[position].results)
    if (sweep.adjoint(result.atom())) within.sink(result.id) = sweep.sink(result.id);
  const std::unordered_set<std::size_t> around = std::exchange(sweep.taped(), {});
  const std::vector<bool> kept = reverse_of_loop(within, parts, position);
  const bool taped = sweep.taped().count(within.depth() + 1) > 0;
  sweep.taped().insert(around.begin(), around.end());
  const auto end = kept.begin() + static_cast<std::ptrdiff_t>(states);
  if (!taped && std::find(kept.begin(), end, true) == end) return false;

  Atoms values;
  for (const Binder& var : gathered) {
    const Sink& one = within.sink(var.id);
    if (!one.value) continue;
    values.push_back(*one.value);
    if (one.there) values.push_back(*one.there);
  }
  core::Body body = scratch.take(values);
  for (Stm& stm : body.stms) {
    const bool pinned = adds(stm.exp);
    sweep.graph().append_as(std::move(stm.exp), std::move(stm.binders), graph::Place(stm));
    sweep.graph()[sweep.graph().size() - 1].pinned = pinned;
  }
  std::size_t r = 0;
  for (const Binder& var : gathered) {
    const Sink& one = within.sink(var.id);
    if (!one.value) continue;
    Sink& to = sweep.sink(var.id);
    to.value = body.results[r++];
    to.there = one.there ? std::optional(body.results[r++]) : std::nullopt;
  }
  return true;
}

/// The array between the parts of a split loop, which [k] is: it need not be kept if the rest was
/// nothing, and was kept by the rest if it was something.
void restore_between(Sweep& sweep, graph::Graph& parts, std::size_t position, std::size_t k,
                     const Atom& between, const Atom& after) {
  const auto& rest = std::get<core::Loop>(parts[position].exp.node);
  for (std::size_t h = 0; h < rest.history.size(); ++h) {
    if (rest.history[h] != k || rest.is_flat(h) || rest.is_after(h)) continue;
    const Binders& results = parts[position].results;
    const Atom kept = results[rest.params.size() + h].atom();
    core::If choose;
    choose.condition =
        sweep.emit().prim("gt", {tape::trips_of(sweep.emit(), rest, results), Atom::i64(0)});
    choose.then_body =
        sweep.emit().body([&](Emit& emit) { return Atoms{emit.index(kept, {Atom::i64(0)})}; });
    choose.else_body.results = {sweep.versions().restored(after)};
    sweep.versions().restore(between, sweep.emit().emit1({std::move(choose)}, between.type));
    return;
  }
}

}  // namespace

bool is_bounded(const core::Loop& e) {
  return e.budget != 0 || e.hints.states != core::KeptStates::weighed;
}

bool is_weighed(Sweep& sweep, const core::Loop& e) {
  if (e.hints.states != core::KeptStates::weighed || e.counted || !e.history.empty()) return false;
  const auto acc = [](const Binder& param) { return param.type.acc; };
  if (fits(sweep.graph().names(), e, sweep.functions().options().loop_states) ||
      std::any_of(e.params.begin(), e.params.end(), acc))
    return false;
  // What is kept of a loop within one that has a budget counts there: numbers, or what is
  // overwritten of an array. To look at the room for it in both would make loops in loops half as
  // slow again, and deriving them three times, and so for each loop around.
  if (!sweep.is_bounded()) return true;
  std::size_t light = in_place(sweep.graph().names(), e).size();
  for (std::size_t k = 0; k < e.params.size(); ++k)
    if (e.params[k].type.rank == 0 || e.body.results[k] == e.params[k].atom()) ++light;
  return light < e.params.size();
}

// All that is kept of the iterations is kept as long as there is room for it; what is left of the
// loop then goes on in stretches (rewrite/stripmine.hpp), each of which is run once more on the way
// back. Only the loop itself can know when that is (core::Loop::budget): how large states are, how
// many lanes run it, and in a while loop how many iterations there will be.
void weighed_loop(Sweep& sweep, graph::Graph& forward, std::size_t position) {
  core::Names& names = sweep.graph().names();
  const Binders results = forward[position].results;
  const core::Loop e = std::get<core::Loop>(forward[position].exp.node);
  const graph::Place place = forward[position].place;
  const std::vector<std::size_t> updated = in_place(names, e);
  const bool deep = sweep.splits() >= kMostSplits;
  if (deep && !updated.empty()) {  // every stretch would begin with a copy
    reverse_of_loop(sweep, forward, position);
    return;
  }
  rewrite::Split made =
      deep ? rewrite::in_stretches(names, e, results, place)
           : rewrite::split(names, e, sweep.functions().options().loop_states, results, place);
  graph::Graph parts(names, &sweep.graph());
  for (Stm& stm : made.stms)
    parts.append_as(std::move(stm.exp), std::move(stm.binders), graph::Place(stm));
  const tape::Shapes shapes(e);
  for (std::size_t k = 0; k < made.states.size(); ++k) {
    if (sweep.is_active(results[k].id)) sweep.activate(made.states[k].atom());
    if (e.params[k].type.rank == 0 || !shapes.kept(k)) continue;
    sweep.graph().know_shape(made.states[k].atom(), e.inits[k]);
    sweep.graph().know_shape(results[k].atom(), e.inits[k]);
  }
  const std::size_t last = parts.size() - 1;
  sweep.enter_split();
  const bool keeps = rest_of_loop(sweep, parts, last, e.params.size());
  if (keeps && !deep) {
    for (const std::size_t k : updated)
      restore_between(sweep, parts, last, k, made.states[k].atom(), results[k].atom());
    reverse_of_loop(sweep, parts, made.first);
  }
  sweep.leave_split();
  if (!keeps) {
    reverse_of_loop(sweep, forward, position, false);
    return;
  }
  std::vector<Stm> before;
  for (std::size_t p = 0; p <= last; ++p) {
    graph::Node& part = parts[p];
    std::move(part.before.begin(), part.before.end(), std::back_inserter(before));
    Stm stm = part.place.stm(std::move(part.results), std::move(part.exp));
    if (p == last) return forward.replace(position, std::move(stm), std::move(before));
    before.push_back(std::move(stm));
  }
}

}  // namespace laguz::ad::reverse
