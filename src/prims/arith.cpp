// Arithmetic of numbers, and the choice between two values.
#include "prims/division.hpp"
#include "prims/lanes_move.hpp"
#include "prims/math.hpp"
#include "prims/scalar_ops.hpp"
#include "prims/table.hpp"

namespace laguz::prims {
namespace {

// Whether min or max gave its first operand: that of equals, a number rather than a NaN. (Of the
// result, because that is at hand: a loop keeps it, or gives it.)
Term first_is(const Term& r, const Term& x) { return r == x; }

/// Vectors do not ask what is chosen.
struct Select {
  template <class T>
  auto operator()(bool condition, T x, T y) const {
    return ops::select(condition, x, y);
  }
  static void loop(int size, std::int64_t n, void* out, const void* condition, const void* x,
                   const void* y, unsigned uniform) {
    const auto* mask = static_cast<const bool*>(condition);
    if ((uniform & 1) == 0) return lanes::select(size, n, out, mask, x, y, uniform >> 1);
    const bool is_one = (uniform & (*mask ? 2 : 4)) != 0;
    lanes::load(size, n, out, *mask ? x : y, is_one ? 0 : 1);
  }
};

bool of_floats(const Term& x) { return support::is_float(x.type()); }

// Integers keep to the ring's rules, with quot where a field divides.
Term div_by_dividend(const Term& y) { return of_floats(y) ? 1 / y : quot(constant(y, 1), y); }
/// The reciprocal is the other partial: one division for both.
Term div_by_divisor(const Term& x, const Term& y, const Term& r) {
  return of_floats(x) ? -(r * (1 / y)) : -quot(quot(x, y), y);
}
Term floor_of_quotient(const Term& x, const Term& y) { return of_floats(x) ? floor(x / y) : x / y; }

/// y x^(y-1), and 0 at x = 0 where that has a pole or y is 0.
Term pow_by_base(const Term& x, const Term& y) {
  if (!of_floats(x)) return y * pow(x, select(y == 0, 0, y - 1));
  const Term pole = (x == 0) & (y < 1);
  return select(pole, 0, y * pow(select(pole, 1, x), y - 1));
}
/// x^y log x, and 0 where x is not positive; integers have none.
Term pow_by_exponent(const Term& x, const Term& r) {
  if (!of_floats(x)) return constant(x, 0);
  return r * log(select(x <= 0, 1, x));
}

}  // namespace

void add_arithmetic(Table& table) {
  table.row<Binary, nums>("add", K(ops::add(x, y)), D(1), D(1))
      .is(Op::add)
      .keeps_with(Identity::minus_zero)
      .with(kCommutes | kTame | kCheap)
      .without_value("Infinities cancel.");
  table.row<Binary, nums>("sub", K(ops::sub(x, y)), D(1), D(-1))
      .is(Op::sub)
      .keeps_with(Identity::zero)
      .with(kTame | kCheap)
      .without_value("Infinities cancel.");
  table.row<Binary, nums>("mul", K(ops::mul(x, y)), D(y), D(x))
      .is(Op::mul)
      .keeps_with(Identity::one)
      .with(kCommutes | kTame)
      .without_value("0 times infinity is no number.");
  table
      .row<Binary, nums>("div", IntDivision<Div>{}, D(div_by_dividend(y)),
                         D(div_by_divisor(x, y, r)))
      .is(Op::div)
      .keeps_with(Identity::one)
      .guarded(ints, Guard::nonzero_divisor)
      .without_value(
          "Nothing can be divided by 0: 0 / 0 is no number, and x / 0 is infinite. Nor is inf / "
          "inf a number. Keep the divisor away from 0.");
  table.row<Binary, nums>("mod", Modulo{}, D(1), D(-floor_of_quotient(x, y)))
      .is(Op::mod)
      .guarded(ints, Guard::nonzero_divisor)
      .without_value("Nothing can be divided by 0. Keep the divisor away from 0.");
  table
      .row<Binary, ints>("quot", IntDivision<Quot>{}, D(quot(constant(y, 1), y)),
                         D(-quot(quot(x, y), y)))
      .is(Op::quot)
      .keeps_with(Identity::one)
      .guarded(ints, Guard::nonzero_divisor);
  table.row<Binary, ints>("rem", IntDivision<Rem>{}, D(1), D(-quot(x, y)))
      .is(Op::rem)
      .guarded(ints, Guard::nonzero_divisor);
  table.row<Binary, nums>("pow", math::pow{}, D(pow_by_base(x, y)), D(pow_by_exponent(x, r)))
      .is(Op::pow)
      .keeps_with(Identity::one)
      .guarded(signeds, Guard::nonnegative_exponent)
      .without_value(
          "Numbers below 0 have whole powers only, and 0 has none below 0; at 0 its slope may be "
          "infinite, and by the exponent it is that of a logarithm. Keep the base above 0.");
  table.row<Unary, nums>("neg", K(ops::neg(x)), D(-1)).is(Op::neg).with(kTame | kCheap);
  table.row<Unary, nums>("abs", K(ops::abs(x)), D(sgn(x))).is(Op::abs).with(kTame | kCheap);
  table.row<Unary, nums>("sgn", K(ops::sgn(x)), Diff::zero);
  table
      .row<Binary, nums>("min", K(ops::min(x, y)), D(indicator(first_is(r, x), x)),
                         D(indicator(!first_is(r, x), y)))
      .is(Op::min)
      .with(kCommutes | kTame | kCheap);
  table
      .row<Binary, nums>("max", K(ops::max(x, y)), D(indicator(first_is(r, x), x)),
                         D(indicator(!first_is(r, x), y)))
      .is(Op::max)
      .with(kCommutes | kTame | kCheap);
  table
      .row<Signature<Self, Bool, Self, Self>, all_types>("select", raw(Select{}), D(0),
                                                         D(indicator(x, y)), D(indicator(!x, z)))
      .is(Op::select)
      .with(kTame | kCheap);
}

}  // namespace laguz::prims
