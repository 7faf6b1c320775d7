// `ravel` and `unravel`: the numbers of a value as one vector, and back. Both are made of views,
// literals and one concatenation, so derivatives, lanes and threads know them already.
#include <utility>

#include <fmt/format.h>

#include "lower/context.hpp"

namespace laguz::lower {

using core::DimSlice;
using support::Diagnostic;
using support::Phase;
using support::UserError;

namespace {

/// The type of the numbers in a vector of [element], which [function] takes from a value, or puts
/// there; else an error with [hint]. (The value is data: the checker lets neither take anything
/// else.)
ScalarType float_type(const char* function, const Layout* element, const char* hint, Span span) {
  if (element->is_scalar() && support::is_float(element->scalar)) return element->scalar;
  // (A type that nothing has determined is that of the unit.)
  const std::string found = element->is_scalar()      ? std::string(support::name(element->scalar))
                            : element->leaves.empty() ? "a type that nothing here determines"
                                                      : "something else";
  throw UserError(Diagnostic{
      .phase = Phase::type,
      .span = span,
      .message = fmt::format("The vector of {} has elements of type f16, f32 or f64; here they "
                             "would be of {}.",
                             function, found),
      .hint = hint});
}

}  // namespace

Atom Lowering::count_of(const Atom& array) {
  Atom count = length(array, 0);
  for (int dim = 1; dim < array.type.rank; ++dim) count = b_->mul(count, length(array, dim));
  known_.learn_natural(count);
  return count;
}

// (A constant is computed once, whatever its type parameters stand for.)
void Lowering::expect_closed(const Value& value) {
  if (value.layout->is_open)
    assert_that(Atom::boolean(false), {"How many numbers are in this is not known here: its type "
                                       "is a parameter of the constant's."});
}

Value Lowering::ravel(const Value& value, ScopedType result) {
  const Layout* element = layout_of(element_type(std::move(result)));
  constexpr const char* kHint =
      "a type annotation says which numbers are meant: (ravel x : []f64).";
  const core::Type number{float_type("ravel", element, kHint, b_->span), 0, false};
  expect_closed(value);
  Atoms pieces, scalars;
  const auto add_fresh = [&](const Atom& piece, const Atom& count) {
    known_.learn_length(piece, 0, count);
    pieces.push_back(piece);
  };
  // Scalars that follow one another are one literal.
  const auto add_scalars = [&] {
    const auto count = static_cast<std::int64_t>(scalars.size());
    core::ArrayLit literal{std::exchange(scalars, {}), number, {}};
    add_fresh(b_->emit1({std::move(literal)}, number.array_of()), Atom::i64(count));
  };
  for (const Atom& leaf : lower::flatten(value)) {
    if (leaf.type.elem != number.elem) continue;
    if (leaf.type.is_scalar()) {
      scalars.push_back(leaf);
      continue;
    }
    if (!scalars.empty()) add_scalars();
    if (leaf.type.rank == 1) {
      pieces.push_back(leaf);
    } else {
      const Atom count = count_of(leaf);
      add_fresh(b_->array_op(ArrayOp::reshape, {leaf, count}, number.array_of()), count);
    }
  }
  if (!scalars.empty() || pieces.empty()) add_scalars();
  if (pieces.size() > 1) {
    Atom total = Atom::i64(0);
    for (const Atom& piece : pieces) total = b_->add(total, length(piece, 0));
    const Atom all = b_->array_op(ArrayOp::concat, std::exchange(pieces, {}), number.array_of());
    add_fresh(all, total);
  }
  return array_value(layouts_, element, std::move(pieces));
}

Value Lowering::variables(const Value& value, ScopedType result) {
  const Layout* element = layout_of(element_type(result));
  bool some = value.layout->is_open;
  for (const Atom& leaf : lower::flatten(value)) some = some || leaf.type.elem == element->scalar;
  if (!some)
    assert_that(Atom::boolean(false),
                {fmt::format("There is nothing to vary: no number of type {} is in the point that "
                             "this begins with. (0 is an integer unless something says otherwise; "
                             "0.0 is a float.)",
                             support::name(element->scalar))});
  return ravel(value, std::move(result));
}

Value Lowering::unravel(const Value& like, const Value& vector) {
  const Layout* element = vector.layout->element;
  constexpr const char* kHint =
      "the vector is of the type of the numbers in the value that it stands for.";
  const ScalarType type = float_type("unravel", element, kHint, b_->span);
  expect_closed(like);
  const Atom& numbers = vector.atom();
  Atoms atoms = lower::flatten(like);
  // Where each leaf begins, and the next one.
  std::vector<std::pair<Atom, Atom>> places(atoms.size());
  Atom total = Atom::i64(0);
  for (std::size_t i = 0; i < atoms.size(); ++i) {
    if (atoms[i].type.elem != type) continue;
    places[i].first = total;
    total = b_->add(total, atoms[i].type.is_scalar() ? Atom::i64(1) : count_of(atoms[i]));
    known_.learn_natural(total);
    places[i].second = total;
  }
  expect_length(numbers, 0, total, [&](const Atom& found) {
    return Message{"A vector of ", found, " numbers cannot be put into a value that has ", total,
                   fmt::format(" of type {}.", support::name(type))};
  });
  for (std::size_t i = 0; i < atoms.size(); ++i) {
    const Atom old = atoms[i];
    if (old.type.elem != type) continue;
    const auto& [begin, end] = places[i];
    if (old.type.is_scalar()) {
      atoms[i] = b_->index(numbers, {begin});
      continue;
    }
    Atom& part = atoms[i] = numbers;
    const bool whole = begin == Atom::i64(0) && end == total;
    if (!whole) {
      DimSlice dim;
      dim.start = begin;
      dim.end = end;
      part = b_->emit1({core::Slice{numbers, {dim}}}, numbers.type);
    }
    if (old.type.rank > 1) {
      Atoms operands = shape(old);
      operands.insert(operands.begin(), part);
      part = b_->array_op(ArrayOp::reshape, std::move(operands), old.type);
    }
    if (!(part == numbers)) known_.learn_shape_of(part, old);
  }
  return rebuild(like, atoms);
}

}  // namespace laguz::lower
