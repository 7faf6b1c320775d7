// Array operations: all linear in the array, so each rule is a transpose.
#include "ad/sweep.hpp"
#include "support/assert.hpp"

namespace laguz::ad {

using core::ArrayOp;
using core::Binders;
using core::DimSlice;

void Sweep::rule_index(const core::Index& e, const Binders& results) {
  if (is_active(e.array) && (accumulator_for(e.array.var) || !e.steps.empty()))
    fail_as({e}, results[0].type);
  add_at(e.array, e.indices, *adjoint(results[0].atom()));
}

// Accumulators take nothing at a place that is out of bounds: there the index itself has to fail,
// as it would. It reads zeros, so that the array, if it is one of a loop's states, need not be
// kept.
void Sweep::fail_as(core::Exp exp, Type type) {
  Atom* array = nullptr;
  if (auto* index = std::get_if<core::Index>(&exp.node)) array = &index->array;
  if (auto* slice = std::get_if<core::Slice>(&exp.node)) array = &slice->array;
  if (auto* app = std::get_if<core::ArrayApp>(&exp.node)) array = &app->args[0];
  *array = emit_.zeros_like(*array);
  graph().append(std::move(exp), {type}, emit_.place);
  graph::Node& check = graph()[graph().size() - 1];
  check.pinned = true;
  checks_->insert(check.results[0].id);
}

namespace {

/// First index of a slice's dimension of length [n], and its stride, as the language defines them.
std::pair<Atom, Atom> slice_origin(Emit& emit, const DimSlice& dim, const Atom& n) {
  const Atom stride = dim.stride ? *dim.stride : Atom::i64(1);
  if (dim.start) return {*dim.start, stride};
  const Atom forward = emit.prim("gt", {stride, Atom::i64(0)});
  const Atom last = emit.prim("sub", {n, Atom::i64(1)});
  return {emit.prim(prims::get("select", ScalarType::i64), {forward, Atom::i64(0), last}), stride};
}

/// Adds [value], the cotangent of array[dims], through [at], dimension by dimension.
void spread(Emit& emit, const Atom& acc, const Atom& array, const std::vector<DimSlice>& dims,
            std::size_t d, Atoms indices, const Atom& value) {
  while (d < dims.size() && dims[d].fixed) indices.push_back(dims[d++].index);
  if (d == dims.size()) {
    emit.accumulate(acc, indices, value);
    return;
  }
  auto [start, stride] = slice_origin(emit, dims[d], emit.shape(array, static_cast<int>(d)));
  const Atom width = emit.shape(value, 0);
  auto lambda =
      emit.lambda({{ScalarType::i64, 0, false}, value.type.row()},
                  [&, start = start, stride = stride](Emit& inner, const Atoms& x) {
                    Atoms at = indices;
                    at.push_back(inner.prim("add", {start, inner.prim("mul", {x[0], stride})}));
                    spread(inner, acc, array, dims, d + 1, at, x[1]);
                    return Atoms{};
                  });
  core::Soac soac;
  soac.width = width;
  soac.arrays = {emit.iota(width), value};
  soac.lambda = std::move(lambda);
  emit.effect({std::move(soac)});
}

}  // namespace

void Sweep::rule_slice(const core::Slice& e, const Binders& results) {
  if (!is_active(e.array)) return;
  const Atom cotangent = *adjoint(results[0].atom());
  if (auto acc = accumulator_for(e.array.var)) {
    fail_as({e}, cotangent.type);
    spread(emit_, *acc, e.array, e.dims, 0, {}, cotangent);
    return;
  }
  const bool fresh = !adjoint(e.array);
  Atom whole = adjoint_or_zeros(e.array);
  Atom sum = fresh ? cotangent : emit_.add(emit_.slice(whole, e.dims), cotangent);
  set(e.array, emit_.update(whole, e.dims, sum));
}

void Sweep::rule_update(const core::Update& e, const Binders& results) {
  const Atom cotangent = *adjoint(results[0].atom());
  if (is_active(e.value)) {
    const Atom part = emit_.slice(cotangent, e.dims);
    add(e.value, is_active(e.array) ? emit_.owned(part) : part);
  }
  if (is_active(e.array)) add(e.array, emit_.update(cotangent, e.dims, emit_.zeros_like(e.value)));
}

void Sweep::rule_literal(const core::ArrayLit& e, const Binders& results) {
  const Atom cotangent = *adjoint(results[0].atom());
  for (std::size_t i = 0; i < e.elements.size(); ++i)
    if (is_active(e.elements[i]))
      add(e.elements[i], emit_.index(cotangent, {Atom::i64(static_cast<std::int64_t>(i))}));
}

void Sweep::rule_array(const core::ArrayApp& e, const Binders& results) {
  const Atom cotangent = *adjoint(results[0].atom());
  auto arg = [&](std::size_t i) { return e.args[i]; };
  switch (e.op) {
    case ArrayOp::shape:
    case ArrayOp::zeros: return;
    case ArrayOp::copy: add(arg(0), cotangent); return;
    case ArrayOp::reverse: add(arg(0), emit_.reverse(cotangent)); return;
    case ArrayOp::replicate:
      if (is_active(arg(1))) add(arg(1), emit_.sum_outer(cotangent));
      return;
    case ArrayOp::iota: {
      if (is_active(arg(1))) add(arg(1), emit_.sum_outer(cotangent));
      if (!is_active(arg(2))) return;
      const Atom n = emit_.shape(cotangent, 0);
      const ScalarType type = arg(2).type.elem;
      const Atom positions =
          emit_.array_op(ArrayOp::iota, {n, emit_.zero(type), emit_.one(type)}, {type, 1, false});
      add(arg(2), emit_.sum_outer(emit_.multiply(cotangent, positions)));
      return;
    }
    case ArrayOp::concat: {
      Atom at = Atom::i64(0);
      for (const Atom& part : e.args) {
        const Atom end = emit_.prim("add", {at, emit_.shape(part, 0)});
        if (is_active(part)) {
          DimSlice range;
          range.start = at;
          range.end = end;
          add(part, emit_.slice(cotangent, {range}));
        }
        at = end;
      }
      return;
    }
    case ArrayOp::rearrange: {
      std::vector<std::int64_t> inverse(e.attrs.size());
      for (std::size_t i = 0; i < e.attrs.size(); ++i)
        inverse[static_cast<std::size_t>(e.attrs[i])] = static_cast<std::int64_t>(i);
      add(arg(0), emit_.array_op(ArrayOp::rearrange, {cotangent}, arg(0).type, inverse));
      return;
    }
    case ArrayOp::reshape: {
      Atoms args{cotangent};
      for (const Atom& dim : emit_.shape(arg(0))) args.push_back(dim);
      add(arg(0), emit_.array_op(ArrayOp::reshape, std::move(args), arg(0).type));
      return;
    }
    case ArrayOp::rotate: {
      const Atom back = emit_.prim("sub", {Atom::i64(0), arg(0)});
      add(arg(1), emit_.array_op(ArrayOp::rotate, {back, cotangent}, arg(1).type));
      return;
    }
    case ArrayOp::gather: {
      if (!is_active(arg(0))) return;
      const Atom& indices = arg(1);
      const Atom width = emit_.shape(indices, 0);
      if (auto acc = accumulator_for(arg(0).var)) {
        auto lambda = emit_.lambda({indices.type.row(), cotangent.type.row()},
                                   [&](Emit& inner, const Atoms& x) {
                                     inner.accumulate(*acc, {x[0]}, x[1]);
                                     return Atoms{};
                                   });
        core::Soac soac;
        soac.width = width;
        soac.arrays = {indices, cotangent};
        soac.lambda = std::move(lambda);
        emit_.effect({std::move(soac)});
        return;
      }
      core::Hist hist;
      hist.width = width;
      hist.dests = {adjoint_or_zeros(arg(0))};
      const Type row = arg(0).type.row();
      hist.op = emit_.add_operator(row);
      Atoms dims = emit_.shape(arg(0));
      hist.neutral = {emit_.zeros(row.elem, Atoms(dims.begin() + 1, dims.end()))};
      hist.indices = {indices};
      hist.values = {cotangent};
      set(arg(0), emit_.emit1({std::move(hist)}, arg(0).type));
      return;
    }
    case ArrayOp::lin_rec: {
      // t[i] = b[i] + a[i] t[i-1]. Its cotangents obey s[i] = t̄[i] + a[i+1] s[i+1], a recurrence of
      // the same kind run backwards; then b̄ = s and ā[i] = s[i] t[i-1].
      const Atom& a = arg(0);
      const Atom shifted = emit_.array_op(ArrayOp::rotate, {Atom::i64(1), a}, a.type);
      const Atom backwards = emit_.array_op(
          ArrayOp::lin_rec, {emit_.reverse(shifted), emit_.reverse(cotangent)}, a.type);
      const Atom s = emit_.reverse(backwards);
      add(arg(1), s);
      if (!is_active(a)) return;
      const Atom before =
          emit_.array_op(ArrayOp::rotate, {Atom::i64(-1), results[0].atom()}, a.type);
      // The first state has nothing before it.
      add(a, emit_.clear_first(emit_.multiply(s, before)));
      return;
    }
    case ArrayOp::flat_index: rule_flat_index(e, cotangent); return;
    case ArrayOp::flat_update: rule_flat_update(e, cotangent); return;
  }
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

}  // namespace

// flat_index reads a[offset + Σ i_d s_d]: its transpose adds there.
void Sweep::rule_flat_index(const core::ArrayApp& e, const Atom& cotangent) {
  if (!is_active(e.args[0])) return;
  fail_as({e}, cotangent.type);
  Atoms lengths, strides;
  for (std::size_t i = 2; i + 1 < e.args.size(); i += 2) {
    lengths.push_back(e.args[i]);
    strides.push_back(e.args[i + 1]);
  }
  const Atom positions = flat_positions(emit_, e.args[1], lengths, strides);
  const Atom width = emit_.shape(positions, 0);
  core::Hist hist;
  hist.width = width;
  hist.dests = {emit_.zeros_like(e.args[0])};
  hist.op = emit_.add_operator(e.args[0].type.row());
  hist.neutral = {emit_.zero(cotangent.type.elem)};
  hist.indices = {positions};
  hist.values = {
      emit_.array_op(ArrayOp::reshape, {cotangent, width}, {cotangent.type.elem, 1, false})};
  add(e.args[0], emit_.emit1({std::move(hist)}, e.args[0].type));
}

// flat_update overwrites a[offset + Σ i_d s_d]: those cotangents are the value's, the others a's.
void Sweep::rule_flat_update(const core::ArrayApp& e, const Atom& cotangent) {
  const Atom& value = e.args.back();
  Atoms strides(e.args.begin() + 2, e.args.end() - 1);
  if (is_active(value)) {
    Atoms args{cotangent, e.args[1]};
    for (std::size_t d = 0; d < strides.size(); ++d) {
      args.push_back(emit_.shape(value, static_cast<int>(d)));
      args.push_back(strides[d]);
    }
    const Atom part = emit_.array_op(ArrayOp::flat_index, std::move(args), value.type);
    add(value, is_active(e.args[0]) ? emit_.owned(part) : part);
  }
  if (is_active(e.args[0])) {
    Atoms args = e.args;
    args[0] = cotangent;
    args.back() = emit_.zeros_like(value);
    add(e.args[0], emit_.array_op(ArrayOp::flat_update, std::move(args), e.args[0].type));
  }
}

}  // namespace laguz::ad
