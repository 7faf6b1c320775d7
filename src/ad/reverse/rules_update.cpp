// Scatters and streams.
#include "ad/reverse/rules.hpp"

namespace laguz::ad::reverse {

using core::Binder;
using core::Binders;

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
void scatter_rule(Sweep& sweep, const core::Scatter& e, const Swept& node) {
  ScatterBack back{e, {}};
  Atoms targets;
  std::vector<Type> types;
  for (std::size_t c = 0; c < node.results.size(); ++c) {
    const auto cotangent = sweep.adjoint(node.results[c].atom());
    const bool values = sweep.is_active(e.values[c]), dest = sweep.is_active(e.dests[c]);
    if (!cotangent || (!values && !dest)) continue;
    back.columns.push_back({*cotangent, e.values[c], values, dest});
    if (values) targets.push_back(e.values[c]);
    if (dest) targets.push_back(e.dests[c]);
  }
  if (targets.empty()) return;
  for (const Atom& target : targets) types.push_back(target.type);
  // So many places cost no more than one write by itself. (In lanes each has its own.)
  const std::int64_t few = sweep.in_map() ? 8 : 200;
  Atom places = Atom::i64(1);
  for (std::size_t d = 0; d < e.indices.size(); ++d)
    places =
        sweep.emit().prim("mul", {places, sweep.emit().shape(e.dests[0], static_cast<int>(d))});
  core::If choose;
  choose.condition =
      sweep.emit().prim("lt", {sweep.emit().prim("mul", {e.width, Atom::i64(few)}), places});
  choose.then_body = sweep.emit().body([&](Emit& emit) { return back.one_by_one(emit); });
  choose.else_body = sweep.emit().body([&](Emit& emit) { return back.at_once(emit); });
  const Atoms found = sweep.emit().emit({std::move(choose)}, types);
  for (std::size_t t = 0; t < targets.size(); ++t) sweep.add(targets[t], found[t]);
}

// One chunk: the result does not depend on the chunks, so neither does its derivative.
void stream_rule(Sweep& sweep, const core::Stream& e, const Swept& node) {
  core::Substitution substitution;
  std::size_t p = 0;
  substitution[e.lambda.params[p++].id] = e.width;
  for (const Atom& init : e.inits) substitution[e.lambda.params[p++].id] = init;
  for (const Atom& array : e.arrays) substitution[e.lambda.params[p++].id] = array;
  const auto from = sweep.position();
  Atoms values = sweep.trace(e.lambda.body, std::move(substitution), false);
  const auto to = sweep.position();
  for (std::size_t i = 0; i < node.results.size(); ++i)
    sweep.hand_on(node.results[i].atom(), values[i]);
  sweep.sweep(sweep.graph(), from, to);
}

}  // namespace laguz::ad::reverse
