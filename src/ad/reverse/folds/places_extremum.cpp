// Extrema of few of many bins, with effort for as many as there are values.
#include "ad/reverse/folds/hist_extremum.hpp"
#include "ad/rewrite/places.hpp"

namespace laguz::ad::reverse::folds {
namespace {

using core::ArrayOp;

const Type kNumbers = core::kIndex.array_of();

/// What the bins of the values of [e], which had [before], become: where an iteration ends with
/// that it is known, else it is found again.
Atom bins_after(Emit& emit, const core::Hist& e, const Atom& result, const rewrite::Places& places,
                const Atom& before) {
  if (const auto known = emit.graph().known_rows(result, e.indices)) return *known;
  const Atom last = emit.array_op(ArrayOp::last_equal, {places.numbers, places.count}, kNumbers);
  core::Hist some = e;
  some.dests = {before};
  some.indices = {last};
  some.op = core::refresh(e.op, emit.graph().names());
  return emit.gather_at(e.width, emit.emit1({std::move(some)}, before.type), {last});
}

}  // namespace

void extremum_of_places(Sweep& sweep, const core::Hist& e, const Atom& result) {
  Emit& emit = sweep.emit();
  const Atom cotangent = *sweep.adjoint(result);
  const ScalarType type = cotangent.type.elem;
  const Type number{type, 0, false};
  const auto places = rewrite::places_of(emit, e.width, e.indices, e.dests[0]);
  const Atom before = emit.gather_at(e.width, e.dests[0], e.indices);
  const Atom after = bins_after(emit, e, result, places, before);

  // The places that changed, at the values that they became: the first of these takes what comes
  // back.
  const auto changed = emit.lambda({core::kIndex, number, number, number}, [](Emit& in,
                                                                              const Atoms& x) {
    const Atom takes = in.prim("and", {in.prim("ne", {x[1], x[2]}), in.prim("eq", {x[2], x[3]})});
    return Atoms{in.choose(takes, x[0], Atom::i64(-1))};
  });
  Atoms indices = e.indices;
  indices[0] = emit.map(e.width, {e.indices[0], before, after, e.values[0]}, changed,
                        {core::kIndex.array_of()}, {{}})[0];
  core::Scatter take{e.width, {cotangent}, indices, {emit.zeros(type, {e.width})}};
  take.exchange = core::Scatter::Exchange::forwards;
  const Atoms given = emit.emit({std::move(take)}, {cotangent.type, e.values[0].type});
  if (sweep.is_active(e.values[0])) sweep.add(e.values[0], given[1]);
  if (sweep.is_active(e.dests[0])) sweep.add(e.dests[0], given[0]);
}

}  // namespace laguz::ad::reverse::folds
