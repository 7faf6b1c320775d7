// Scans. Tracing has taken fused Soacs apart, so the lambda is the identity.
//
// Sources: Schenck et al. (SC'22) for sums; Bruun et al., "Reverse-mode AD of multi-reduce and
// scan in Futhark" (IFL'23) for products; a general one goes from the last element to the first,
// one vjp of the operator at (prefix, element) each.
#include "ad/reach.hpp"
#include "ad/sweep.hpp"

namespace laguz::ad {

using core::Binder;
using core::Binders;

// Each result is the last element at which the results changed, or the neutral element: that takes
// its cotangent.
void Sweep::extremum_scan(const core::Soac& e, const Atom& result) {
  const Atom cotangent = *adjoint(result);
  const Atom array = e.arrays[0], ne = e.scans[0].neutral[0];
  const Type i64{ScalarType::i64, 0, false}, scalar{result.type.elem, 0, false};
  const Atom before = emit_.array_op(core::ArrayOp::rotate, {Atom::i64(-1), result}, result.type);
  core::Soac changes;
  changes.width = e.width;
  changes.arrays = {emit_.iota(e.width), result, before};
  changes.lambda = emit_.lambda({i64, scalar, scalar}, [&](Emit& inner, const Atoms& x) {
    const Atom first = inner.prim("eq", {x[0], Atom::i64(0)});
    const Atom prefix = inner.prim(prims::get("select", scalar.elem), {first, ne, x[2]});
    const Atom changed = inner.prim("ne", {x[1], prefix});
    return Atoms{inner.prim(prims::get("select", ScalarType::i64), {changed, x[0], Atom::i64(-1)})};
  });
  auto last = emit_.lambda({i64, i64},
                           [](Emit& inner, const Atoms& x) { return Atoms{inner.prim("max", x)}; });
  changes.scans.push_back({std::move(last), {Atom::i64(-1)}});
  changes.row_shapes = {{}};
  const Atom places = emit_.emit1({std::move(changes)}, i64.array_of());
  if (is_active(array)) {
    core::Hist gather;
    gather.width = e.width;
    gather.dests = {emit_.zeros_like(array)};
    gather.op = emit_.add_operator(scalar);
    gather.neutral = {emit_.zero(scalar.elem)};
    gather.indices = {places};
    gather.values = {cotangent};
    add(array, emit_.emit1({std::move(gather)}, array.type));
  }
  if (!is_active(ne)) return;
  auto own = emit_.lambda({i64, scalar}, [&](Emit& inner, const Atoms& x) {
    const Atom none = inner.prim("lt", {x[0], Atom::i64(0)});
    return Atoms{
        inner.prim(prims::get("select", scalar.elem), {none, x[1], inner.zero(scalar.elem)})};
  });
  add(ne, emit_.sum_outer(emit_.map(e.width, {places, cotangent}, own, {array.type}, {{}})[0]));
}

void Sweep::rule_scan(const core::Soac& e, const Binders& results) {
  const core::Scan& scan = e.scans[0];
  const std::size_t n = scan.neutral.size();
  const Type i64{ScalarType::i64, 0, false};
  if (n == 1 && is_addition(scan.op)) {
    const Atom cotangent = *adjoint(results[0].atom());
    core::Soac sums;
    sums.width = e.width;
    sums.arrays = {emit_.reverse(cotangent)};
    sums.lambda = emit_.lambda({e.arrays[0].type.row()}, [](Emit&, const Atoms& x) { return x; });
    Atoms dims = emit_.shape(e.arrays[0]);
    Atoms row(dims.begin() + 1, dims.end());
    const Atom zero = emit_.zeros(cotangent.type.elem, row);
    sums.scans.push_back({emit_.add_operator(e.arrays[0].type.row()), {zero}});
    sums.row_shapes = {row};
    if (is_active(e.arrays[0]))
      add(e.arrays[0], emit_.reverse(emit_.emit1({std::move(sums)}, e.arrays[0].type)));
    if (is_active(scan.neutral[0])) add(scan.neutral[0], emit_.sum_outer(cotangent));
    return;
  }
  if (const auto prim = scalar_operator(scan.op);
      n == 1 && prim && prims::op_of(*prim) == prims::Op::mul && !is_active(scan.neutral[0])) {
    // t[i] = r̄[i] + a[i+1] t[i+1] is a linear recurrence run backwards; ā[i] = r[i-1] t[i].
    const Atom cotangent = *adjoint(results[0].atom());
    const Atom array = e.arrays[0];
    const Atom shifted = emit_.array_op(core::ArrayOp::rotate, {Atom::i64(1), array}, array.type);
    const Atom t = emit_.reverse(emit_.array_op(
        core::ArrayOp::lin_rec, {emit_.reverse(shifted), emit_.reverse(cotangent)}, array.type));
    const Atom before =
        emit_.array_op(core::ArrayOp::rotate, {Atom::i64(-1), results[0].atom()}, array.type);
    auto lambda =
        emit_.lambda({i64, array.type.row(), array.type.row()}, [&](Emit& inner, const Atoms& x) {
          const Atom first = inner.prim("eq", {x[0], Atom::i64(0)});
          const Atom prefix =
              inner.prim(prims::get("select", array.type.elem), {first, scan.neutral[0], x[1]});
          return Atoms{inner.multiply(prefix, x[2])};
        });
    add(array, emit_.map(e.width, {emit_.iota(e.width), before, t}, lambda, {array.type}, {{}})[0]);
    return;
  }
  if (const auto prim = scalar_operator(scan.op); n == 1 && prim && is_extremum(*prim))
    return extremum_scan(e, results[0].atom());
  // General: from the last element to the first, one vjp of the operator at (prefix, element).
  Binders outer;
  for (const Binder& free : core::free_variables(scan.op))
    if (!free.type.acc && is_active(free.id)) outer.push_back(free);
  std::vector<bool> wanted;
  for (const Binder& result : results) wanted.push_back(adjoint(result.atom()).has_value());
  const auto live = reaching(scan.op, wanted);
  Atoms carried;
  std::vector<std::size_t> arrays;
  for (std::size_t k = 0; k < n; ++k) carried.push_back(emit_.zeros_like(scan.neutral[k]));
  for (std::size_t k = 0; k < n; ++k)
    if (is_active(e.arrays[k])) {
      arrays.push_back(k);
      carried.push_back(emit_.zeros_like(e.arrays[k]));
    }
  const Atom last = emit_.prim("sub", {e.width, Atom::i64(1)});
  auto step = [&](Sweep& sweep, const Atom& i, const Atoms& now) {
    Emit& emit = sweep.emit();
    core::If prefix;
    prefix.condition = emit.prim("gt", {i, Atom::i64(0)});
    const Atom previous = emit.prim("sub", {i, Atom::i64(1)});
    prefix.then_body = emit.body([&](Emit& then) {
      Atoms out;
      for (const Binder& result : results) out.push_back(then.index(result.atom(), {previous}));
      return out;
    });
    prefix.else_body.results = scan.neutral;
    std::vector<Type> types;
    for (const Atom& ne : scan.neutral) types.push_back(ne.type);
    Atoms states = emit.graph().append({std::move(prefix)}, types, emit.place);
    core::Substitution substitution;
    Atoms elements;
    for (std::size_t k = 0; k < n; ++k) {
      // Names of their own: equal values elsewhere are not these operands.
      const Binder element = emit.graph().names().bind(types[k]);
      emit.graph().append_as({core::Index{e.arrays[k], {i}}}, {element}, emit.place);
      elements.push_back(element.atom());
      substitution[scan.op.params[k].id] = states[k];
      substitution[scan.op.params[n + k].id] = elements[k];
      sweep.activate(states[k]);
      sweep.sink(states[k].var);
      sweep.activate(elements[k]);
      sweep.sink(elements[k].var);
    }
    const auto from = sweep.position();
    Atoms next = sweep.trace(scan.op.body, std::move(substitution), false);
    const auto to = sweep.position();
    for (std::size_t k = 0; k < n; ++k) {
      // Nothing comes to the last element from behind it.
      if (live[k]) sweep.add(next[k], now[k], emit.prim("lt", {i, last}));
      if (auto cotangent = adjoint(results[k].atom()))
        sweep.add(next[k], emit.index(*cotangent, {i}), there_of(results[k].atom()));
    }
    sweep.sweep(sweep.graph(), from, to);
    Atoms after;
    for (std::size_t k = 0; k < n; ++k) after.push_back(sweep.adjoint_or_zeros(states[k]));
    for (std::size_t a = 0; a < arrays.size(); ++a)
      after.push_back(emit.update_at(now[n + a], {i}, sweep.adjoint_or_zeros(elements[arrays[a]])));
    return after;
  };
  Atoms start = reverse_loop(e.width, carried, outer, step);
  for (std::size_t k = 0; k < n; ++k) add(scan.neutral[k], start[k]);
  for (std::size_t a = 0; a < arrays.size(); ++a) add(e.arrays[arrays[a]], start[n + a]);
}

}  // namespace laguz::ad
