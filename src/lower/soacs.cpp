// Intrinsics that take functions: maps, folds, histograms, streams.
#include "core/walk.hpp"
#include "lower/context.hpp"
#include "lower/scopes.hpp"
#include "support/assert.hpp"

namespace laguz::lower {

// ------------------------------------------------------------------------------------- lambdas

core::Lambda Lowering::lambda(const std::vector<core::Type>& params,
                              FunctionRef<Atoms(const Atoms&)> body) {
  core::Lambda lambda;
  BodyScope scope(*this);
  Atoms atoms;
  for (const core::Type& type : params) {
    lambda.params.push_back(names().bind(type));
    atoms.push_back(lambda.params.back().atom());
  }
  lambda.body = scope.finish(body(atoms));
  return lambda;
}

void Lowering::know_rows(const Atoms& rows, const Atoms& arrays) {
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (int dim = 0; dim < rows[i].type.rank; ++dim)
      if (const auto known = known_.length(arrays[i], dim + 1))
        known_.learn_length(rows[i], dim, *known);
}

core::Lambda Lowering::over_rows(const Atoms& arrays, FunctionRef<Atoms(const Atoms&)> body) {
  std::vector<core::Type> types;
  for (const Atom& array : arrays) types.push_back(array.type.row());
  // Rows of known length need no asking inside.
  for (const Atom& array : arrays)
    for (int dim = 1; dim < array.type.rank; ++dim) length(array, dim);
  return lambda(types, [&](const Atoms& params) {
    know_rows(params, arrays);
    return body(params);
  });
}

core::Lambda Lowering::binary(const Value& op, const Value& like) {
  const Atoms shown = lower::flatten(like);
  std::vector<core::Type> types = core::types_of(shown);
  const std::size_t n = types.size();
  types.insert(types.end(), shown.size(), {});
  for (std::size_t i = 0; i < n; ++i) types[n + i] = types[i];
  return lambda(types, [&](const Atoms& params) {
    for (std::size_t i = 0; i < params.size(); ++i) known_.learn_shape_of(params[i], shown[i % n]);
    auto at = params.begin();
    const Value x = rebuild(like, at);
    const Value y = rebuild(like, at);
    const Value result = apply(op, {x, y});
    LAGUZ_ASSERT(result.layout == like.layout, "an operator that gives another type");
    return lower::flatten(result);
  });
}

std::vector<Atoms> Lowering::row_shapes(const std::vector<Lengths>& known, ScopedType element,
                                        const Layout* layout) {
  std::optional<std::vector<Lengths>> typed;
  std::vector<Atoms> shapes;
  for (std::size_t leaf = 0; leaf < known.size(); ++leaf) {
    Atoms shape;
    for (std::size_t dim = 0; dim < known[leaf].size(); ++dim) {
      if (const auto& length = known[leaf][dim]; length && known_.is_live(*length)) {
        shape.push_back(*length);
        continue;
      }
      if (!typed) typed = lengths_of(element, layout);
      const bool has_leaf = leaf < typed->size() && dim < (*typed)[leaf].size();
      shape.push_back(has_leaf ? (*typed)[leaf][dim].value_or(Atom::i64(0)) : Atom::i64(0));
    }
    shapes.push_back(std::move(shape));
  }
  return shapes;
}

void Lowering::know_results(const Atoms& arrays, const Atom& width,
                            const std::vector<Lengths>& known) {
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    known_.learn_length(arrays[i], 0, width);
    for (std::size_t dim = 0; dim < known[i].size(); ++dim)
      if (known[i][dim] && known_.is_live(*known[i][dim]))
        known_.learn_length(arrays[i], static_cast<int>(dim) + 1, *known[i][dim]);
  }
}

// ------------------------------------------------------------------------------ maps and folds

Value Lowering::map(const Values& args, ScopedType result) {
  const Hints hints = take_hints();
  const Value& function = args.at(0);
  const Value& array = args.at(1);
  core::Soac e;
  e.width = length(array);
  e.arrays = array.atoms;
  e.sequential = hints.sequential;
  e.checkpoint = hints.checkpoint;
  const Layout* element = nullptr;
  std::vector<Lengths> known;
  e.lambda = over_rows(e.arrays, [&](const Atoms& row) {
    const Value value = apply(function, {from_element(array.layout->element, row)});
    LAGUZ_ASSERT(!value.layout->is_static, "a map that gives functions");
    element = value.layout;
    const Atoms atoms = element_atoms(value);
    known = known_.shapes(atoms);
    return atoms;
  });
  e.row_shapes = row_shapes(known, element_type(std::move(result)), element);
  std::vector<core::Type> types;
  for (const Atom& atom : e.lambda.body.results) types.push_back(atom.type.array_of());
  const Atom width = e.width;
  const Atoms arrays = b_->emit({std::move(e)}, types);
  know_results(arrays, width, known);
  return array_value(layouts_, element, arrays);
}

Value Lowering::reduce(const Values& args, bool commutative) {
  const Hints hints = take_hints();
  const Value& neutral = args.at(1);
  const Value& array = args.at(2);
  if (neutral.layout->leaves.empty()) return neutral;
  core::Soac e;
  e.width = length(array);
  e.arrays = array.atoms;
  e.sequential = hints.sequential;
  e.lambda = over_rows(e.arrays, [](const Atoms& row) { return row; });
  core::Reduce reduce;
  reduce.op = binary(args[0], neutral);
  reduce.neutral = lower::flatten(neutral);
  reduce.commutative = commutative;
  const std::vector<core::Type> types = core::types_of(reduce.neutral);
  e.reduces.push_back(std::move(reduce));
  return rebuild(neutral, b_->emit({std::move(e)}, types));
}

Value Lowering::scan(const Values& args) {
  const Hints hints = take_hints();
  const Value& neutral = args.at(1);
  const Value& array = args.at(2);
  if (neutral.layout->leaves.empty()) return array;
  core::Soac e;
  e.width = length(array);
  e.arrays = array.atoms;
  e.sequential = hints.sequential;
  e.lambda = over_rows(e.arrays, [](const Atoms& row) { return row; });
  core::Scan scan;
  scan.op = binary(args[0], neutral);
  scan.neutral = lower::flatten(neutral);
  std::vector<Lengths> known;
  for (const Atom& atom : scan.neutral) {
    e.row_shapes.push_back(shape(atom));
    known.emplace_back(e.row_shapes.back().begin(), e.row_shapes.back().end());
  }
  e.scans.push_back(std::move(scan));
  const Atom width = e.width;
  const std::vector<core::Type> types = core::types_of(array.atoms);
  const Atoms arrays = b_->emit({std::move(e)}, types);
  know_results(arrays, width, known);
  return array_value(layouts_, neutral.layout, arrays);
}

// ------------------------------------------------------------------------- writes by index

Value Lowering::hist(const Values& args) {
  const Value &dest = args.at(1), &op = args.at(2), &neutral = args.at(3), &indices = args.at(4),
              &values = args.at(5);
  check_same_length(indices, values);
  if (neutral.layout->leaves.empty()) return dest;
  core::Hist e;
  e.width = length(indices);
  e.dests = dest.atoms;
  e.op = binary(op, neutral);
  e.neutral = lower::flatten(neutral);
  e.indices = indices.atoms;
  e.values = values.atoms;
  const std::vector<core::Type> types = core::types_of(dest.atoms);
  Value result = dest;
  result.atoms = b_->emit({std::move(e)}, types);
  for (std::size_t i = 0; i < dest.atoms.size(); ++i)
    known_.learn_shape_of(result.atoms[i], dest.atoms[i]);
  return result;
}

Value Lowering::scatter(const Values& args) {
  const Value &dest = args.at(0), &indices = args.at(1), &values = args.at(2);
  check_same_length(indices, values);
  if (dest.layout->is_ghost()) return dest;
  core::Scatter e{length(indices), dest.atoms, indices.atoms, values.atoms};
  Value result = dest;
  result.atoms = b_->emit({std::move(e)}, core::types_of(dest.atoms));
  for (std::size_t i = 0; i < dest.atoms.size(); ++i)
    known_.learn_shape_of(result.atoms[i], dest.atoms[i]);
  return result;
}

// -------------------------------------------------------------------------------------- streams

Value Lowering::stream_seq(const Values& args, ScopedType result) {
  const Hints hints = take_hints();
  const Value &function = args.at(0), &init = args.at(1), &array = args.at(2);
  core::Stream e;
  e.width = length(array);
  e.arrays = array.atoms;
  e.inits = lower::flatten(init);
  e.chunk = hints.chunk;
  std::vector<core::Type> types{core::kIndex};
  for (const Atom& atom : e.inits) types.push_back(atom.type);
  for (const Atom& atom : e.arrays) types.push_back(atom.type);
  const Layout* element = nullptr;
  std::vector<Lengths> known;
  for (const Atom& column : e.arrays) shape(column, 1);
  e.lambda = lambda(types, [&](const Atoms& params) {
    known_.learn_natural(params[0]);
    auto at = params.begin() + 1;
    const Value state = rebuild(init, at);
    const Atoms chunk(at, params.end());
    for (std::size_t i = 0; i < chunk.size(); ++i) {
      known_.learn_length(chunk[i], 0, params[0]);
      for (int dim = 1; dim < chunk[i].type.rank; ++dim)
        if (const auto row = known_.length(e.arrays[i], dim))
          known_.learn_length(chunk[i], dim, *row);
    }
    const Value next = apply(function, {scalar_value(layouts_, params[0]), state,
                                        array_value(layouts_, array.layout->element, chunk)});
    const Value& rows = next.part("1");
    element = rows.layout->element;
    Atoms results = lower::flatten(next.part("0"));
    for (const Atom& column : rows.atoms) {
      results.push_back(column);
      Lengths row = known_.shape(column);
      row.erase(row.begin());
      known.push_back(std::move(row));
    }
    return results;
  });
  e.row_shapes = row_shapes(known, element_type(field_type(std::move(result), "1")), element);
  const Atom width = e.width;
  const std::size_t states = e.inits.size();
  types = core::types_of(e.lambda.body.results);
  const Atoms results = b_->emit({std::move(e)}, types);
  const auto split = results.begin() + static_cast<std::ptrdiff_t>(states);
  const Atoms columns(split, results.end());
  know_results(columns, width, known);
  return tuple_value(layouts_, {rebuild(init, Atoms(results.begin(), split)),
                                array_value(layouts_, element, columns)});
}

}  // namespace laguz::lower
