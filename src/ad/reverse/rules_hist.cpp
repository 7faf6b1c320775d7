// Histograms. Those whose operator works on each element alone are taken column by column, and
// their cotangents are found in bulk; the others are run again, one element after the other.
#include <algorithm>

#include "ad/operators.hpp"
#include "ad/reverse/folds/hist_extremum.hpp"
#include "ad/reverse/loops.hpp"
#include "ad/reverse/rules.hpp"
#include "ad/rewrite/places.hpp"
#include "ad/rewrite/sorted_hist.hpp"
#include "ad/tape/reach.hpp"

namespace laguz::ad::reverse {

using core::ArrayOp;
using core::Binder;
using core::Binders;

namespace {

// Which way it goes is asked on the way back alone: nothing of the way there is run for it.
void fold_bins(Sweep& sweep, const core::Hist& e, const Binders& results) {
  const rewrite::FoldsOfBins bins = rewrite::folds_of_bins(sweep.emit(), e);
  const auto from = sweep.position();
  const Atoms shared = sweep.trace(bins.shared, {}, false);
  const auto to = sweep.position();
  graph::Graph none(sweep.graph().names());
  if_rule(sweep, bins.folds(shared), {none, 0, results});
  sweep.sweep(sweep.graph(), from, to);
}

// Sequential meaning, run again with the overwritten bins logged; then backwards: the bin's
// cotangent goes through the operator at (old bin, value), and stays in the bin for what came
// before. O(n), whatever the operator.
void general_hist(Sweep& sweep, const core::Hist& e, const Binders& results) {
  const bool scalars = std::all_of(e.neutral.begin(), e.neutral.end(), [&](const Atom& ne) {
    return ne.type.is_scalar() && !sweep.is_active(ne);
  });
  if (scalars && !sweep.in_map()) return fold_bins(sweep, e, results);
  core::Names& names = sweep.graph().names();
  const std::size_t n = results.size();
  const Type i64{ScalarType::i64, 0, false};
  std::vector<Type> rows;
  for (const Atom& ne : e.neutral) rows.push_back(ne.type);

  auto indices_at = [&](Emit& emit, const Atom& i) {
    Atoms at;
    for (const Atom& index : e.indices) at.push_back(emit.index(index, {i}));
    return at;
  };

  // Forward, with the log.
  core::Loop forward;
  const Binder i = names.bind(i64, "i");
  forward.form = core::ForForm{i, e.width};
  Atoms params;
  for (std::size_t k = 0; k < n; ++k) {
    forward.params.push_back(names.bind(e.dests[k].type));
    forward.inits.push_back(
        sweep.emit().array_op(core::ArrayOp::copy, {e.dests[k]}, e.dests[k].type));
  }
  for (std::size_t k = 0; k < n; ++k) {
    Atoms dims{e.width};
    for (const Atom& dim : sweep.emit().shape(e.neutral[k])) dims.push_back(dim);
    forward.params.push_back(names.bind(rows[k].array_of()));
    forward.inits.push_back(sweep.emit().zeros(rows[k].elem, dims));
  }
  for (const Binder& param : forward.params) params.push_back(param.atom());
  std::vector<Type> types;
  for (const Binder& param : forward.params) types.push_back(param.type);
  forward.body = sweep.emit().body([&](Emit& emit) {
    Atoms at = indices_at(emit, i.atom());
    core::If write;
    write.condition = emit.in_bounds(params[0], at);
    write.then_body = emit.body([&](Emit& then) {
      core::Substitution substitution;
      Atoms logs;
      for (std::size_t k = 0; k < n; ++k) {
        const Atom old = then.index(params[k], at);
        logs.push_back(then.update_at(params[n + k], {i.atom()}, old));
        substitution[e.op.params[k].id] = old;
        substitution[e.op.params[n + k].id] = then.index(e.values[k], {i.atom()});
      }
      Tracer plain(sweep.functions(), then.graph());
      Atoms next = plain.trace(e.op.body, std::move(substitution), false);
      Atoms out;
      for (std::size_t k = 0; k < n; ++k) out.push_back(then.update_at(params[k], at, next[k]));
      out.insert(out.end(), logs.begin(), logs.end());
      return out;
    });
    write.else_body.results = params;
    return emit.emit({std::move(write)}, types);
  });
  Atoms logs = sweep.emit().emit({std::move(forward)}, types);
  logs.erase(logs.begin(), logs.begin() + static_cast<std::ptrdiff_t>(n));

  // Backward.
  Binders outer;
  for (const Binder& free : core::free_variables(e.op))
    if (!free.type.acc && sweep.is_active(free.id)) outer.push_back(free);
  std::vector<bool> wanted;
  for (const Binder& result : results) wanted.push_back(sweep.adjoint(result.atom()).has_value());
  const auto live = tape::reaching(e.op, wanted);
  Atoms carried;
  for (const Binder& result : results) carried.push_back(sweep.adjoint_or_zeros(result.atom()));
  for (std::size_t k = 0; k < n; ++k) carried.push_back(sweep.emit().zeros_like(e.values[k]));
  auto step = [&](Sweep& within, const Atom& at, const Atoms& now) {
    Emit& emit = within.emit();
    Atoms index = indices_at(emit, at);
    const Atom inside = emit.in_bounds(now[0], index);
    Binders gathered;
    for (const Binder& var : outer)
      if (!within.accumulator_for(var.id)) gathered.push_back(var);
    std::vector<Type> out_types;
    for (const Atom& atom : now) out_types.push_back(atom.type);
    for (const Binder& var : gathered) out_types.push_back(var.type);
    core::If write;
    write.condition = inside;
    graph::Graph inner(names, &within.graph());
    Sweep then(sweep.functions(), inner, &within);
    for (const Binder& var : gathered) then.sink(var.id).value = within.sink(var.id).value;
    core::Substitution substitution;
    Atoms olds, elements;
    for (std::size_t k = 0; k < n; ++k) {
      const Binder old = names.bind(rows[k]), element = names.bind(rows[k]);
      inner.append_as({core::Index{logs[k], {at}}}, {old}, emit.place);
      inner.append_as({core::Index{e.values[k], {at}}}, {element}, emit.place);
      olds.push_back(old.atom());
      elements.push_back(element.atom());
      substitution[e.op.params[k].id] = old.atom();
      substitution[e.op.params[n + k].id] = element.atom();
      for (const Atom& atom : {old.atom(), element.atom()}) {
        then.activate(atom);
        then.sink(atom.var);
      }
    }
    const auto from = then.position();
    Atoms next = then.trace(e.op.body, std::move(substitution), false);
    const auto to = then.position();
    for (std::size_t k = 0; k < n; ++k)
      if (live[k]) then.add(next[k], then.emit().index(now[k], index));
    then.sweep(inner, from, to);
    Atoms out;
    for (std::size_t k = 0; k < n; ++k)
      out.push_back(then.emit().update_at(now[k], index, then.adjoint_or_zeros(olds[k])));
    for (std::size_t k = 0; k < n; ++k)
      out.push_back(then.emit().update_at(now[n + k], {at}, then.adjoint_or_zeros(elements[k])));
    for (const Binder& var : gathered) out.push_back(*then.sink(var.id).value);
    write.then_body = inner.schedule(out);
    write.else_body.results = now;
    for (const Binder& var : gathered)
      write.else_body.results.push_back(*within.sink(var.id).value);
    Atoms after = emit.region({std::move(write)}, out_types);
    for (std::size_t g = 0; g < gathered.size(); ++g)
      within.set(gathered[g].atom(), after[now.size() + g]);
    after.resize(now.size());
    return after;
  };
  Atoms start = run_backwards(sweep, e.width, carried, outer, step);
  for (std::size_t k = 0; k < n; ++k) {
    sweep.add(e.dests[k], start[k]);
    sweep.add(e.values[k], start[n + k]);
  }
}

// The product of the others is the whole product divided by one's own factor: where no product is 0
// (then no factor is) and none has passed the range of its type. Else the general rule, which knows
// of zeros; so that derivatives of any order are right.
void product_hist(Sweep& sweep, const core::Hist& e, const Atom& result) {
  const Atom cotangent = *sweep.adjoint(result);
  const Type scalar{result.type.elem, 0, false}, truth{ScalarType::boolean, 0, false};
  core::Soac all;
  all.width = sweep.emit().shape(sweep.emit().flat(result), 0);
  all.arrays = {sweep.emit().flat(result)};
  all.lambda = sweep.emit().lambda(
      {scalar}, [&](Emit& in, const Atoms& x) { return Atoms{in.is_divisor(x[0])}; });
  auto both = sweep.emit().lambda(
      {truth, truth}, [](Emit& in, const Atoms& x) { return Atoms{in.prim("and", x)}; });
  all.reduces.push_back({std::move(both), {Atom::boolean(true)}, true});

  core::If way;
  way.condition = sweep.emit().emit1({std::move(all)}, truth);
  const Atoms operands{e.dests[0], e.values[0]};
  const std::vector<Type> types{operands[0].type, operands[1].type};
  way.then_body = sweep.emit().body([&](Emit& in) {
    const Atom weighted = in.multiply(result, cotangent);
    const Atom shares = in.gather_at(e.width, weighted, e.indices);
    auto divide = [](Emit& at, const Atoms& y) { return at.prim("div", y); };
    // What falls into no bin reaches 0, and may be 0 itself.
    const Atom reached = in.gather_at(e.width, result, e.indices);
    auto divide_inside = [&](Emit& at, const Atoms& y) {
      const Atom outside = at.prim("eq", {y[2], at.zero(scalar.elem)});
      return at.prim("div", {y[0], at.choose(outside, at.one(scalar.elem), y[1])});
    };
    return Atoms{in.elementwise({weighted, operands[0]}, scalar.elem, divide),
                 in.elementwise({shares, operands[1], reached}, scalar.elem, divide_inside)};
  });
  graph::Graph inner(sweep.graph().names(), &sweep.graph());
  Sweep general(sweep.functions(), inner, &sweep);
  core::Hist again = e;
  Atoms out;
  for (Atom* operand : {&again.dests[0], &again.values[0]}) {
    const Binder own = sweep.graph().names().bind(operand->type);
    inner.append_as({core::Copy{*operand}}, {own}, sweep.emit().place);
    *operand = own.atom();
    general.activate(own.atom());
    out.push_back(own.atom());
  }
  general.sink(result.var).value = cotangent;
  general_hist(general, again, {Binder{result.var, result.type}});
  for (Atom& operand : out) operand = general.adjoint_or_zeros(operand);
  way.else_body = inner.schedule(out);
  const Atoms found = sweep.emit().region({std::move(way)}, types);
  for (std::size_t k = 0; k < operands.size(); ++k)
    if (sweep.is_active(operands[k])) sweep.add(operands[k], found[k]);
}

/// Of one column.
void hist_of_column(Sweep& sweep, const core::Hist& e, const Binders& results) {
  const auto prim = elementwise_operator(e.op);
  const prims::Op op = prim ? prims::op_of(*prim) : prims::Op::other;
  const bool adds = op == prims::Op::add && prim->type != ScalarType::boolean;
  // (The bins may be far more than there are values, and take no time of the loop's.)
  if (!adds && is_of_state(sweep, e.dests[0])) {
    if (prim && is_extremum(*prim) && e.values[0].type.rank == 1)
      return folds::extremum_of_places(sweep, e, results[0].atom());
    return rerun(sweep, rewrite::hist_of_places(sweep.emit(), e), results);
  }
  if (!prim || prim->type == ScalarType::boolean) return general_hist(sweep, e, results);
  if (adds) {
    const Atom cotangent = *sweep.adjoint(results[0].atom());
    if (sweep.is_active(e.values[0]))
      sweep.add(e.values[0], sweep.emit().gather_at(e.width, cotangent, e.indices));
    sweep.add(e.dests[0], cotangent);
  } else if (is_extremum(*prim)) {
    folds::extremum_hist(sweep, e, results[0].atom());
  } else if (op == prims::Op::mul && support::is_float(prim->type)) {
    product_hist(sweep, e, results[0].atom());
  } else {
    general_hist(sweep, e, results);
  }
}

}  // namespace

void hist_rule(Sweep& sweep, const core::Hist& e, const Swept& node) {
  if (node.results.size() == 1) return hist_of_column(sweep, e, node.results);
  auto parts = split_columns(e.op);
  if (!parts && is_of_state(sweep, e.dests[0]))
    return rerun(sweep, rewrite::hist_of_places(sweep.emit(), e), node.results);
  if (!parts) return general_hist(sweep, e, node.results);
  for (std::size_t c = 0; c < node.results.size(); ++c) {
    if (!sweep.adjoint(node.results[c].atom())) continue;
    core::Hist one;
    one.width = e.width;
    one.dests = {e.dests[c]};
    one.op = (*parts)[c];
    one.neutral = {e.neutral[c]};
    one.indices = e.indices;
    one.values = {e.values[c]};
    hist_of_column(sweep, one, {node.results[c]});
  }
}

}  // namespace laguz::ad::reverse
