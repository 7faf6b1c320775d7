#include "ad/tape/loop_editor.hpp"

#include <algorithm>

#include "core/builder.hpp"

namespace laguz::ad::tape {

Atom LoopEditor::bind(std::vector<core::Stm>& stms, core::Exp exp, Type type) {
  const core::Binder binder = names_.bind(type);
  stms.push_back({{binder}, std::move(exp), stm_.span, stm_.inlined_at});
  return binder.atom();
}

Atom LoopEditor::shape(std::vector<core::Stm>& stms, const Atom& array, int dim) {
  return bind(stms, {core::ArrayApp{core::ArrayOp::shape, {array}, {dim}}}, core::kIndex);
}

std::size_t LoopEditor::param(Type type, const Atom& init, const Atom& next) {
  const std::size_t k = loop().params.size();
  loop().params.push_back(names_.bind(type));
  loop().inits.push_back(init);
  loop().body.results.push_back(next);
  stm_.binders.insert(stm_.binders.begin() + static_cast<std::ptrdiff_t>(k), names_.bind(type));
  return k;
}

// The result that is parameter [param]'s history, which may be there already.
Atom LoopEditor::kept(std::size_t param, bool flat, bool after) {
  core::Loop& e = loop();
  for (std::size_t h = 0; h < e.history.size(); ++h)
    if (e.history[h] == param && e.is_flat(h) == flat && e.is_after(h) == after)
      return stm_.binders[e.params.size() + h].atom();
  e.keep(param, flat, after);
  const Type state = e.params[param].type;
  const core::Binder binder = names_.bind(flat ? Type{state.elem, 1, false} : state.array_of());
  const std::size_t at = e.params.size() + e.history.size() - 1;
  stm_.binders.insert(stm_.binders.begin() + static_cast<std::ptrdiff_t>(at), binder);
  return binder.atom();
}

// The offset goes up by the size of each value, which has these lengths.
void LoopEditor::keep_lengths(History& made, const Atoms& lengths) {
  const auto mul = prims::get("mul", ScalarType::i64), add = prims::get("add", ScalarType::i64);
  const std::size_t offset = param(core::kIndex, Atom::i64(0), Atom::i64(0));
  Atom size = lengths[0];
  for (std::size_t d = 1; d < lengths.size(); ++d)
    size = bind(loop().body.stms, {core::PrimApp{mul, {size, lengths[d]}}}, core::kIndex);
  loop().body.results[offset] = bind(
      loop().body.stms, {core::PrimApp{add, {loop().params[offset].atom(), size}}}, core::kIndex);
  made.offset = kept(offset, false);
}

// Of a state at the end of an iteration. (What the body begins with it may overwrite, and whoever
// knows its statements by their numbers is to find them there.)
Atoms LoopEditor::lengths_after(std::size_t k) {
  const Atom next = loop().body.results[k];
  Atoms lengths;
  for (int d = 0; d < next.type.rank; ++d) lengths.push_back(shape(loop().body.stms, next, d));
  return lengths;
}

// At its start: parameters of their own.
Atoms LoopEditor::lengths_before(std::size_t k) {
  const Atom init = loop().inits[k];
  const Atoms later = lengths_after(k);
  Atoms lengths;
  for (int d = 0; d < init.type.rank; ++d) {
    const Atom first = shape(before_, init, d);
    const std::size_t dim = param(core::kIndex, first, later[static_cast<std::size_t>(d)]);
    lengths.push_back(loop().params[dim].atom());
  }
  return lengths;
}

History LoopEditor::history(std::size_t k, bool flat) {
  const Type type = loop().params[k].type;
  if (type.rank == 0) flat = false;
  if (!flat) return {type, kept(k, false)};
  const Atom data = kept(k, true);
  History made = parts(k, false);
  made.data = data;
  return made;
}

History LoopEditor::parts(std::size_t k, bool after) {
  History made{loop().params[k].type, {}, true};
  const std::size_t first = loop().params.size();
  const Atoms lengths = after ? lengths_after(k) : lengths_before(k);
  for (std::size_t d = 0; after && d < lengths.size(); ++d)
    param(core::kIndex, Atom::i64(0), lengths[d]);
  for (std::size_t d = 0; d < lengths.size(); ++d)
    made.dims.push_back(kept(first + d, false, after));
  keep_lengths(made, lengths);
  return made;
}

Atom LoopEditor::zeros(Type type, Atoms lengths) {
  return bind(
      before_,
      {core::ArrayApp{
          core::ArrayOp::zeros, std::move(lengths), {static_cast<std::int64_t>(type.elem)}}},
      type);
}

std::optional<Atom> LoopEditor::zeros_like(const Atom& value) {
  if (!shapes_) shapes_.emplace(loop());
  const auto known = shapes_->fixed(value);
  if (!known) return std::nullopt;
  Atoms lengths;
  for (const core::facts::Length& length : *known) {
    const Atom n = length.dim >= 0 ? shape(before_, length.atom, length.dim) : length.atom;
    // The loop may never run, and find out that it is negative.
    const bool natural = length.dim >= 0 || (n.is_constant() && n.scalar().as_i64() >= 0);
    const auto max = prims::get("max", ScalarType::i64);
    lengths.push_back(
        natural ? n : bind(before_, {core::PrimApp{max, {n, Atom::i64(0)}}}, core::kIndex));
  }
  return zeros(value.type, std::move(lengths));
}

History LoopEditor::log(const Atom& value, const History* like) {
  const Type type = value.type;
  const Atoms& ends = loop().body.results;
  if (const auto end = std::find(ends.begin(), ends.end(), value);
      end != ends.end() && type.rank == 0)
    return {type, kept(static_cast<std::size_t>(end - ends.begin()), false, true)};
  // Nothing is to be read before the first iteration, and an array of no elements is nothing.
  std::optional<Atom> init;
  if (type.rank == 0) init = Atom::constant({type.elem, 0});
  if (!init) init = zeros_like(value);
  const bool flat = !init;
  if (flat) init = zeros(type, Atoms(static_cast<std::size_t>(type.rank), Atom::i64(0)));
  History made{type, kept(param(type, *init, value), flat, true), flat};
  if (!flat) return made;
  if (like != nullptr) {
    made.dims = like->dims;
    made.offset = like->offset;
    return made;
  }
  Atoms lengths;
  for (int d = 0; d < type.rank; ++d) {
    lengths.push_back(shape(loop().body.stms, value, d));
    made.dims.push_back(kept(param(core::kIndex, Atom::i64(0), lengths.back()), false, true));
  }
  keep_lengths(made, lengths);
  return made;
}

Atom LoopEditor::count() {
  if (!loop().counted) {
    loop().counted = true;
    stm_.binders.push_back(names_.bind(core::kIndex));
  }
  return stm_.binders[loop().count_at()].atom();
}

Atom owned(core::Names& names, std::vector<core::Stm>& stms, const Atom& value) {
  if (value.type.rank == 0) return value;
  for (std::size_t s = 0; s < stms.size(); ++s) {
    if (stms[s].binders.empty() || stms[s].binders[0].id != value.var) continue;
    const auto& node = stms[s].exp.node;
    if (!std::holds_alternative<core::Index>(node) && !std::holds_alternative<core::Slice>(node))
      return value;
    core::Stm copy{{names.bind(value.type)},
                   {core::ArrayApp{core::ArrayOp::copy, {value}, {}}},
                   stms[s].span,
                   stms[s].inlined_at};
    const Atom made = copy.binders[0].atom();
    stms.insert(stms.begin() + static_cast<std::ptrdiff_t>(s) + 1, std::move(copy));
    return made;
  }
  return value;
}

Atom trips_of(Emit& emit, const core::Loop& loop, const core::Binders& results) {
  if (loop.counted) return results[loop.count_at()].atom();
  const Atom bound = std::get<core::ForForm>(loop.form).bound;
  const Atom trips = bound.type.elem == ScalarType::i64 ? bound : emit.prim("cvt_i64", {bound});
  return emit.prim("max", {trips, Atom::i64(0)});
}

Atom load(Emit& emit, const History& history, const Atom& i) {
  if (!history.flat) return emit.index(history.data, {i});
  Atom size = Atom::i64(1);
  Atoms args;
  for (const Atom& dim : history.dims) {
    args.push_back(emit.index(dim, {i}));
    size = size == Atom::i64(1) ? args.back() : emit.prim("mul", {size, args.back()});
  }
  core::DimSlice range;
  range.start = emit.index(history.offset, {i});
  range.end = emit.prim("add", {*range.start, size});
  const Atom state = emit.slice(history.data, {range});
  if (history.type.rank == 1) return state;
  args.insert(args.begin(), state);
  return emit.array_op(core::ArrayOp::reshape, std::move(args), history.type);
}

void visit(History& history, const std::function<void(Atom&)>& on_atom) {
  on_atom(history.data);
  for (Atom& dim : history.dims) on_atom(dim);
  if (history.flat) on_atom(history.offset);
}

}  // namespace laguz::ad::tape
