// Reductions. Tracing has taken fused Soacs apart, so the lambda is the identity.
//
// Sources: Schenck et al., "AD for an array language with nested parallelism" (SC'22) for the
// special ones; a general one follows its sequential definition, with the running prefix kept, so
// that each element costs one vjp of the operator (no Jacobians).
#include <algorithm>

#include "ad/operators.hpp"
#include "ad/reverse/folds/fold.hpp"
#include "ad/reverse/folds/pieces.hpp"
#include "ad/reverse/loops.hpp"
#include "ad/reverse/rules.hpp"
#include "core/builder.hpp"

namespace laguz::ad::reverse {

using core::Binder;
using core::Binders;

namespace {

/// The reduction as a histogram of one bin.
core::Body one_bin(Emit& emit, const core::Soac& e) {
  core::Builder out = folds::builder_at(emit);
  const core::Reduce& reduce = e.reduces[0];
  const Type type = e.arrays[0].type;
  core::Hist hist;
  hist.width = e.width;
  hist.dests = {out.array_op(core::ArrayOp::replicate, {Atom::i64(1), reduce.neutral[0]}, type)};
  hist.op = core::refresh(reduce.op, emit.graph().names());
  hist.neutral = reduce.neutral;
  hist.indices = {
      out.array_op(core::ArrayOp::replicate, {e.width, Atom::i64(0)}, core::kIndex.array_of())};
  hist.values = e.arrays;
  const Atom bins = out.emit1({std::move(hist)}, type);
  return out.finish({out.index(bins, {Atom::i64(0)})});
}

// āᵢ = ȳ · (the product of the others): y / aᵢ where y is not 0 (then no factor is) and has not
// passed the range of its type. Else (product before i) · (product after i), without division, so
// that zeros are no special case, and its own derivatives are right too.
void product_reduce(Sweep& sweep, const core::Soac& e, const Atom& result) {
  const Atom cotangent = *sweep.adjoint(result);
  const Atom array = e.arrays[0], ne = e.reduces[0].neutral[0];
  const Type scalar{result.type.elem, 0, false};
  auto times = [](Emit& emit, const Atoms& x) { return Atoms{emit.prim("mul", x)}; };
  auto same = [](Emit&, const Atoms& x) { return x; };
  auto scanned = [&](Emit& emit, const Atom& of) {
    core::Soac scan;
    scan.width = e.width;
    scan.arrays = {of};
    scan.lambda = emit.lambda({scalar}, same);
    scan.scans.push_back({emit.lambda({scalar, scalar}, times), {emit.one(scalar.elem)}});
    scan.row_shapes = {{}};
    return emit.emit1({std::move(scan)}, array.type);
  };
  auto by_scans = [&](Emit& emit) {
    const Atom before = scanned(emit, array);
    const Atom after = emit.reverse(scanned(emit, emit.reverse(array)));
    auto lambda = emit.lambda({core::kIndex}, [&](Emit& inner, const Atoms& x) {
      const Atom one = inner.one(scalar.elem);
      auto guarded = [&](const Atom& condition, const Atom& products, const Atom& at) {
        core::If choose;
        choose.condition = condition;
        choose.then_body =
            inner.body([&](Emit& then) { return Atoms{then.index(products, {at})}; });
        choose.else_body.results = {one};
        return inner.emit1({std::move(choose)}, scalar);
      };
      const Atom left = guarded(inner.prim("gt", {x[0], Atom::i64(0)}), before,
                                inner.prim("sub", {x[0], Atom::i64(1)}));
      const Atom next = inner.prim("add", {x[0], Atom::i64(1)});
      const Atom right = guarded(inner.prim("lt", {next, e.width}), after, next);
      const Atom rest = inner.multiply(inner.multiply(left, right), ne);
      return Atoms{inner.multiply(rest, cotangent)};
    });
    return emit.map(e.width, {emit.iota(e.width)}, lambda, {array.type}, {{}});
  };
  auto by_division = [&](Emit& emit) {
    const Atom weighted = emit.multiply(result, cotangent);
    return Atoms{emit.elementwise({array}, scalar.elem, [&](Emit& at, const Atoms& x) {
      return at.prim("div", {weighted, x[0]});
    })};
  };
  if (sweep.is_active(array) && !support::is_float(scalar.elem)) {
    sweep.add(array, by_scans(sweep.emit())[0]);
  } else if (sweep.is_active(array)) {
    core::If way;
    way.condition = sweep.emit().is_divisor(result);
    way.then_body = sweep.emit().body(by_division);
    way.else_body = sweep.emit().body(by_scans);
    sweep.add(array, sweep.emit().emit1({std::move(way)}, array.type));
  }
  if (!sweep.is_active(ne)) return;
  core::Soac all;
  all.width = e.width;
  all.arrays = {array};
  all.lambda = sweep.emit().lambda({scalar}, same);
  all.reduces.push_back(
      {sweep.emit().lambda({scalar, scalar}, times), {sweep.emit().one(scalar.elem)}, true});
  sweep.add(ne, sweep.emit().multiply(cotangent, sweep.emit().emit1({std::move(all)}, scalar)));
}

/// Element [at] of an array that a map goes through: what is no memory of its own is not read.
core::Exp element(Sweep& sweep, const Atom& array, const Atom& at) {
  const graph::Node* node = sweep.graph().find(array.var);
  const auto* app = node != nullptr ? std::get_if<core::ArrayApp>(&node->exp.node) : nullptr;
  if (app != nullptr && app->op == core::ArrayOp::iota && array.type.elem == ScalarType::i64 &&
      app->args[1] == Atom::i64(0) && app->args[2] == Atom::i64(1))
    return {core::Copy{at}};
  if (node == nullptr || !std::holds_alternative<core::Slice>(node->exp.node))
    return {core::Index{array, {at}}};
  const core::Exp exp = sweep.versions().with_restored(node->exp);
  const auto& slice = std::get<core::Slice>(exp.node);
  const auto place = sweep.emit().place_in(slice, at);
  return {place ? core::Index{slice.array, place->indices} : core::Index{array, {at}}};
}

// So that of a map whose elements are only compared the one that was chosen is swept, not all.
std::optional<core::Body> element_of_map(Sweep& sweep, const Atom& array, const Atom& at) {
  const auto position = sweep.graph().position_of(array.var);
  if (!position) return {};
  const core::Exp exp = sweep.versions().with_restored(sweep.graph()[*position].exp);
  const auto* map = std::get_if<core::Soac>(&exp.node);
  if (map == nullptr || !map->reduces.empty() || !map->scans.empty()) return {};
  for (const Binder& free : core::free_variables(map->lambda))
    if (free.type.acc) return {};
  std::size_t r = 0;
  while (sweep.graph()[*position].results[r].id != array.var) ++r;
  core::Names& names = sweep.graph().names();
  core::Body body;
  core::Substitution substitution;
  for (std::size_t k = 0; k < map->arrays.size(); ++k) {
    const Binder param = names.bind(map->lambda.params[k].type);
    body.stms.push_back(sweep.emit().place.stm({param}, element(sweep, map->arrays[k], at)));
    substitution[map->lambda.params[k].id] = param.atom();
  }
  core::Body rest = core::refresh(map->lambda.body, names, substitution);
  body.stms.insert(body.stms.end(), rest.stms.begin(), rest.stms.end());
  body.results = {rest.results[r]};
  return body;
}

// The lowest position that holds the extremum, [result]; the width where none passes the neutral
// element.
Atom searched(Emit& emit, const core::Soac& e, const Atom& result) {
  const Type i64 = core::kIndex;
  core::Soac search;
  search.width = e.width;
  search.arrays = {emit.iota(e.width), e.arrays[0]};
  search.lambda = emit.lambda({i64, result.type}, [&](Emit& inner, const Atoms& x) {
    const Atom here = inner.prim("eq", {x[1], result});
    return Atoms{inner.choose(here, x[0], e.width)};
  });
  search.reduces.push_back(
      {emit.lambda({i64, i64},
                   [](Emit& inner, const Atoms& x) { return Atoms{inner.prim("min", x)}; }),
       {e.width},
       true});
  const Atom none = emit.prim("eq", {result, e.reduces[0].neutral[0]});
  return emit.choose(none, e.width, emit.emit1({std::move(search)}, i64));
}

// The same, where the extremum itself is found: what passes all before it brings its position.
Atom found_in_passing(Sweep& sweep, const Swept& node) {
  Emit& emit = sweep.emit();
  core::Stm stm = node.forward[node.position].stm();
  const auto& reduction = std::get<core::Soac>(stm.exp.node);
  const core::Reduce& reduce = reduction.reduces[0];
  const prims::Prim extremum = *scalar_operator(reduce.op);
  const Type i64 = core::kIndex, scalar = stm.binders[0].type;
  core::Builder before = folds::builder_at(emit);
  core::Soac pass;
  pass.width = reduction.width;
  pass.arrays = {reduction.arrays[0], folds::positions(before, pass.width)};
  pass.lambda = emit.lambda({scalar, i64}, [](Emit&, const Atoms& x) { return x; });
  const auto further = [&](Emit& inner, const Atoms& x) {
    const Atom reached = inner.prim(extremum, {x[0], x[2]});
    const Atom earlier = inner.prim("eq", {reached, x[0]});
    return Atoms{reached, inner.choose(earlier, x[1], x[3])};
  };
  pass.reduces.push_back(
      {emit.lambda({scalar, i64, scalar, i64}, further), {reduce.neutral[0], pass.width}});
  const Atom at = before.emit({std::move(pass)}, {scalar, i64})[1];
  return do_there(sweep, node, std::move(stm), before.finish({}).stms, {at})[0];
}

// The lowest position that holds the extremum takes the cotangent; the neutral element where none
// passes it. (As the first of equals does in forward mode, and what a bin begins with.)
void extremum_reduce(Sweep& sweep, const core::Soac& e, const Swept& node) {
  const Binders& results = node.results;
  const Atom result = results[0].atom();
  const Atom cotangent = *sweep.adjoint(result);
  const Atom array = e.arrays[0], ne = e.reduces[0].neutral[0];
  const Type scalar = result.type;
  const Atom at =
      sweep.in_map() ? found_in_passing(sweep, node) : searched(sweep.emit(), e, result);
  if (const auto element = element_of_map(sweep, array, at); element && !sweep.adjoint(array)) {
    core::If choose;
    choose.condition = sweep.emit().prim("lt", {at, e.width});
    choose.then_body = *element;
    choose.else_body.results = {ne};
    core::Body chosen;
    const Binder value = sweep.graph().names().bind(scalar);
    chosen.stms.push_back(sweep.emit().place.stm({value}, {std::move(choose)}));
    chosen.results = {value.atom()};
    return rerun(sweep, chosen, results);
  }
  if (sweep.is_active(ne)) {
    const Atom none = sweep.emit().prim("eq", {at, e.width});
    sweep.add(ne, sweep.emit().choose(none, cotangent, sweep.emit().zero(scalar.elem)));
  }
  // (Past the end, where nothing attains it.)
  if (sweep.is_active(array)) folds::add_at(sweep, array, at, cotangent);
}

void general_fold(Sweep& sweep, const core::Soac& e, const Swept& node) {
  if (folds::fold_choosing(sweep, e, node)) return;
  const Binders& results = node.results;
  const bool scalars = std::all_of(results.begin(), results.end(),
                                   [](const Binder& result) { return result.type.rank == 0; });
  if (scalars && folds::Pieces::may_pay(e.width) && !sweep.in_map())
    folds::fold_in_pieces(sweep, e, results);
  else
    folds::fold_one_by_one(sweep, e, node);
}

}  // namespace

void reduce_rule(Sweep& sweep, const core::Soac& e, const Swept& node) {
  const Binders& results = node.results;
  const core::Reduce& reduce = e.reduces[0];
  if (results.size() != 1) return general_fold(sweep, e, node);
  const Atom cotangent = *sweep.adjoint(results[0].atom());
  const Atom array = e.arrays[0];
  if (is_addition(reduce.op)) {
    sweep.add(reduce.neutral[0], cotangent);
    if (sweep.is_active(array)) sweep.add(array, sweep.emit().replicate(e.width, cotangent));
    return;
  }
  const auto prim = scalar_operator(reduce.op);
  if (const auto each = elementwise_operator(reduce.op);
      !prim && each && is_extremum(*each) && !sweep.in_map())
    return rerun(sweep, one_bin(sweep.emit(), e), results);
  if (!prim) return general_fold(sweep, e, node);
  if (is_extremum(*prim)) return extremum_reduce(sweep, e, node);
  // (The lanes of a map would have to take the same way.)
  if (prims::op_of(*prim) == prims::Op::mul && !sweep.in_map())
    return product_reduce(sweep, e, results[0].atom());
  general_fold(sweep, e, node);
}

}  // namespace laguz::ad::reverse
