// Array operations: all linear in the array, so each rule is a transpose.
#include <algorithm>
#include <span>

#include "ad/reverse/rules.hpp"
#include "core/semantics.hpp"

namespace laguz::ad::reverse {

using core::ArrayOp;
using core::Binders;
using core::DimSlice;

namespace {

// Accumulators take nothing at a place that is out of bounds: there the index itself has to fail,
// as it would. It reads zeros, so that the array, if it is one of a loop's states, need not be
// kept.
void fail_as(Sweep& sweep, core::Exp exp, Type type) {
  Atom* array = nullptr;
  if (auto* index = std::get_if<core::Index>(&exp.node)) array = &index->array;
  if (auto* slice = std::get_if<core::Slice>(&exp.node)) array = &slice->array;
  if (auto* app = std::get_if<core::ArrayApp>(&exp.node)) array = &app->args[0];
  *array = sweep.emit().zeros_like(*array);
  sweep.graph().append(std::move(exp), {type}, sweep.emit().place);
  graph::Node& check = sweep.graph()[sweep.graph().size() - 1];
  check.pinned = true;
  sweep.add_check(check.results[0].id);
}

/// Adds [value], the cotangent of array[dims], to [acc], one of the [open] dimensions after the
/// other; [at] has the indices of the others, and of what the array is a part of before those.
void spread(Emit& emit, const Atom& acc, const Atom& array, const std::vector<DimSlice>& dims,
            std::span<const std::size_t> open, const Atoms& at, const Atom& value) {
  if (open.empty()) return emit.accumulate(acc, at, value);
  const std::size_t d = open[0];
  const auto origin = emit.slice_origin(dims[d], emit.shape(array, static_cast<int>(d)));
  const Atom width = emit.shape(value, 0);
  auto lambda = emit.lambda({core::kIndex, value.type.row()}, [&](Emit& inner, const Atoms& x) {
    Atoms there = at;
    there[at.size() - dims.size() + d] =
        inner.prim("add", {origin.first, inner.prim("mul", {x[0], origin.second})});
    spread(inner, acc, array, dims, open.subspan(1), there, x[1]);
    return Atoms{};
  });
  core::Soac soac;
  soac.width = width;
  soac.arrays = {emit.iota(width), value};
  soac.lambda = std::move(lambda);
  emit.effect({std::move(soac)});
}

void spread(Emit& emit, const Sink::Part& to, const core::Slice& e, Atom value) {
  std::vector<std::size_t> open;
  Atoms at = to.place;
  for (std::size_t d = 0; d < e.dims.size(); ++d) {
    at.push_back(e.dims[d].index);
    if (!e.dims[d].fixed) open.push_back(d);
  }
  // What has been turned is gone through as it was made, so that it need not be.
  const graph::Node* node = emit.graph().find(value.var);
  const auto* app = node != nullptr ? core::as_app(node->exp, ArrayOp::rearrange) : nullptr;
  if (app != nullptr && app->attrs.size() == open.size()) {
    const std::vector<std::size_t> dims = open;
    for (std::size_t v = 0; v < dims.size(); ++v)
      open[static_cast<std::size_t>(app->attrs[v])] = dims[v];
    value = app->args[0];
  }
  spread(emit, to.acc, e.array, e.dims, open, at, value);
}

/// Whether a slice that is taken in many lanes may be longer in some: it cannot be set there at
/// once. (What loops keep, one value after the other, lanes have as rows:
/// eval/lanes/flat_rows.hpp.)
bool may_be_longer(Sweep& sweep, const core::Slice& e) {
  const graph::Node* made = sweep.graph().find(e.array.var);
  if (made != nullptr && std::holds_alternative<core::Loop>(made->exp.node)) return false;
  return std::any_of(e.dims.begin(), e.dims.end(), [&](const DimSlice& dim) {
    return !dim.fixed &&
           ((dim.start && sweep.may_differ(*dim.start)) || (dim.end && sweep.may_differ(*dim.end)));
  });
}

/// Adds the cotangent of a slice to its array's.
void add_slice(Sweep& sweep, const core::Slice& e, const Atom& cotangent) {
  if (const auto part = sweep.gathering(e.array)) {
    fail_as(sweep, {e}, cotangent.type);
    spread(sweep.emit(), *part, e, cotangent);
    return;
  }
  if (may_be_longer(sweep, e)) {
    fail_as(sweep, {e}, cotangent.type);
    Type type = e.array.type;
    type.acc = true;
    const core::Binder acc = sweep.graph().names().bind(type);
    core::WithAcc with;
    with.accs.push_back({acc, {sweep.adjoint_or_zeros(e.array)}, {}, {}, e.array.type.rank, true});
    with.body = sweep.emit().body([&](Emit& inner) {
      spread(inner, {acc.atom(), {}}, e, cotangent);
      return Atoms{};
    });
    return sweep.set(e.array, sweep.emit().emit1({std::move(with)}, e.array.type));
  }
  const bool fresh = !sweep.adjoint(e.array);
  Atom whole = sweep.adjoint_or_zeros(e.array);
  Atom sum = fresh ? cotangent : sweep.emit().add(sweep.emit().slice(whole, e.dims), cotangent);
  sweep.set(e.array, sweep.emit().update(whole, e.dims, sum));
}

/// What [e] reads of an array that this body has turned, as a slice of the array itself: a view
/// that is only read needs no cotangent of its own, which would be as large as the array.
std::optional<core::Slice> slice_of_turned(Sweep& sweep, const core::Index& e) {
  const auto position = sweep.graph().position_of(e.array.var);
  if (!position || e.indices.size() == e.array.type.rank) return {};
  const auto* app = core::as_app(sweep.graph()[*position].exp, ArrayOp::rearrange);
  if (app == nullptr) return {};
  const auto left = app->attrs.begin() + static_cast<std::ptrdiff_t>(e.indices.size());
  if (!std::is_sorted(left, app->attrs.end())) return {};
  core::Slice slice{app->args[0], std::vector<DimSlice>(app->attrs.size())};
  for (std::size_t d = 0; d < e.indices.size(); ++d) {
    DimSlice& dim = slice.dims[static_cast<std::size_t>(app->attrs[d])];
    dim.fixed = true;
    dim.index = e.indices[d];
  }
  return slice;
}

}  // namespace

void index_rule(Sweep& sweep, const core::Index& e, const Swept& node) {
  if (sweep.is_active(e.array) && (sweep.accumulator_for(e.array.var) || !e.steps.empty()))
    fail_as(sweep, {e}, node.results[0].type);
  const Atom cotangent = *sweep.adjoint(node.results[0].atom());
  if (!sweep.is_active(e.array)) return;
  if (const auto slice = slice_of_turned(sweep, e))
    add_slice(sweep, *slice, cotangent);
  else
    sweep.add_at(e.array, e.indices, cotangent);
}

void slice_rule(Sweep& sweep, const core::Slice& e, const Swept& node) {
  if (sweep.is_active(e.array)) add_slice(sweep, e, *sweep.adjoint(node.results[0].atom()));
}

void update_rule(Sweep& sweep, const core::Update& e, const Swept& node) {
  const Atom cotangent = *sweep.adjoint(node.results[0].atom());
  if (sweep.is_active(e.value)) {
    const Atom part = sweep.emit().slice(cotangent, e.dims);
    sweep.add(e.value, sweep.is_active(e.array) ? sweep.emit().owned(part) : part);
  }
  if (sweep.is_active(e.array))
    sweep.add(e.array, sweep.emit().update(cotangent, e.dims, sweep.emit().zeros_like(e.value)));
}

void literal_rule(Sweep& sweep, const core::ArrayLit& e, const Swept& node) {
  const Atom cotangent = *sweep.adjoint(node.results[0].atom());
  for (std::size_t i = 0; i < e.elements.size(); ++i)
    if (sweep.is_active(e.elements[i]))
      sweep.add(e.elements[i],
                sweep.emit().index(cotangent, {Atom::i64(static_cast<std::int64_t>(i))}));
}

namespace {

/// Flat positions offset + Σ i_d * stride_d of a flat_index or flat_update, as one dense array.
Atom flat_positions(Emit& emit, const Atom& offset, const Atoms& lengths, const Atoms& strides) {
  Atom positions = offset;
  for (std::size_t d = lengths.size(); d-- > 0;) {
    auto lambda = emit.lambda({{ScalarType::i64, 0, false}}, [&](Emit& inner, const Atoms& x) {
      const Atom step = inner.prim("mul", {x[0], strides[d]});
      return Atoms{inner.elementwise({positions}, ScalarType::i64, [&](Emit& at, const Atoms& p) {
        return at.prim("add", {p[0], step});
      })};
    });
    const Type type = positions.type.array_of();
    Atoms row(lengths.begin() + static_cast<std::ptrdiff_t>(d) + 1, lengths.end());
    positions = emit.map(lengths[d], {emit.iota(lengths[d])}, lambda, {type}, {row})[0];
  }
  Atom count = Atom::i64(1);
  for (const Atom& length : lengths) count = emit.prim("mul", {count, length});
  return emit.array_op(ArrayOp::reshape, {positions, count}, {ScalarType::i64, 1, false});
}

// flat_index reads a[offset + Σ i_d s_d]: its transpose adds there.
void reverse_flat_index(Sweep& sweep, const core::ArrayApp& e, const Atom& cotangent) {
  if (!sweep.is_active(e.args[0])) return;
  fail_as(sweep, {e}, cotangent.type);
  Atoms lengths, strides;
  for (std::size_t i = 2; i + 1 < e.args.size(); i += 2) {
    lengths.push_back(e.args[i]);
    strides.push_back(e.args[i + 1]);
  }
  const Atom positions = flat_positions(sweep.emit(), e.args[1], lengths, strides);
  const Atom width = sweep.emit().shape(positions, 0);
  core::Hist hist;
  hist.width = width;
  hist.dests = {sweep.emit().zeros_like(e.args[0])};
  hist.op = sweep.emit().add_operator(e.args[0].type.row());
  hist.neutral = {sweep.emit().zero(cotangent.type.elem)};
  hist.indices = {positions};
  hist.values = {
      sweep.emit().array_op(ArrayOp::reshape, {cotangent, width}, {cotangent.type.elem, 1, false})};
  sweep.add(e.args[0], sweep.emit().emit1({std::move(hist)}, e.args[0].type));
}

// flat_update overwrites a[offset + Σ i_d s_d]: those cotangents are the value's, the others a's.
void reverse_flat_update(Sweep& sweep, const core::ArrayApp& e, const Atom& cotangent) {
  const Atom& value = e.args.back();
  Atoms strides(e.args.begin() + 2, e.args.end() - 1);
  if (sweep.is_active(value)) {
    Atoms args{cotangent, e.args[1]};
    for (std::size_t d = 0; d < strides.size(); ++d) {
      args.push_back(sweep.emit().shape(value, static_cast<int>(d)));
      args.push_back(strides[d]);
    }
    const Atom part = sweep.emit().array_op(ArrayOp::flat_index, std::move(args), value.type);
    sweep.add(value, sweep.is_active(e.args[0]) ? sweep.emit().owned(part) : part);
  }
  if (sweep.is_active(e.args[0])) {
    Atoms args = e.args;
    args[0] = cotangent;
    args.back() = sweep.emit().zeros_like(value);
    sweep.add(e.args[0],
              sweep.emit().array_op(ArrayOp::flat_update, std::move(args), e.args[0].type));
  }
}

}  // namespace

void array_rule(Sweep& sweep, const core::ArrayApp& e, const Swept& node) {
  const Atom cotangent = *sweep.adjoint(node.results[0].atom());
  auto arg = [&](std::size_t i) { return e.args[i]; };
  switch (e.op) {
    case ArrayOp::shape:
    case ArrayOp::zeros: return;
    case ArrayOp::copy: sweep.add(arg(0), cotangent); return;
    case ArrayOp::reverse: sweep.add(arg(0), sweep.emit().reverse(cotangent)); return;
    case ArrayOp::replicate:
      if (sweep.is_active(arg(1))) sweep.add(arg(1), sweep.emit().sum_outer(cotangent));
      return;
    case ArrayOp::iota: {
      if (sweep.is_active(arg(1))) sweep.add(arg(1), sweep.emit().sum_outer(cotangent));
      if (!sweep.is_active(arg(2))) return;
      const Atom n = sweep.emit().shape(cotangent, 0);
      const ScalarType type = arg(2).type.elem;
      const Atom positions = sweep.emit().array_op(
          ArrayOp::iota, {n, sweep.emit().zero(type), sweep.emit().one(type)}, {type, 1, false});
      sweep.add(arg(2), sweep.emit().sum_outer(sweep.emit().multiply(cotangent, positions)));
      return;
    }
    case ArrayOp::concat: {
      Atom at = Atom::i64(0);
      for (const Atom& part : e.args) {
        const Atom end = sweep.emit().prim("add", {at, sweep.emit().shape(part, 0)});
        if (sweep.is_active(part)) {
          DimSlice range;
          range.start = at;
          range.end = end;
          sweep.add(part, sweep.emit().slice(cotangent, {range}));
        }
        at = end;
      }
      return;
    }
    case ArrayOp::rearrange: {
      std::vector<std::int64_t> inverse(e.attrs.size());
      for (std::size_t i = 0; i < e.attrs.size(); ++i)
        inverse[static_cast<std::size_t>(e.attrs[i])] = static_cast<std::int64_t>(i);
      sweep.add(arg(0), sweep.emit().emit1(core::rearranged(cotangent, inverse), arg(0).type));
      return;
    }
    case ArrayOp::reshape: {
      Atoms args{cotangent};
      for (const Atom& dim : sweep.emit().shape(arg(0))) args.push_back(dim);
      sweep.add(arg(0), sweep.emit().array_op(ArrayOp::reshape, std::move(args), arg(0).type));
      return;
    }
    case ArrayOp::rotate: {
      const Atom back = sweep.emit().prim("sub", {Atom::i64(0), arg(0)});
      sweep.add(arg(1), sweep.emit().array_op(ArrayOp::rotate, {back, cotangent}, arg(1).type));
      return;
    }
    case ArrayOp::gather: {
      if (!sweep.is_active(arg(0))) return;
      const Atom& indices = arg(1);
      const Atom width = sweep.emit().shape(indices, 0);
      if (auto acc = sweep.accumulator_for(arg(0).var)) {
        auto lambda = sweep.emit().lambda({indices.type.row(), cotangent.type.row()},
                                          [&](Emit& inner, const Atoms& x) {
                                            inner.accumulate(*acc, {x[0]}, x[1]);
                                            return Atoms{};
                                          });
        core::Soac soac;
        soac.width = width;
        soac.arrays = {indices, cotangent};
        soac.lambda = std::move(lambda);
        sweep.emit().effect({std::move(soac)});
        return;
      }
      core::Hist hist;
      hist.width = width;
      hist.dests = {sweep.adjoint_or_zeros(arg(0))};
      const Type row = arg(0).type.row();
      hist.op = sweep.emit().add_operator(row);
      Atoms dims = sweep.emit().shape(arg(0));
      hist.neutral = {sweep.emit().zeros(row.elem, Atoms(dims.begin() + 1, dims.end()))};
      hist.indices = {indices};
      hist.values = {cotangent};
      sweep.set(arg(0), sweep.emit().emit1({std::move(hist)}, arg(0).type));
      return;
    }
    case ArrayOp::order:
    case ArrayOp::last_equal: return;
    case ArrayOp::lin_rec: {
      // t[i] = b[i] + a[i] t[i-1]. Its cotangents obey s[i] = t̄[i] + a[i+1] s[i+1], a recurrence of
      // the same kind run backwards; then b̄ = s and ā[i] = s[i] t[i-1].
      const Atom& a = arg(0);
      const Atom shifted = sweep.emit().array_op(ArrayOp::rotate, {Atom::i64(1), a}, a.type);
      const Atom backwards = sweep.emit().array_op(
          ArrayOp::lin_rec, {sweep.emit().reverse(shifted), sweep.emit().reverse(cotangent)},
          a.type);
      const Atom s = sweep.emit().reverse(backwards);
      sweep.add(arg(1), s);
      if (!sweep.is_active(a)) return;
      const Atom before =
          sweep.emit().array_op(ArrayOp::rotate, {Atom::i64(-1), node.results[0].atom()}, a.type);
      // The first state has nothing before it.
      sweep.add(a, sweep.emit().clear_first(sweep.emit().multiply(s, before)));
      return;
    }
    case ArrayOp::flat_index: reverse_flat_index(sweep, e, cotangent); return;
    case ArrayOp::flat_update: reverse_flat_update(sweep, e, cotangent); return;
  }
}

}  // namespace laguz::ad::reverse
