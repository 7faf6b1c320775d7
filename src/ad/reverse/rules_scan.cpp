// Scans. Tracing has taken fused Soacs apart, so the lambda is the identity.
//
// Sources: Schenck et al. (SC'22) for sums; Bruun et al., "Reverse-mode AD of multi-reduce and
// scan in Futhark" (IFL'23) for products; a general one goes from the last element to the first,
// one vjp of the operator at (prefix, element) each; if it is long, in pieces. In a map, where it
// is of numbers, it is a loop.
#include <algorithm>

#include "ad/operators.hpp"
#include "ad/reverse/folds/fold.hpp"
#include "ad/reverse/folds/pieces.hpp"
#include "ad/reverse/folds/scan.hpp"
#include "ad/reverse/loops.hpp"
#include "ad/reverse/rules.hpp"

namespace laguz::ad::reverse {

using core::Binder;
using core::Binders;

namespace {

// Each result is the last element at which the results changed, or the neutral element: that takes
// its cotangent.
void extremum_scan(Sweep& sweep, const core::Soac& e, const Atom& result) {
  const Atom cotangent = *sweep.adjoint(result);
  const Atom array = e.arrays[0], ne = e.scans[0].neutral[0];
  const Type i64{ScalarType::i64, 0, false}, scalar{result.type.elem, 0, false};
  const Atom before =
      sweep.emit().array_op(core::ArrayOp::rotate, {Atom::i64(-1), result}, result.type);
  core::Soac changes;
  changes.width = e.width;
  changes.arrays = {sweep.emit().iota(e.width), result, before};
  changes.lambda = sweep.emit().lambda({i64, scalar, scalar}, [&](Emit& inner, const Atoms& x) {
    const Atom first = inner.prim("eq", {x[0], Atom::i64(0)});
    const Atom prefix = inner.prim(prims::get("select", scalar.elem), {first, ne, x[2]});
    const Atom changed = inner.prim("ne", {x[1], prefix});
    return Atoms{inner.prim(prims::get("select", ScalarType::i64), {changed, x[0], Atom::i64(-1)})};
  });
  auto last = sweep.emit().lambda(
      {i64, i64}, [](Emit& inner, const Atoms& x) { return Atoms{inner.prim("max", x)}; });
  changes.scans.push_back({std::move(last), {Atom::i64(-1)}});
  changes.row_shapes = {{}};
  const Atom places = sweep.emit().emit1({std::move(changes)}, i64.array_of());
  if (sweep.is_active(array)) {
    core::Hist gather;
    gather.width = e.width;
    gather.dests = {sweep.emit().zeros_like(array)};
    gather.op = sweep.emit().add_operator(scalar);
    gather.neutral = {sweep.emit().zero(scalar.elem)};
    gather.indices = {places};
    gather.values = {cotangent};
    sweep.add(array, sweep.emit().emit1({std::move(gather)}, array.type));
  }
  if (!sweep.is_active(ne)) return;
  auto own = sweep.emit().lambda({i64, scalar}, [&](Emit& inner, const Atoms& x) {
    const Atom none = inner.prim("lt", {x[0], Atom::i64(0)});
    return Atoms{
        inner.prim(prims::get("select", scalar.elem), {none, x[1], inner.zero(scalar.elem)})};
  });
  sweep.add(ne, sweep.emit().sum_outer(
                    sweep.emit().map(e.width, {places, cotangent}, own, {array.type}, {{}})[0]));
}

/// Whether the scan goes in pieces where it is long.
bool has_pieces(const Sweep& sweep, const core::Soac& e) {
  const auto is_plain = [&](const Atom& ne) { return ne.type.is_scalar() && !sweep.is_active(ne); };
  const Atoms& neutral = e.scans[0].neutral;
  return !sweep.in_map() && folds::Pieces::may_pay(e.width) &&
         std::all_of(neutral.begin(), neutral.end(), is_plain);
}

/// The loop that [e], a scan of numbers, is.
core::Stm as_loop(Emit& emit, const core::Soac& e, const core::Stm& scan,
                  std::vector<core::Stm>& before) {
  core::Names& names = emit.graph().names();
  const core::Scan& by = e.scans[0];
  const std::size_t n = by.neutral.size();
  core::Loop loop;
  const Binder index = names.bind(core::kIndex, "i");
  loop.form = core::ForForm{index, e.width};
  core::Builder outside = folds::builder_at(emit), inside = folds::builder_at(emit);
  Binders to = scan.binders;
  for (const Binder& result : scan.binders) {
    loop.params.push_back(names.bind(result.type));
    loop.inits.push_back(outside.array_op(core::ArrayOp::zeros, {e.width}, result.type,
                                          {static_cast<std::int64_t>(result.type.elem)}));
  }
  Atoms states;
  for (std::size_t k = 0; k < n; ++k) {
    to.push_back(names.bind(by.neutral[k].type));
    loop.params.push_back(names.bind(by.neutral[k].type));
    loop.inits.push_back(by.neutral[k]);
    states.push_back(loop.params.back().atom());
  }
  const Atoms next = folds::combined_at(inside, by.op, states, e.arrays, index.atom());
  Atoms after;
  core::DimSlice here;
  here.fixed = true;
  here.index = index.atom();
  for (std::size_t k = 0; k < n; ++k)
    after.push_back(
        inside.emit1({core::Update{loop.params[k].atom(), {here}, next[k]}}, loop.params[k].type));
  after.insert(after.end(), next.begin(), next.end());
  loop.body = inside.finish(std::move(after));
  before = outside.finish({}).stms;
  return {std::move(to), {std::move(loop)}, scan.span, scan.inlined_at};
}

// In a map, which has a lane for each scan, the way there is a loop as well: what that keeps for
// the way back is the least that will do (tape/), and not the elements, and what they are computed
// from.
bool scan_by_loop(Sweep& sweep, const core::Soac& e, const Swept& node) {
  const auto is_number = [](const Atom& ne) { return ne.type.is_scalar(); };
  const Atoms& neutral = e.scans[0].neutral;
  if (!sweep.in_map() || &node.forward != &sweep.graph() ||
      !std::all_of(neutral.begin(), neutral.end(), is_number))
    return false;
  std::vector<core::Stm> before;
  core::Stm loop = as_loop(sweep.emit(), e, node.forward[node.position].stm(), before);
  replace_there(sweep, node, std::move(loop), std::move(before));
  reverse_of_loop(sweep, node.forward, node.position);
  return true;
}

}  // namespace

void scan_rule(Sweep& sweep, const core::Soac& e, const Swept& node) {
  const Binders& results = node.results;
  const core::Scan& scan = e.scans[0];
  const std::size_t n = scan.neutral.size();
  const Type i64{ScalarType::i64, 0, false};
  if (n == 1 && is_addition(scan.op)) {
    const Atom cotangent = *sweep.adjoint(results[0].atom());
    core::Soac sums;
    sums.width = e.width;
    sums.arrays = {sweep.emit().reverse(cotangent)};
    sums.lambda =
        sweep.emit().lambda({e.arrays[0].type.row()}, [](Emit&, const Atoms& x) { return x; });
    Atoms dims = sweep.emit().shape(e.arrays[0]);
    Atoms row(dims.begin() + 1, dims.end());
    const Atom zero = sweep.emit().zeros(cotangent.type.elem, row);
    sums.scans.push_back({sweep.emit().add_operator(e.arrays[0].type.row()), {zero}});
    sums.row_shapes = {row};
    if (sweep.is_active(e.arrays[0]))
      sweep.add(e.arrays[0],
                sweep.emit().reverse(sweep.emit().emit1({std::move(sums)}, e.arrays[0].type)));
    if (sweep.is_active(scan.neutral[0]))
      sweep.add(scan.neutral[0], sweep.emit().sum_outer(cotangent));
    return;
  }
  if (const auto prim = scalar_operator(scan.op); n == 1 && prim &&
                                                  prims::op_of(*prim) == prims::Op::mul &&
                                                  !sweep.is_active(scan.neutral[0])) {
    // t[i] = r̄[i] + a[i+1] t[i+1] is a linear recurrence run backwards; ā[i] = r[i-1] t[i].
    const Atom cotangent = *sweep.adjoint(results[0].atom());
    const Atom array = e.arrays[0];
    const Atom shifted =
        sweep.emit().array_op(core::ArrayOp::rotate, {Atom::i64(1), array}, array.type);
    const Atom t = sweep.emit().reverse(sweep.emit().array_op(
        core::ArrayOp::lin_rec, {sweep.emit().reverse(shifted), sweep.emit().reverse(cotangent)},
        array.type));
    const Atom before = sweep.emit().array_op(core::ArrayOp::rotate,
                                              {Atom::i64(-1), results[0].atom()}, array.type);
    auto lambda = sweep.emit().lambda(
        {i64, array.type.row(), array.type.row()}, [&](Emit& inner, const Atoms& x) {
          const Atom first = inner.prim("eq", {x[0], Atom::i64(0)});
          const Atom prefix =
              inner.prim(prims::get("select", array.type.elem), {first, scan.neutral[0], x[1]});
          return Atoms{inner.multiply(prefix, x[2])};
        });
    sweep.add(array, sweep.emit().map(e.width, {sweep.emit().iota(e.width), before, t}, lambda,
                                      {array.type}, {{}})[0]);
    return;
  }
  if (scan_by_loop(sweep, e, node)) return;
  if (const auto prim = scalar_operator(scan.op); n == 1 && prim && is_extremum(*prim))
    return extremum_scan(sweep, e, results[0].atom());
  if (has_pieces(sweep, e)) return folds::scan_in_pieces(sweep, e, results);
  folds::scan_one_by_one(sweep, e, results);
}

}  // namespace laguz::ad::reverse
