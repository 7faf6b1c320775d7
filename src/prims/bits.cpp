// Bits of integers, and the logic of booleans, whose addition is or and whose product is and.
#include "prims/scalar_ops.hpp"
#include "prims/table.hpp"

namespace laguz::prims {
namespace {

bool of_bools(const Term& x) { return x.type() == ScalarType::boolean; }
Term bool_or_zero(const Term& x, const Term& partial) {
  return of_bools(x) ? partial : constant(x, 0);
}

/// Of a shift by y: multiplication by 2^y, or division.
Term shl_by_operand(const Term& y) { return emit("shl", constant(y, 1), y); }
Term shr_by_operand(const Term& y) { return indicator(y == 0, y); }

}  // namespace

void add_bits(Table& table) {
  constexpr TypeSet logic = ints | booleans;
  table
      .row<Binary, logic>("and", K(ops::bit_and(x, y)), D(bool_or_zero(x, y)),
                          D(bool_or_zero(x, x)))
      .is(Op::bit_and)
      .keeps_with(Identity::ones)
      .with(kCommutes | kTame);
  table
      .row<Binary, logic>("or", K(ops::bit_or(x, y)), D(bool_or_zero(x, constant(x, 1))),
                          D(bool_or_zero(x, constant(x, 1))))
      .is(Op::bit_or)
      .keeps_with(Identity::zero)
      .with(kCommutes | kTame);
  table.row<Binary, logic>("xor", K(ops::bit_xor(x, y)), Diff::zero)
      .is(Op::bit_xor)
      .keeps_with(Identity::zero)
      .with(kCommutes | kTame);
  // Of integers, ~x = -1 - x; of booleans, as upstream defines it.
  table.row<Unary, logic>("not", K(ops::bit_not(x)), D(of_bools(x) ? x : constant(x, -1)))
      .is(Op::bit_not)
      .with(kTame);
  table.row<Binary, ints>("shl", K(ops::shl(x, y)), D(shl_by_operand(y)), D(0))
      .is(Op::shl)
      .keeps_with(Identity::zero);
  table.row<Binary, ints>("shr", K(ops::shr(x, y)), D(shr_by_operand(y)), D(0))
      .is(Op::shr)
      .keeps_with(Identity::zero);
  table.row<Binary, ints>("lshr", K(ops::lshr(x, y)), D(shr_by_operand(y)), D(0))
      .keeps_with(Identity::zero);
  table.row<Signature<I32, Self>, ints>("popc", K(ops::popc(x)), Diff::zero);
  table.row<Signature<I32, Self>, ints>("clz", K(ops::clz(x)), Diff::zero);
  table.row<Signature<I32, Self>, ints>("ctz", K(ops::ctz(x)), Diff::zero);
  table.row<Binary, ints>("mul_hi", K(ops::mul_hi(x, y)), Diff::zero);
  table.row<Ternary, ints>("mad_hi", K(ops::add(ops::mul_hi(x, y), z)), D(0), D(0), D(1));
  table.row<Signature<I32, Self, I32>, ints>("get_bit", K(ops::get_bit(x, y)), Diff::zero);
  table.row<Signature<Self, Self, I32, I32>, ints>("set_bit", K(ops::set_bit(x, y, z)), Diff::zero);
}

}  // namespace laguz::prims
