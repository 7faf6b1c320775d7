// Intrinsics that make, measure, cut and reorder arrays.
#include <algorithm>
#include <numeric>

#include "lower/context.hpp"
#include "support/assert.hpp"

namespace laguz::lower {

Atoms Lowering::columns_of(const Value& array) {
  return array.layout->is_ghost() ? Atoms{} : array.atoms;
}

Value Lowering::array_of_columns(const Layout* element, Atoms columns, const Atom& n) {
  if (columns.empty()) {
    const Atom nothing = Atom::constant({ScalarType::u8, 0});
    columns.push_back(b_->array_op(ArrayOp::replicate, {n, nothing}, {ScalarType::u8, 1, false}));
    known_.learn_length(columns.back(), 0, n);
  }
  return array_value(layouts_, element, std::move(columns));
}

void Lowering::check_same_length(const Value& a, const Value& b) {
  const Atom n = length(a);
  for (const Atom& column : b.atoms)
    expect_length(column, 0, n, [&](const Atom& m) {
      return std::vector<std::variant<std::string, Atom>>{"Arrays of lengths ", n, " and ", m,
                                                          " where the lengths have to be equal."};
    });
}

Value Lowering::replicate(const Atom& n, const Value& x) {
  if (!known_.is_natural(n))
    assert_that(b_->prim("le", {Atom::i64(0), n}), {"Range 0..1..<", n, " is invalid."});
  known_.learn_natural(n);
  Atoms columns;
  for (const Atom& atom : element_atoms(x)) {
    columns.push_back(b_->array_op(ArrayOp::replicate, {n, atom}, atom.type.array_of()));
    known_.learn_length(columns.back(), 0, n);
    for (int dim = 0; dim < atom.type.rank; ++dim)
      if (const auto known = known_.length(atom, dim))
        known_.learn_length(columns.back(), dim + 1, *known);
  }
  return array_value(layouts_, x.layout, std::move(columns));
}

Value Lowering::zip(const Value& a, const Value& b) {
  check_same_length(a, b);
  Atoms columns = columns_of(a);
  const Atoms others = columns_of(b);
  columns.insert(columns.end(), others.begin(), others.end());
  if (columns.empty()) columns = a.atoms;
  return array_value(layouts_, layouts_.tuple({a.layout->element, b.layout->element}),
                     std::move(columns));
}

Value Lowering::unzip(const Value& array) {
  const Layout* element = array.layout->element;
  LAGUZ_ASSERT(element->is_record(), "unzip takes an array of pairs");
  const Atoms columns = columns_of(array);
  auto at = columns.begin();
  Values parts;
  for (const auto& field : element->fields) {
    const auto end = at + static_cast<std::ptrdiff_t>(field.second->leaves.size());
    parts.push_back(array_of_columns(field.second, Atoms(at, end), length(array)));
    at = end;
  }
  return tuple_value(layouts_, std::move(parts));
}

Value Lowering::concat(const Value& a, const Value& b) {
  LAGUZ_ASSERT(a.layout == b.layout, "concatenation of arrays of different types");
  Value result = a;
  for (std::size_t i = 0; i < a.atoms.size(); ++i) {
    const Atom& x = a.atoms[i];
    result.atoms[i] = b_->array_op(ArrayOp::concat, {x, b.atoms[i]}, x.type);
    for (int dim = 1; dim < x.type.rank; ++dim)
      if (const auto known = known_.length(x, dim))
        known_.learn_length(result.atoms[i], dim, *known);
  }
  return result;
}

Value Lowering::reverse(const Value& array) {
  Value result = array;
  for (Atom& column : result.atoms) {
    const Atom old = column;
    column = b_->array_op(ArrayOp::reverse, {old}, old.type);
    known_.learn_shape_of(column, old);
  }
  return result;
}

Value Lowering::rotate(const Atom& by, const Value& array) {
  Value result = array;
  for (Atom& column : result.atoms) {
    const Atom old = column;
    column = b_->array_op(ArrayOp::rotate, {by, old}, old.type);
    known_.learn_shape_of(column, old);
  }
  return result;
}

Value Lowering::transpose(const Value& array) {
  Value result = array;
  for (Atom& column : result.atoms) {
    const Atom old = column;
    std::vector<std::int64_t> permutation(old.type.rank);
    std::iota(permutation.begin(), permutation.end(), 0);
    std::swap(permutation.at(0), permutation.at(1));
    column = b_->rearrange(old, permutation);
    for (std::size_t dim = 0; dim < permutation.size(); ++dim)
      if (const auto known = known_.length(old, static_cast<int>(permutation[dim])))
        known_.learn_length(column, static_cast<int>(dim), *known);
  }
  return result;
}

Value Lowering::flatten_array(const Value& array) {
  Value result = array;
  result.layout = array.layout->element;
  for (Atom& column : result.atoms) {
    Atoms args{column};
    const Atom n = b_->mul(length(column, 0), length(column, 1));
    args.push_back(n);
    known_.learn_natural(n);
    for (int dim = 2; dim < column.type.rank; ++dim) args.push_back(length(column, dim));
    const Atom flat = b_->array_op(ArrayOp::reshape, args, column.type.row());
    for (std::size_t dim = 1; dim < args.size(); ++dim)
      known_.learn_length(flat, static_cast<int>(dim) - 1, args[dim]);
    column = flat;
  }
  return result;
}

Value Lowering::unflatten_array(const Value& array, ScopedType result) {
  const auto known = [&](ScopedType type) -> std::optional<Atom> {
    type = resolve(std::move(type));
    const auto* outer = std::get_if<TypeArray>(&type.type->node);
    return outer ? size(outer->size, type.frame) : std::nullopt;
  };
  const Atom total = length(array);
  auto n = known(result);
  auto m = known(element_type(result));
  // With one of them the other can be had.
  const auto quotient = [&](const Atom& by) {
    const Atom none = b_->prim("eq", {by, Atom::i64(0)});
    return if_then_else(
               none, [&] { return scalar_value(layouts_, Atom::i64(0)); },
               [&] {
                 return scalar_value(layouts_, b_->prim("quot", {total, by}));
               })
        .atom();
  };
  if (!n && m) n = quotient(*m);
  if (!m && n) m = quotient(*n);
  if (!n) {
    n = total;
    m = Atom::i64(1);
  }
  std::vector<Atom> fits{b_->prim("eq", {b_->mul(*n, *m), total})};
  for (const Atom& part : {*n, *m})
    if (!known_.is_natural(part)) fits.push_back(b_->prim("le", {Atom::i64(0), part}));
  assert_that(all_of(fits), {"Cannot unflatten array of shape [", total, "] to array of shape [",
                             *n, "][", *m, "]."});
  Value value = array;
  value.layout = layouts_.array(array.layout);
  for (Atom& column : value.atoms) {
    Atoms args{column, *n, *m};
    for (int dim = 1; dim < column.type.rank; ++dim) args.push_back(length(column, dim));
    const Atom deep = b_->array_op(ArrayOp::reshape, args, column.type.array_of());
    for (std::size_t dim = 1; dim < args.size(); ++dim)
      known_.learn_length(deep, static_cast<int>(dim) - 1, args[dim]);
    column = deep;
  }
  return value;
}

Value Lowering::gather(const Value& array, const Value& indices) {
  Value result = array;
  for (Atom& column : result.atoms) {
    const Atom old = column;
    column = b_->array_op(ArrayOp::gather, {old, indices.atom()}, old.type);
    known_.learn_length(column, 0, length(indices));
    for (int dim = 1; dim < old.type.rank; ++dim)
      if (const auto known = known_.length(old, dim)) known_.learn_length(column, dim, *known);
  }
  return result;
}

Value Lowering::copy(const Value& value, std::vector<std::int64_t> attributes) {
  Atoms atoms = lower::flatten(value);
  for (Atom& atom : atoms) {
    if (atom.type.is_scalar()) continue;
    const Atom old = atom;
    atom = b_->array_op(ArrayOp::copy, {old}, old.type, attributes);
    known_.learn_shape_of(atom, old);
  }
  return rebuild(value, atoms);
}

Atom Lowering::zeros(const Atoms& lengths, ScalarType type) {
  const auto rank = static_cast<std::uint8_t>(lengths.size());
  const Atom array =
      b_->array_op(ArrayOp::zeros, lengths, {type, rank, false}, {static_cast<std::int64_t>(type)});
  for (std::size_t dim = 0; dim < lengths.size(); ++dim)
    known_.learn_length(array, static_cast<int>(dim), lengths[dim]);
  return array;
}

Value Lowering::zeros_like(const Value& value) {
  Atoms atoms = lower::flatten(value);
  const std::vector<bool> tags = tags_of(value);
  for (std::size_t i = 0; i < atoms.size(); ++i) {
    if (tags[i]) continue;
    const core::Type type = atoms[i].type;
    atoms[i] =
        type.is_scalar() ? Atom::constant({type.elem, 0}) : zeros(shape(atoms[i]), type.elem);
  }
  return rebuild(value, atoms);
}

Value Lowering::flat_index(const Values& args) {
  const Value& array = args.at(0);
  Atoms columns;
  const int rank = static_cast<int>(args.size() - 2) / 2;
  for (const Atom& column : array.atoms) {
    Atoms operands{column};
    for (std::size_t i = 1; i < args.size(); ++i) operands.push_back(args[i].atom());
    const core::Type type{column.type.elem, static_cast<std::uint8_t>(rank), false};
    columns.push_back(b_->array_op(ArrayOp::flat_index, operands, type));
  }
  Value result;
  result.layout = array_of(array.layout->element, rank);
  result.atoms = std::move(columns);
  return result;
}

Value Lowering::flat_update(const Values& args) {
  Value result = args.at(0);
  for (std::size_t c = 0; c < result.atoms.size(); ++c) {
    const Atom old = result.atoms[c];
    Atoms operands{old};
    for (std::size_t i = 1; i + 1 < args.size(); ++i) operands.push_back(args[i].atom());
    operands.push_back(args.back().atoms.at(c));
    result.atoms[c] = b_->array_op(ArrayOp::flat_update, operands, old.type);
    known_.learn_shape_of(result.atoms[c], old);
  }
  return result;
}

}  // namespace laguz::lower
