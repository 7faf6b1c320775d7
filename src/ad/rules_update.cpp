// Histograms, scatters and streams.
#include "ad/reach.hpp"
#include "ad/sweep.hpp"
#include "support/assert.hpp"

namespace laguz::ad {

using core::Binder;
using core::Binders;

void Sweep::rule_hist(const core::Hist& e, const Binders& results) {
  if (results.size() != 1 || !is_addition(e.op)) {
    auto parts = split_columns(e.op);
    if (!parts) return general_hist(e, results);
    for (std::size_t c = 0; c < results.size(); ++c) {
      if (!adjoint(results[c].atom())) continue;
      core::Hist one;
      one.width = e.width;
      one.dests = {e.dests[c]};
      one.op = (*parts)[c];
      one.neutral = {e.neutral[c]};
      one.indices = e.indices;
      one.values = {e.values[c]};
      rule_hist(one, {results[c]});
    }
    return;
  }
  const Atom cotangent = *adjoint(results[0].atom());
  if (is_active(e.values[0])) add(e.values[0], emit_.gather_at(e.width, cotangent, e.indices));
  add(e.dests[0], cotangent);
}

// Sequential meaning, run again with the overwritten bins logged; then backwards: the bin's
// cotangent goes through the operator at (old bin, value), and stays in the bin for what came
// before. O(n), whatever the operator.
void Sweep::general_hist(const core::Hist& e, const Binders& results) {
  core::Names& names = graph().names();
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
    forward.inits.push_back(emit_.array_op(core::ArrayOp::copy, {e.dests[k]}, e.dests[k].type));
  }
  for (std::size_t k = 0; k < n; ++k) {
    Atoms dims{e.width};
    for (const Atom& dim : emit_.shape(e.neutral[k])) dims.push_back(dim);
    forward.params.push_back(names.bind(rows[k].array_of()));
    forward.inits.push_back(emit_.zeros(rows[k].elem, dims));
  }
  for (const Binder& param : forward.params) params.push_back(param.atom());
  std::vector<Type> types;
  for (const Binder& param : forward.params) types.push_back(param.type);
  forward.body = emit_.body([&](Emit& emit) {
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
      Sweep plain(functions_, then.graph());
      Atoms next = plain.trace(e.op.body, std::move(substitution), false);
      Atoms out;
      for (std::size_t k = 0; k < n; ++k) out.push_back(then.update_at(params[k], at, next[k]));
      out.insert(out.end(), logs.begin(), logs.end());
      return out;
    });
    write.else_body.results = params;
    return emit.emit({std::move(write)}, types);
  });
  Atoms logs = emit_.emit({std::move(forward)}, types);
  logs.erase(logs.begin(), logs.begin() + static_cast<std::ptrdiff_t>(n));

  // Backward.
  Binders outer;
  for (const Binder& free : core::free_variables(e.op))
    if (!free.type.acc && is_active(free.id)) outer.push_back(free);
  std::vector<bool> wanted;
  for (const Binder& result : results) wanted.push_back(adjoint(result.atom()).has_value());
  const auto live = reaching(e.op, wanted);
  Atoms carried;
  for (const Binder& result : results) carried.push_back(adjoint_or_zeros(result.atom()));
  for (std::size_t k = 0; k < n; ++k) carried.push_back(emit_.zeros_like(e.values[k]));
  auto step = [&](Sweep& sweep, const Atom& at, const Atoms& now) {
    Emit& emit = sweep.emit();
    Atoms index = indices_at(emit, at);
    const Atom inside = emit.in_bounds(now[0], index);
    Binders gathered;
    for (const Binder& var : outer)
      if (!sweep.accumulator_for(var.id)) gathered.push_back(var);
    std::vector<Type> out_types;
    for (const Atom& atom : now) out_types.push_back(atom.type);
    for (const Binder& var : gathered) out_types.push_back(var.type);
    core::If write;
    write.condition = inside;
    graph::Graph inner(names, &sweep.graph());
    Sweep then(functions_, inner, &sweep);
    for (const Binder& var : gathered) then.sink(var.id).value = sweep.sink(var.id).value;
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
    for (const Binder& var : gathered) write.else_body.results.push_back(*sweep.sink(var.id).value);
    Atoms after = emit.region({std::move(write)}, out_types);
    for (std::size_t g = 0; g < gathered.size(); ++g)
      sweep.set(gathered[g].atom(), after[now.size() + g]);
    after.resize(now.size());
    return after;
  };
  Atoms start = reverse_loop(e.width, carried, outer, step);
  for (std::size_t k = 0; k < n; ++k) {
    add(e.dests[k], start[k]);
    add(e.values[k], start[n + k]);
  }
}

namespace {

/// The transpose of a scatter, in two ways. What they give, column by column: cotangents of the
/// values, if they are active; then the cotangent less what was overwritten, if the dests are.
struct ScatterBack {
  struct Column {
    Atom cotangent;
    Atom values;
    bool values_active, dest_active;
  };
  const core::Scatter& scatter;
  std::vector<Column> columns;

  /// With whole arrays: of the writers of each place, the last one is found by a scatter of their
  /// numbers.
  Atoms at_once(Emit& emit) const {
    const Type i64{ScalarType::i64, 0, false};
    Atoms dims = emit.shape(scatter.dests[0]);
    dims.resize(scatter.indices.size());
    core::Scatter writers;
    writers.width = scatter.width;
    writers.dests = {emit.zeros(ScalarType::i64, dims)};
    writers.indices = scatter.indices;
    const Atom numbers = emit.iota(scatter.width);
    writers.values = {numbers};
    const Type type{ScalarType::i64, static_cast<std::uint8_t>(dims.size()), false};
    const Atom last =
        emit.gather_at(scatter.width, emit.emit1({std::move(writers)}, type), scatter.indices);
    Atoms out;
    for (const Column& column : columns) {
      if (column.values_active) {
        const Atom read = emit.gather_at(scatter.width, column.cotangent, scatter.indices);
        const Type row = read.type.row();
        auto lambda = emit.lambda({i64, i64, row}, [&](Emit& inner, const Atoms& x) {
          core::If choose;
          choose.condition = inner.prim("eq", {x[0], x[1]});
          choose.then_body.results = {x[2]};
          choose.else_body = inner.body([&](Emit& other) { return Atoms{other.zeros_like(x[2])}; });
          return Atoms{inner.emit1({std::move(choose)}, row)};
        });
        const Atoms shape = emit.shape(read);
        out.push_back(emit.map(scatter.width, {numbers, last, read}, lambda, {read.type},
                               {Atoms(shape.begin() + 1, shape.end())})[0]);
      }
      if (column.dest_active) {
        core::Scatter clear;
        clear.width = scatter.width;
        clear.dests = {column.cotangent};
        clear.indices = scatter.indices;
        clear.values = {emit.zeros_like(column.values)};
        out.push_back(emit.emit1({std::move(clear)}, column.cotangent.type));
      }
    }
    return out;
  }

  /// One write after the other, the last one first: it takes the cotangent and leaves 0. This is
  /// for few writes to a large array, whose length must not matter.
  Atoms one_by_one(Emit& emit) const {
    core::Names& names = emit.graph().names();
    core::Loop loop;
    const Binder reversed = names.bind({ScalarType::i64, 0, false}, "i");
    loop.form = core::ForForm{reversed, scatter.width};
    std::vector<Type> types;
    auto param = [&](const Atom& init) {
      loop.params.push_back(names.bind(init.type));
      loop.inits.push_back(init);
      types.push_back(init.type);
    };
    for (const Column& column : columns) {
      param(column.cotangent);
      if (column.values_active) param(emit.zeros_like(column.values));
    }
    loop.body = emit.body([&](Emit& inner) {
      const Atom last = inner.prim("sub", {scatter.width, Atom::i64(1)});
      const Atom i = inner.prim("sub", {last, reversed.atom()});
      Atoms at;
      for (const Atom& index : scatter.indices) at.push_back(inner.index(index, {i}));
      core::If write;
      Atoms now;
      std::size_t p = 0;
      for (const Column& column : columns) {
        now.push_back(loop.params[p].atom());
        inner.graph().know_shape(loop.params[p++].atom(), column.cotangent);
        if (!column.values_active) continue;
        now.push_back(loop.params[p].atom());
        inner.graph().know_shape(loop.params[p++].atom(), column.values);
      }
      write.condition = inner.in_bounds(columns[0].cotangent, at);
      write.then_body = inner.body([&](Emit& then) {
        Atoms next = now;
        p = 0;
        for (const Column& column : columns) {
          const Atom taken = then.owned(then.index(next[p], at));
          next[p] = then.update_at(next[p], at, then.zeros_like(taken));
          ++p;
          if (!column.values_active) continue;
          next[p] = then.update_at(next[p], {i}, taken);
          ++p;
        }
        return next;
      });
      write.else_body.results = now;
      return inner.emit({std::move(write)}, types);
    });
    const Atoms end = emit.emit({std::move(loop)}, types);
    Atoms out;
    std::size_t p = 0;
    for (const Column& column : columns) {
      const Atom left = end[p++];
      if (column.values_active) out.push_back(end[p++]);
      if (column.dest_active) out.push_back(left);
    }
    return out;
  }
};

}  // namespace

// The last writer of a place takes its cotangent; what was there before gets none.
void Sweep::rule_scatter(const core::Scatter& e, const Binders& results) {
  ScatterBack back{e, {}};
  Atoms targets;
  std::vector<Type> types;
  for (std::size_t c = 0; c < results.size(); ++c) {
    const auto cotangent = adjoint(results[c].atom());
    const bool values = is_active(e.values[c]), dest = is_active(e.dests[c]);
    if (!cotangent || (!values && !dest)) continue;
    back.columns.push_back({*cotangent, e.values[c], values, dest});
    if (values) targets.push_back(e.values[c]);
    if (dest) targets.push_back(e.dests[c]);
  }
  if (targets.empty()) return;
  for (const Atom& target : targets) types.push_back(target.type);
  constexpr std::int64_t kFew = 8;  // writes, for each of which so many places cost no more
  Atom places = Atom::i64(1);
  for (std::size_t d = 0; d < e.indices.size(); ++d)
    places = emit_.prim("mul", {places, emit_.shape(e.dests[0], static_cast<int>(d))});
  core::If choose;
  choose.condition = emit_.prim("lt", {emit_.prim("mul", {e.width, Atom::i64(kFew)}), places});
  choose.then_body = emit_.body([&](Emit& emit) { return back.one_by_one(emit); });
  choose.else_body = emit_.body([&](Emit& emit) { return back.at_once(emit); });
  const Atoms found = emit_.emit({std::move(choose)}, types);
  for (std::size_t t = 0; t < targets.size(); ++t) add(targets[t], found[t]);
}

// One chunk: the result does not depend on the chunks, so neither does its derivative.
void Sweep::rule_stream(const core::Stream& e, const Binders& results) {
  core::Substitution substitution;
  std::size_t p = 0;
  substitution[e.lambda.params[p++].id] = e.width;
  for (const Atom& init : e.inits) substitution[e.lambda.params[p++].id] = init;
  for (const Atom& array : e.arrays) substitution[e.lambda.params[p++].id] = array;
  const auto from = position();
  Atoms values = trace(e.lambda.body, std::move(substitution), false);
  const auto to = position();
  for (std::size_t i = 0; i < results.size(); ++i) hand_on(results[i].atom(), values[i]);
  sweep(graph(), from, to);
}

}  // namespace laguz::ad
