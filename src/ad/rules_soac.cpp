// Maps, reductions, scans. Tracing has taken fused Soacs apart, so a reduction or scan has an
// identity lambda and arrays of its own.
//
// Sources: Schenck et al., "AD for an array language with nested parallelism" (SC'22) for map and
// the special reductions; the general reduce and scan follow the sequential definition with the
// running prefix kept, so that each element costs one vjp of the operator (no Jacobians).
#include "ad/reach.hpp"
#include "ad/sweep.hpp"
#include "support/assert.hpp"

namespace laguz::ad {

using core::Binder;
using core::Binders;

void Sweep::rule_soac(const core::Soac& e, const Binders& results) {
  bool folded = false;
  const std::size_t maps = e.lambda.body.results.size();
  std::size_t folds = 0;
  for (const auto& reduce : e.reduces) folds += reduce.neutral.size();
  for (const auto& scan : e.scans) folds += scan.neutral.size();
  for (std::size_t i = 0; i < folds; ++i) folded = folded || adjoint(results[i].atom());
  LAGUZ_ASSERT(!folded || (folds == maps && e.reduces.size() + e.scans.size() == 1),
               "tracing takes fused Soacs apart");
  if (!folded) {
    rule_map(e, results);
  } else if (!e.reduces.empty()) {
    rule_reduce(e, results);
  } else {
    rule_scan(e, results);
  }
}

// The derived lambda re-runs the element's forward part and sweeps it. Contributions to free
// scalars are summed over the iterations; those to free arrays go to accumulators.
void Sweep::rule_map(const core::Soac& e, const Binders& results) {
  core::Names& names = graph().names();
  std::size_t first = 0;  // results before it are folds, which nothing reaches here
  for (const auto& reduce : e.reduces) first += reduce.neutral.size();
  for (const auto& scan : e.scans) first += scan.neutral.size();

  core::Soac derived;
  derived.width = e.width;
  core::WithAcc with;
  graph::Graph inner(names, &graph());
  Sweep sweep(functions_, inner, this);

  core::Substitution substitution;
  Binders params;  // of the lambda's own arrays
  for (std::size_t k = 0; k < e.arrays.size(); ++k) {
    params.push_back(names.bind(e.lambda.params[k].type));
    substitution[e.lambda.params[k].id] = params[k].atom();
    if (is_active(e.arrays[k])) {
      sweep.activate(params[k].atom());
      sweep.sink(params[k].id);
    }
  }
  Binders scalars;
  Binders arrays;
  Binders accs;
  for (const Binder& var : core::free_variables(e.lambda)) {
    if (var.type.acc || !is_active(var.id)) continue;
    if (var.type.rank == 0) {
      scalars.push_back(var);
      sweep.sink(var.id);
    } else if (!accumulator_for(var.id)) {
      arrays.push_back(var);
      Type type = var.type;
      type.acc = true;
      accs.push_back(names.bind(type));
      sweep.sink(var.id).acc = accs.back().atom();
    }
  }

  Atoms values = sweep.trace(e.lambda.body, std::move(substitution), false);
  const auto end = sweep.position();
  Binders lambda_params;
  Atoms operands;
  for (std::size_t k = 0; k < e.arrays.size(); ++k) {
    lambda_params.push_back(params[k]);
    operands.push_back(e.arrays[k]);
  }
  for (std::size_t r = first; r < results.size(); ++r) {
    const auto cotangent = adjoint(results[r].atom());
    if (!cotangent) continue;
    lambda_params.push_back(names.bind(cotangent->type.row()));
    operands.push_back(*cotangent);
    sweep.add(values[r], lambda_params.back().atom(), there_of(results[r].atom()));
  }
  sweep.sweep(inner, 0, end);

  // What the lambda gives: sums for free scalars, then elements for the arrays.
  Atoms out;
  std::vector<Type> types;
  Binders summed;
  std::vector<std::size_t> mapped;
  for (const Binder& var : scalars) {
    const auto value = sweep.adjoint(var.atom());
    if (!value) continue;
    summed.push_back(var);
    out.push_back(*value);
    types.push_back(var.type);
    derived.reduces.push_back({emit_.add_operator(var.type), {emit_.zero(var.type.elem)}, true});
  }
  std::optional<Binder> position;
  for (std::size_t k = 0; k < e.arrays.size(); ++k) {
    const auto value = sweep.adjoint(params[k].atom());
    if (!value || !is_active(e.arrays[k])) continue;
    if (auto acc = accumulator_for(e.arrays[k].var)) {
      if (!position) {
        position = names.bind({ScalarType::i64, 0, false}, "i");
        lambda_params.push_back(*position);
        operands.push_back(emit_.iota(e.width));
      }
      sweep.emit().accumulate(*acc, {position->atom()}, *value);
      continue;
    }
    mapped.push_back(k);
    out.push_back(*value);
    types.push_back(e.arrays[k].type);
    Atoms dims = emit_.shape(e.arrays[k]);
    derived.row_shapes.push_back(Atoms(dims.begin() + 1, dims.end()));
  }
  derived.lambda.body = inner.schedule(out);

  // Only what the lambda reads, and only accumulators that it writes.
  std::unordered_set<VarId> used;
  for (const Binder& free : core::free_variables(derived.lambda.body)) used.insert(free.id);
  for (std::size_t p = 0; p < lambda_params.size(); ++p) {
    if (!used.count(lambda_params[p].id)) continue;
    derived.lambda.params.push_back(lambda_params[p]);
    derived.arrays.push_back(operands[p]);
  }
  Binders gathered;
  for (std::size_t k = 0; k < arrays.size(); ++k) {
    if (!used.count(accs[k].id)) continue;
    gathered.push_back(arrays[k]);
    core::WithAcc::Acc acc;
    acc.acc = accs[k];
    acc.arrays = {adjoint_or_zeros(arrays[k].atom())};
    acc.index_rank = arrays[k].type.rank;
    with.accs.push_back(std::move(acc));
  }

  Atoms given;
  if (with.accs.empty()) {
    given = emit_.region({std::move(derived)}, types);
  } else {
    given = emit_.with_accumulators(std::move(with), {std::move(derived)}, types);
    for (std::size_t k = 0; k < gathered.size(); ++k) set(gathered[k].atom(), given[k]);
    given.erase(given.begin(), given.begin() + static_cast<std::ptrdiff_t>(gathered.size()));
  }
  for (std::size_t k = 0; k < summed.size(); ++k) add(summed[k].atom(), given[k]);
  for (std::size_t k = 0; k < mapped.size(); ++k)
    add(e.arrays[mapped[k]], given[summed.size() + k]);
}

void Sweep::rule_reduce(const core::Soac& e, const Binders& results) {
  const core::Reduce& reduce = e.reduces[0];
  if (results.size() != 1) return general_fold(e, results);
  const Atom cotangent = *adjoint(results[0].atom());
  const Atom array = e.arrays[0];
  if (is_addition(reduce.op)) {
    add(reduce.neutral[0], cotangent);
    if (is_active(array)) add(array, emit_.replicate(e.width, cotangent));
    return;
  }
  const auto prim = scalar_operator(reduce.op);
  if (!prim) return general_fold(e, results);
  const std::string_view op = prims::row_of(*prim).name;
  const Type scalar{prim->type, 0, false}, i64{ScalarType::i64, 0, false};
  if (is_extremum(*prim)) {
    // The lowest position that holds the extremum takes the cotangent.
    auto lambda = emit_.lambda({i64, scalar}, [&](Emit& inner, const Atoms& x) {
      const Atom here = inner.prim("eq", {x[1], results[0].atom()});
      return Atoms{inner.prim(prims::get("select", ScalarType::i64), {here, x[0], e.width})};
    });
    core::Soac find;
    find.width = e.width;
    find.arrays = {emit_.iota(e.width), array};
    find.lambda = std::move(lambda);
    auto least = emit_.lambda(
        {i64, i64}, [](Emit& inner, const Atoms& x) { return Atoms{inner.prim("min", x)}; });
    find.reduces.push_back({std::move(least), {e.width}, true});
    const Atom at = emit_.emit1({std::move(find)}, i64);
    const Atom found = emit_.prim("lt", {at, e.width});
    if (is_active(array)) {
      // An index past the end adds nothing: gather's transpose, with bounds.
      const Atom index = emit_.emit1({core::ArrayLit{{at}, i64, {}}}, i64.array_of());
      const Atom value = emit_.emit1({core::ArrayLit{{cotangent}, scalar, {}}}, scalar.array_of());
      if (auto acc = accumulator_for(array.var)) {
        emit_.accumulate(*acc, {at}, cotangent);
      } else {
        core::Hist hist;
        hist.width = Atom::i64(1);
        hist.dests = {adjoint_or_zeros(array)};
        hist.op = emit_.add_operator(scalar);
        hist.neutral = {emit_.zero(scalar.elem)};
        hist.indices = {index};
        hist.values = {value};
        set(array, emit_.emit1({std::move(hist)}, array.type));
      }
    }
    if (is_active(reduce.neutral[0])) {
      const Atom none = emit_.zero(scalar.elem);
      add(reduce.neutral[0],
          emit_.prim(prims::get("select", scalar.elem), {found, none, cotangent}));
    }
    return;
  }
  if (op == "mul" && prim->type != ScalarType::boolean) return product_reduce(e, results[0].atom());
  general_fold(e, results);
}

// āᵢ = ȳ · (the product of the others): y / aᵢ where y is not 0 (then no factor is) and has not
// passed the range of its type. Else (product before i) · (product after i), without division, so
// that zeros are no special case, and its own derivatives are right too.
void Sweep::product_reduce(const core::Soac& e, const Atom& result) {
  const Atom cotangent = *adjoint(result);
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
  if (is_active(array) && !support::is_float(scalar.elem)) {
    add(array, by_scans(emit_)[0]);
  } else if (is_active(array)) {
    core::If way;
    way.condition = emit_.is_divisor(result);
    way.then_body = emit_.body(by_division);
    way.else_body = emit_.body(by_scans);
    add(array, emit_.emit1({std::move(way)}, array.type));
  }
  if (!is_active(ne)) return;
  core::Soac all;
  all.width = e.width;
  all.arrays = {array};
  all.lambda = emit_.lambda({scalar}, same);
  all.reduces.push_back({emit_.lambda({scalar, scalar}, times), {emit_.one(scalar.elem)}, true});
  add(ne, emit_.multiply(cotangent, emit_.emit1({std::move(all)}, scalar)));
}

// reduce op ne a = loop s = ne for i < n do op s a[i]: the loop's rule does the rest.
void Sweep::general_fold(const core::Soac& e, const Binders& results) {
  const core::Reduce& reduce = e.reduces[0];
  core::Names& names = graph().names();
  const std::size_t n = reduce.neutral.size();
  core::Loop loop;
  const Binder i = names.bind({ScalarType::i64, 0, false}, "i");
  loop.form = core::ForForm{i, e.width};
  core::Substitution substitution;
  for (std::size_t k = 0; k < n; ++k) {
    loop.params.push_back(names.bind(reduce.op.params[k].type));
    loop.inits.push_back(reduce.neutral[k]);
    substitution[reduce.op.params[k].id] = loop.params[k].atom();
  }
  std::vector<core::Stm> loads;
  for (std::size_t k = 0; k < n; ++k) {
    const Binder element = names.bind(reduce.op.params[n + k].type);
    loads.push_back(emit_.place.stm({element}, {core::Index{e.arrays[k], {i.atom()}}}));
    substitution[reduce.op.params[n + k].id] = element.atom();
  }
  loop.body = core::refresh(reduce.op.body, names, substitution);
  loop.body.stms.insert(loop.body.stms.begin(), loads.begin(), loads.end());
  core::Body body;
  Binders binders;
  for (const Binder& result : results) binders.push_back(names.bind(result.type));
  body.stms.push_back(emit_.place.stm(binders, {std::move(loop)}));
  for (const Binder& binder : binders) body.results.push_back(binder.atom());
  const auto from = position();
  Atoms values = trace(body, {}, false);
  const auto to = position();
  for (std::size_t k = 0; k < n; ++k) hand_on(results[k].atom(), values[k]);
  sweep(graph(), from, to);
}

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
      n == 1 && prim && prims::row_of(*prim).name == "mul" && !is_active(scan.neutral[0])) {
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
