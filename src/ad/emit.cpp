#include "ad/emit.hpp"

#include <algorithm>
#include <cmath>

#include "core/walk.hpp"

namespace laguz::ad {
namespace {

using core::ArrayOp;

bool is_one(const Atom& atom, Emit& emit) {
  return atom.is_constant() && atom == emit.one(atom.type.elem);
}

bool is_zero(const Atom& atom) { return atom.is_constant() && atom.bits == 0; }

template <class Node>
const Node* node_of(const Atom& atom, Emit& emit) {
  const graph::Node* node = atom.is_constant() ? nullptr : emit.graph().find(atom.var);
  return node != nullptr ? std::get_if<Node>(&node->exp.node) : nullptr;
}

bool is_zeros(const Atom& atom, Emit& emit) {
  const auto* app = node_of<core::ArrayApp>(atom, emit);
  return atom.is_constant() ? is_zero(atom) : app != nullptr && app->op == ArrayOp::zeros;
}

/// The update that [array] comes from, if it is of [dims] and nothing else.
const core::Update* update_of(const Atom& array, const std::vector<core::DimSlice>& dims,
                              Emit& emit) {
  const auto* update = node_of<core::Update>(array, emit);
  return update != nullptr && update->dims == dims ? update : nullptr;
}

/// [part] is what [array] has at [dims].
bool is_part(const Atom& part, const Atom& array, const std::vector<core::DimSlice>& dims,
             Emit& emit) {
  const auto* app = node_of<core::ArrayApp>(part, emit);
  if (app != nullptr && app->op == ArrayOp::copy) return is_part(app->args[0], array, dims, emit);
  if (const auto* slice = node_of<core::Slice>(part, emit))
    return slice->array == array && slice->dims == dims;
  const auto* index = node_of<core::Index>(part, emit);
  if (index == nullptr || !(index->array == array) || index->indices.size() != dims.size())
    return false;
  for (std::size_t d = 0; d < dims.size(); ++d)
    if (!dims[d].fixed || !(dims[d].index == index->indices[d])) return false;
  return true;
}

}  // namespace

core::DimSlice fixed(const Atom& index) {
  core::DimSlice dim;
  dim.fixed = true;
  dim.index = index;
  return dim;
}

prims::TermId Emit::term(const Atom& atom) {
  terms_.push_back(atom);
  return terms_.size() - 1;
}

prims::TermId Emit::constant(support::Scalar value) { return term(Atom::constant(value)); }

ScalarType Emit::type_of(prims::TermId id) const { return terms_[id].type.elem; }

prims::TermId Emit::apply(prims::Prim which, std::span<const prims::TermId> args) {
  Atoms atoms;
  for (auto id : args) atoms.push_back(terms_[id]);
  return term(prim(which, atoms));
}

void Emit::effect(core::Exp exp) {
  graph_.append(std::move(exp), {}, place);
  graph_[graph_.size() - 1].pinned = true;
}

Atoms Emit::region(core::Exp exp, const std::vector<Type>& types) {
  bool accumulates = false;
  for (const core::Binder& free : core::free_variables(exp))
    accumulates = accumulates || free.type.acc;
  Atoms results = graph_.append(std::move(exp), types, place);
  if (accumulates) graph_[graph_.size() - 1].pinned = true;
  return results;
}

Atoms Emit::with_accumulators(core::WithAcc with, core::Exp exp, const std::vector<Type>& types) {
  std::vector<Type> all;
  for (const auto& acc : with.accs)
    for (const Atom& array : acc.arrays) all.push_back(array.type);
  all.insert(all.end(), types.begin(), types.end());
  core::Binders binders;
  for (Type type : types) binders.push_back(graph_.names().bind(type));
  for (const core::Binder& binder : binders) with.body.results.push_back(binder.atom());
  with.body.stms.push_back(place.stm(std::move(binders), std::move(exp)));
  return region({std::move(with)}, all);
}

Atom Emit::prim(prims::Prim which, const Atoms& args) {
  bool constants = true;
  for (const Atom& arg : args) constants = constants && arg.is_constant();
  if (constants) {
    std::vector<support::Scalar> scalars;
    for (const Atom& arg : args) scalars.push_back(arg.scalar());
    if (prims::guard_holds(which, scalars)) return Atom::constant(prims::apply(which, scalars));
  }
  return emit1({core::PrimApp{which, args}}, {prims::result_type(which), 0, false});
}

Atom Emit::prim(std::string_view name, const Atoms& args) {
  return prim(prims::get(name, args[0].type.elem), args);
}

Atom Emit::array_op(ArrayOp op, Atoms args, Type type, std::vector<std::int64_t> attrs) {
  return emit1({core::ArrayApp{op, std::move(args), std::move(attrs)}}, type);
}

Atom Emit::shape(const Atom& array, int dim) {
  const graph::Length length = graph_.length_of(array, dim);
  if (length.dim < 0) return length.of;
  return array_op(ArrayOp::shape, {length.of}, {ScalarType::i64, 0, false}, {length.dim});
}

Atoms Emit::shape(const Atom& array) {
  Atoms dims;
  for (int d = 0; d < array.type.rank; ++d) dims.push_back(shape(array, d));
  return dims;
}

Atom Emit::index(const Atom& array, Atoms indices) {
  if (indices.empty()) return array;
  std::vector<core::DimSlice> dims;
  for (const Atom& index : indices) dims.push_back(fixed(index));
  if (const auto* update = update_of(array, dims, *this)) return update->value;
  Type type{array.type.elem, static_cast<std::uint8_t>(array.type.rank - indices.size()), false};
  return emit1({core::Index{array, std::move(indices)}}, type);
}

std::pair<Atom, Atom> Emit::slice_origin(const core::DimSlice& dim, const Atom& length) {
  const Atom stride = dim.stride ? *dim.stride : Atom::i64(1);
  if (dim.start) return {*dim.start, stride};
  const Atom forward = prim("gt", {stride, Atom::i64(0)});
  const Atom last = prim("sub", {length, Atom::i64(1)});
  return {prim(prims::get("select", ScalarType::i64), {forward, Atom::i64(0), last}), stride};
}

std::optional<Emit::SlicePlace> Emit::place_in(const core::Slice& slice, const Atom& at) {
  SlicePlace place;
  place.open = slice.dims.size();
  for (std::size_t d = 0; d < slice.dims.size(); ++d) {
    place.indices.push_back(slice.dims[d].index);
    if (slice.dims[d].fixed) continue;
    if (place.open < slice.dims.size()) return {};
    place.open = d;
  }
  if (place.open == slice.dims.size()) {
    place.indices.push_back(at);
    return place;
  }
  const auto [start, stride] =
      slice_origin(slice.dims[place.open], shape(slice.array, static_cast<int>(place.open)));
  place.indices[place.open] = prim("add", {start, prim("mul", {at, stride})});
  return place;
}

Atom Emit::slice(const Atom& array, std::vector<core::DimSlice> dims) {
  if (std::all_of(dims.begin(), dims.end(), [](const core::DimSlice& dim) { return dim.fixed; })) {
    Atoms indices;
    for (const auto& dim : dims) indices.push_back(dim.index);
    return index(array, std::move(indices));
  }
  if (const auto* update = update_of(array, dims, *this)) return update->value;
  Type type = array.type;
  for (const auto& dim : dims)
    if (dim.fixed) type = type.row();
  return emit1({core::Slice{array, std::move(dims)}}, type);
}

Atom Emit::update(const Atom& array, std::vector<core::DimSlice> dims, const Atom& value) {
  if (const auto* before = update_of(array, dims, *this)) {
    const Atom whole = before->array;
    return update(whole, std::move(dims), value);
  }
  if (is_part(value, array, dims, *this)) return array;
  return emit1({core::Update{array, std::move(dims), value}}, array.type);
}

Atom Emit::clear_first(const Atom& array) {
  const Atoms dims = shape(array);
  const Type row = array.type.row();
  auto clear = lambda({{ScalarType::i64, 0, false}, row}, [&](Emit& inner, const Atoms& x) {
    core::If choose;
    choose.condition = inner.prim("eq", {x[0], Atom::i64(0)});
    choose.else_body.results = {x[1]};
    choose.then_body = inner.body([&](Emit& then) { return Atoms{then.zeros_like(x[1])}; });
    return Atoms{inner.emit1({std::move(choose)}, row)};
  });
  return map(dims[0], {iota(dims[0]), array}, clear, {array.type},
             {Atoms(dims.begin() + 1, dims.end())})[0];
}

Atom Emit::update_at(const Atom& array, const Atoms& indices, const Atom& value) {
  if (indices.empty()) return value;
  std::vector<core::DimSlice> dims;
  for (const Atom& index : indices) dims.push_back(fixed(index));
  return update(array, std::move(dims), value);
}

Atom Emit::owned(const Atom& value) {
  return value.type.rank == 0 ? value : array_op(ArrayOp::copy, {value}, value.type);
}

Atom Emit::in_bounds(const Atom& array, const Atoms& indices) {
  Atom inside = Atom::boolean(true);
  for (std::size_t d = 0; d < indices.size(); ++d) {
    const Atom low = prim("le", {Atom::i64(0), indices[d]});
    const Atom high = prim("lt", {indices[d], shape(array, static_cast<int>(d))});
    const Atom both = prim("and", {low, high});
    inside = inside.is_constant() ? both : prim("and", {inside, both});
  }
  return inside;
}

Atom Emit::guarded_index(const Atom& array, const Atoms& indices) {
  core::If choose;
  choose.condition = in_bounds(array, indices);
  const Type row{array.type.elem, static_cast<std::uint8_t>(array.type.rank - indices.size()),
                 false};
  choose.then_body = body([&](Emit& then) { return Atoms{then.index(array, indices)}; });
  choose.else_body = body([&](Emit& other) {
    Atoms dims = other.shape(array);
    return Atoms{other.zeros(
        row.elem, Atoms(dims.begin() + static_cast<std::ptrdiff_t>(indices.size()), dims.end()))};
  });
  return emit1({std::move(choose)}, row);
}

Atom Emit::gather_at(const Atom& width, const Atom& array, const Atoms& indices) {
  if (const auto known = graph_.known_rows(array, indices)) return *known;
  if (indices.size() == 1) return array_op(ArrayOp::gather, {array, indices[0]}, array.type);
  Atoms dims = shape(array);
  Atoms row(dims.begin() + static_cast<std::ptrdiff_t>(indices.size()), dims.end());
  auto made =
      lambda(std::vector<Type>(indices.size(), Type{ScalarType::i64, 0, false}),
             [&](Emit& inner, const Atoms& x) { return Atoms{inner.guarded_index(array, x)}; });
  const Type type{array.type.elem, static_cast<std::uint8_t>(row.size() + 1), false};
  return map(width, indices, made, {type}, {row})[0];
}

Atom Emit::iota(const Atom& n) {
  return array_op(ArrayOp::iota, {n, Atom::i64(0), Atom::i64(1)}, {ScalarType::i64, 1, false});
}

Atom Emit::replicate(const Atom& n, const Atom& value) {
  return array_op(ArrayOp::replicate, {n, value}, value.type.array_of());
}

Atom Emit::reverse(const Atom& array) { return array_op(ArrayOp::reverse, {array}, array.type); }

Atom Emit::flat(const Atom& array) {
  if (array.type.rank == 1) return array;
  Atom count = Atom::i64(1);
  for (const Atom& dim : shape(array)) count = prim("mul", {count, dim});
  return array_op(ArrayOp::reshape, {array, count}, {array.type.elem, 1, false});
}

core::Body Emit::body(const std::function<Atoms(Emit&)>& write) {
  graph::Graph inner(graph_.names(), &graph_);
  Emit emit(inner);
  emit.place = place;
  Atoms results = write(emit);
  return inner.take(std::move(results));
}

core::Lambda Emit::lambda(const std::vector<Type>& params,
                          const std::function<Atoms(Emit&, const Atoms&)>& write) {
  core::Lambda made;
  Atoms atoms;
  for (Type type : params) {
    made.params.push_back(graph_.names().bind(type));
    atoms.push_back(made.params.back().atom());
  }
  made.body = body([&](Emit& emit) { return write(emit, atoms); });
  return made;
}

Atoms Emit::map(const Atom& width, const Atoms& arrays, const core::Lambda& lambda,
                const std::vector<Type>& results, std::vector<Atoms> rows) {
  core::Soac soac;
  soac.width = width;
  soac.arrays = arrays;
  soac.lambda = lambda;
  soac.row_shapes = std::move(rows);
  return emit({std::move(soac)}, results);
}

Atom Emit::is_divisor(const Atom& x) {
  const int range = x.type.elem == ScalarType::f64   ? 900
                    : x.type.elem == ScalarType::f32 ? 100
                                                     : 12;
  auto power = [&](int exponent) {
    const support::Scalar exact = support::Scalar::f64(std::ldexp(1.0, exponent));
    return prim("cvt_" + std::string(name(x.type.elem)), {Atom::constant(exact)});
  };
  const Atom size = prim("abs", {x});
  return prim("and", {prim("ge", {size, power(-range)}), prim("le", {size, power(range)})});
}

Atom Emit::zero(ScalarType type) { return Atom::constant({type, 0}); }

Atom Emit::one(ScalarType type) {
  if (type == ScalarType::boolean) return Atom::boolean(true);
  const support::Scalar truth = support::Scalar::boolean(true);
  auto convert = prims::get("cvt_" + std::string(name(type)), ScalarType::boolean);
  return Atom::constant(prims::apply(convert, {&truth, 1}));
}

Atom Emit::zeros(ScalarType type, Atoms dims) {
  if (dims.empty()) return zero(type);
  Type result{type, static_cast<std::uint8_t>(dims.size()), false};
  return array_op(ArrayOp::zeros, std::move(dims), result, {static_cast<std::int64_t>(type)});
}

Atom Emit::zeros_like(const Atom& value) { return zeros(value.type.elem, shape(value)); }

Atom Emit::elementwise(const Atoms& values, ScalarType result,
                       const std::function<Atom(Emit&, const Atoms&)>& formula) {
  return elementwise(shape(values[0]), values, result, formula);
}

Atom Emit::elementwise(const Atoms& dims, const Atoms& values, ScalarType result,
                       const std::function<Atom(Emit&, const Atoms&)>& formula) {
  if (dims.empty()) return formula(*this, values);
  const Atoms inside(dims.begin() + 1, dims.end());
  std::vector<Type> rows;
  for (const Atom& value : values) rows.push_back(value.type.row());
  auto made = lambda(rows, [&](Emit& inner, const Atoms& elements) {
    return Atoms{inner.elementwise(inside, elements, result, formula)};
  });
  return map(dims[0], values, made, {{result, values[0].type.rank, false}}, {inside})[0];
}

Atom Emit::add(const Atom& a, const Atom& b) {
  if (is_zeros(a, *this)) return b;
  if (is_zeros(b, *this)) return a;
  return elementwise({a, b}, a.type.elem, [](Emit& emit, const Atoms& x) {
    return emit.prim(prims::addition(x[0].type.elem), x);
  });
}

Atom Emit::multiply(const Atom& a, const Atom& b) {
  if (is_one(a, *this)) return b;
  if (is_one(b, *this)) return a;
  return elementwise({a, b}, a.type.elem, [](Emit& emit, const Atoms& x) {
    return emit.prim(prims::multiplication(x[0].type.elem), x);
  });
}

std::optional<Atom> Emit::twice_product(const Atom& x, bool only_halves) {
  const ScalarType type = x.type.elem;
  const graph::Node* node = x.is_constant() ? nullptr : graph_.find(x.var);
  const auto* product = node != nullptr ? std::get_if<core::PrimApp>(&node->exp.node) : nullptr;
  if (product == nullptr || prims::op_of(product->prim) != prims::Op::mul) return std::nullopt;
  const Atoms factors = product->args;
  for (const std::size_t k : {0, 1}) {
    const Atom& other = factors[1 - k];
    if (!factors[k].is_constant()) continue;
    const Atom both = prim(prims::addition(type), {factors[k], factors[k]});
    if (is_one(both, *this)) return other;
    if (is_one(prim("neg", {both}), *this)) return prim("neg", {other});
    if (only_halves) return std::nullopt;
    return prim(prims::multiplication(type), {both, other});
  }
  if (only_halves) return std::nullopt;
  for (const std::size_t k : {0, 1})
    if (const auto factor = twice_product(factors[k], true))
      return prim(prims::multiplication(type), {*factor, factors[1 - k]});
  return std::nullopt;
}

Atom Emit::twice(const Atom& x) {
  if (support::is_float(x.type.elem))
    if (const auto product = twice_product(x, false)) return *product;
  return prim(prims::addition(x.type.elem), {x, x});
}

std::optional<Emit::Choice> Emit::choice(const Atom& atom) {
  const auto* app = node_of<core::PrimApp>(atom, *this);
  if (app == nullptr) return {};
  if (app->args.size() == 1 && app->args[0].type.elem == ScalarType::boolean &&
      prims::row_of(app->prim).diff == prims::Diff::convert)
    return Choice{app->args[0], one(atom.type.elem), zero(atom.type.elem)};
  if (prims::row_of(app->prim).op != prims::Op::select) return {};
  const Choice found{app->args[0], app->args[1], app->args[2]};
  return is_plain(found.yes) || is_plain(found.no) ? std::optional(found) : std::nullopt;
}

bool Emit::is_plain(const Atom& side) { return is_zero(side) || is_one(side, *this); }

std::optional<Atom> Emit::weigh(const Atom& partial, const Atom& value) {
  if (is_zero(partial)) return {};
  if (is_one(partial, *this)) return value;
  if (auto found = choice(partial)) return weigh(*found, value);
  return prim(prims::multiplication(value.type.elem), {partial, value});
}

Atom Emit::weigh(const Choice& partial, const Atom& value) {
  const Atom none = zero(value.type.elem);
  const Atom yes = weigh(partial.yes, value).value_or(none);
  const Atom no = weigh(partial.no, value).value_or(none);
  return prim(prims::get("select", value.type.elem), {partial.condition, yes, no});
}

std::optional<Atom> Emit::scale(const Atom& factor, const Atom& value) {
  if (is_zero(factor)) return {};
  if (is_one(factor, *this)) return value;
  if (auto mask = choice(factor); mask && is_plain(mask->yes) && is_plain(mask->no))
    return weigh(*mask, value);
  return prim(prims::multiplication(value.type.elem), {factor, value});
}

core::Lambda Emit::add_operator(Type type) {
  return lambda({type, type},
                [](Emit& emit, const Atoms& x) { return Atoms{emit.add(x[0], x[1])}; });
}

Atom Emit::sum_outer(const Atom& array) {
  const Type row = array.type.row();
  core::Soac soac;
  soac.width = shape(array, 0);
  soac.arrays = {array};
  soac.lambda = lambda({row}, [](Emit&, const Atoms& x) { return x; });
  Atoms dims = shape(array);
  Atom neutral = zeros(row.elem, Atoms(dims.begin() + 1, dims.end()));
  soac.reduces.push_back({add_operator(row), {neutral}, true});
  return emit1({std::move(soac)}, row);
}

}  // namespace laguz::ad
