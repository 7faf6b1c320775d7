// flatmap, and accumulators.
#include "core/walk.hpp"
#include "lower/context.hpp"
#include "lower/scopes.hpp"
#include "prims/catalog.hpp"
#include "support/assert.hpp"

namespace laguz::lower {

// Two passes: the first finds how long the parts are, the second puts them in their places.
Value Lowering::flatmap(const Values& args, ScopedType result) {
  const Value &function = args.at(0), &array = args.at(1);
  const Layout* i64 = layouts_.scalar(ScalarType::i64);
  const Atom n = length(array);

  const auto sum = [&](const char* prim) {
    return lambda({core::kIndex, core::kIndex},
                  [&](const Atoms& xy) { return Atoms{b_->prim(prim, xy)}; });
  };
  core::Soac sizes;
  sizes.width = n;
  sizes.arrays = array.atoms;
  const Layout *part = nullptr, *other = nullptr;
  std::vector<Lengths> known{{}}, part_known;
  std::vector<core::Type> part_types;
  std::size_t row_dims = 0;
  sizes.lambda = over_rows(sizes.arrays, [&](const Atoms& row) {
    const Value pair = apply(function, {from_element(array.layout->element, row)});
    part = pair.part("0").layout->element;
    other = pair.part("1").layout;
    const Atom k = length(pair.part("0"));
    Atoms results{k};
    part_types = core::types_of(pair.part("0").atoms);
    for (const Atom& column : pair.part("0").atoms) {
      for (const Atom& dim : shape(column, 1)) results.push_back(dim);
      const Lengths lengths = known_.shape(column);
      part_known.emplace_back(lengths.begin() + 1, lengths.end());
    }
    row_dims = results.size() - 1;
    results.push_back(k);
    for (const Atom& atom : element_atoms(pair.part("1"))) {
      results.push_back(atom);
      known.push_back(known_.shape(atom));
    }
    return results;
  });
  // The total, and the widest row in each dimension: all are equally wide, and without any row it
  // is the type that says how wide they would be.
  sizes.reduces.push_back({sum("add"), {Atom::i64(0)}, true});
  for (const Atoms& row : row_shapes(part_known, element_type(field_type(result, "3")), part))
    for (const Atom& dim : row) sizes.reduces.push_back({sum("max"), {dim}, true});
  const std::vector<Lengths> other_known(known.begin() + 1, known.end());
  sizes.row_shapes = row_shapes(other_known, element_type(field_type(result, "4")), other);
  sizes.row_shapes.insert(sizes.row_shapes.begin(), Atoms{});
  std::vector<core::Type> types;
  for (std::size_t i = 0; i < sizes.lambda.body.results.size(); ++i) {
    const core::Type type = sizes.lambda.body.results[i].type;
    types.push_back(i <= row_dims ? type : type.array_of());
  }
  const Atoms found = b_->emit({std::move(sizes)}, types);
  const Atom total = found[0];
  known_.learn_natural(total);
  const auto lengths_at = found.begin() + static_cast<std::ptrdiff_t>(1 + row_dims);
  const Atom lengths = *lengths_at;
  const Atoms others(lengths_at + 1, found.end());
  know_results({lengths}, n, {{}});
  know_results(others, n, other_known);

  core::Soac ends;
  ends.width = n;
  ends.arrays = {lengths};
  ends.lambda = lambda({core::kIndex}, [](const Atoms& x) { return x; });
  ends.scans.push_back({sum("add"), {Atom::i64(0)}});
  ends.row_shapes = {{}};
  const Atom end_array = b_->emit1({std::move(ends)}, core::kIndex.array_of());
  core::Soac starts;
  starts.width = n;
  starts.arrays = {end_array, lengths};
  starts.lambda = lambda({core::kIndex, core::kIndex}, [&](const Atoms& x) {
    const Atom start = b_->sub(x[0], x[1]);
    const Atom none = b_->prim("eq", {x[1], Atom::i64(0)});
    return Atoms{start,
                 b_->prim(prims::get("select", ScalarType::i64), {none, Atom::i64(-1), start}),
                 Atom::boolean(true)};
  });
  starts.row_shapes = {{}, {}, {}};
  const core::Type boolean{ScalarType::boolean, 1, false};
  const Atoms starts_found =
      b_->emit({std::move(starts)}, {core::kIndex.array_of(), core::kIndex.array_of(), boolean});
  know_results(starts_found, n, {{}, {}, {}});
  const Atom offsets = starts_found[0];
  const Atom flags = b_->emit1(
      {core::Scatter{
          n, {zeros({total}, ScalarType::boolean)}, {starts_found[1]}, {starts_found[2]}}},
      boolean);
  known_.learn_length(flags, 0, total);

  core::Loop fill;
  std::size_t dim = 1;
  for (const core::Type& type : part_types) {
    Atoms shape{total};
    for (int d = 1; d < type.rank; ++d) shape.push_back(found[dim++]);
    fill.inits.push_back(zeros(shape, type.elem));
  }
  const core::VarId first = names().last() + 1;
  for (const core::Type& type : part_types) fill.params.push_back(names().bind(type));
  core::ForForm form{names().bind(core::kIndex), n};
  {
    BodyScope body(*this);
    const Atom i = form.index.atom();
    const Value pair = apply(function, {element(array, {i})});
    core::DimSlice place;
    place.start = b_->index(offsets, {i});
    place.end = b_->add(*place.start, b_->index(lengths, {i}));
    Atoms next;
    for (std::size_t c = 0; c < part_types.size(); ++c)
      next.push_back(
          b_->emit1({core::Update{fill.params[c].atom(), {place}, pair.part("0").atoms.at(c)}},
                    part_types[c]));
    fill.body = body.finish(next);
  }
  fill.form = form;
  known_.retire(first, names().last());
  const Atoms inits = fill.inits;
  const Atoms parts = b_->emit({std::move(fill)}, part_types);
  for (std::size_t i = 0; i < parts.size(); ++i) known_.learn_shape_of(parts[i], inits[i]);
  return tuple_value(layouts_,
                     {array_value(layouts_, i64, {lengths}),
                      array_value(layouts_, layouts_.scalar(ScalarType::boolean), {flags}),
                      array_value(layouts_, i64, {offsets}), array_value(layouts_, part, parts),
                      array_value(layouts_, other, others)});
}

// --------------------------------------------------------------------------------- accumulators

Value Lowering::with_acc(const Value& dest, core::Lambda op, Atoms neutral, const Value& function,
                         const Value& elements) {
  core::WithAcc e;
  core::WithAcc::Acc acc;
  acc.arrays = dest.atoms;
  acc.op = std::move(op);
  acc.neutral = std::move(neutral);
  const core::VarId first = names().last() + 1;
  core::Type type = dest.atom().type;
  type.acc = true;
  acc.acc = names().bind(type);
  for (int dim = 0; dim < type.rank; ++dim)
    known_.learn_length(acc.acc.atom(), dim, length(dest.atom(), dim));
  {
    BodyScope body(*this);
    Value target;
    target.layout = layouts_.acc(dest.layout);
    target.atoms = {acc.acc.atom()};
    core::Soac each;
    each.width = length(elements);
    each.arrays = elements.atoms;
    each.lambda = over_rows(each.arrays, [&](const Atoms& row) {
      apply(function, {target, from_element(elements.layout->element, row)});
      return Atoms{};
    });
    b_->emit({std::move(each)}, {});
    e.body = body.finish({});
  }
  e.accs.push_back(std::move(acc));
  known_.retire(first, names().last());
  Value result = dest;
  result.atoms = b_->emit({std::move(e)}, core::types_of(dest.atoms));
  for (std::size_t i = 0; i < dest.atoms.size(); ++i)
    known_.learn_shape_of(result.atoms[i], dest.atoms[i]);
  return result;
}

Value Lowering::scatter_stream(const Values& args) {
  const Value& dest = args.at(0);
  std::vector<core::Type> types;
  Atoms neutral;
  for (const Atom& column : dest.atoms) {
    types.push_back(column.type.row());
    neutral.push_back(types.back().is_scalar() ? Atom::constant({column.type.elem, 0})
                                               : zeros(shape(column, 1), column.type.elem));
  }
  const std::size_t n = types.size();
  for (std::size_t i = 0; i < n; ++i) types.push_back(types[i]);
  core::Lambda last = lambda(types, [&](const Atoms& params) {
    return Atoms(params.begin() + static_cast<std::ptrdiff_t>(n), params.end());
  });
  return with_acc(dest, std::move(last), std::move(neutral), args.at(1), args.at(2));
}

Value Lowering::hist_stream(const Values& args) {
  const Value& neutral = args.at(2);
  return with_acc(args.at(0), binary(args.at(1), neutral), lower::flatten(neutral), args.at(3),
                  args.at(4));
}

Value Lowering::acc_write(const Values& args) {
  const Value& acc = args.at(0);
  b_->emit({core::AccUpdate{acc.atom(), {args.at(1).atom()}, lower::flatten(args.at(2))}}, {});
  return acc;
}

}  // namespace laguz::lower
