// Functions of the school: roots, exponentials, circular and hyperbolic functions, rounding.
#include "prims/math.hpp"

#include <numbers>

#include "prims/table.hpp"

namespace laguz::prims {
namespace {

using std::numbers::inv_pi;
using std::numbers::ln10;
using std::numbers::ln2;
using std::numbers::pi;

/// 1 - x^2 without cancellation near 1.
Term one_minus_square(const Term& x) { return (1 - x) * (1 + x); }

/// Of the angle of (y, x); the axis names are those of atan2's operands.
Term hypot_by(const Term& x, const Term& r) { return select(r == 0, 0, x / nonzero(r)); }

struct logistic {
  template <class T>
  static T one(T x) {
    return 1 / (1 + sleef::exp::one(-x));
  }
  template <class V>
  static V many(V x) {
    return spread(x, 1) / (spread(x, 1) + sleef::exp::many(-x));
  }
};

// Where they have no value, or slope, and what to do about it.
constexpr std::string_view kRoot =
    "There is no root below 0, and at 0 its slope is infinite. Keep its operand above 0, as by "
    "adding a small number.";
constexpr std::string_view kInverse =
    "There is no root below 0, and at 0 its inverse is infinite. Keep its operand above 0, as by "
    "adding a small number.";
constexpr std::string_view kLog =
    "There is no logarithm below 0, and at 0 it is -inf. Keep its operand above 0, as by adding a "
    "small number.";
constexpr std::string_view kEnds =
    "It is defined from -1 to 1, and its slope is infinite at both ends. Keep its operand between "
    "them, as by max and min.";
constexpr std::string_view kOrigin = "At the origin it has no slope. Take another branch there.";

Term clamp(const Term& t) { return select(t < 0, 0, select(t > 1, 1, t)); }

}  // namespace

void add_math(Table& table) {
  table.row<Unary, floats>("sqrt", K(std::sqrt(x)), D(0.5 * (1 / r)))
      .is(Op::sqrt)
      .without_value(kRoot);
  table.row<Unary, floats>("rsqrt", K(1 / std::sqrt(x)), D(-r / (2 * x))).without_value(kInverse);
  table.row<Unary, floats>("cbrt", Simd<sleef::cbrt>{}, D(1 / (3 * r * r)))
      .without_value("At 0 its slope is infinite. Keep its operand away from 0.");

  table.row<Unary, floats>("exp", Simd<sleef::exp>{}, D(r))
      .with(kTame)
      .without_value(
          "It overflows: beyond 709 for f64, 88 for f32, 11 for f16. Subtract the greatest "
          "exponent of all first.");
  table.row<Unary, floats>("exp2", Simd<sleef::exp2>{}, D(r * ln2)).with(kTame);
  table.row<Unary, floats>("exp10", Simd<sleef::exp10>{}, D(r * ln10)).with(kTame);
  table.row<Unary, floats>("expm1", Simd<sleef::expm1>{}, D(exp(x))).with(kTame);
  table.row<Unary, floats>("logistic", Simd<logistic>{}, D(r * (1 - r))).with(kTame);
  table.row<Unary, floats>("log", Simd<sleef::log>{}, D(1 / x)).without_value(kLog);
  table.row<Unary, floats>("log2", Simd<sleef::log2>{}, D(1 / (x * ln2))).without_value(kLog);
  table.row<Unary, floats>("log10", Simd<sleef::log10>{}, D(1 / (x * ln10))).without_value(kLog);
  table.row<Unary, floats>("log1p", Simd<math::log1p>{}, D(1 / (1 + x)))
      .without_value(
          "There is no logarithm below 0: of numbers below -1 here; at -1 it is -inf. Keep its "
          "operand above -1.");

  table.row<Unary, floats>("sin", Simd<sleef::sin>{}, D(cos(x))).with(kTame);
  table.row<Unary, floats>("cos", Simd<sleef::cos>{}, D(-sin(x))).with(kTame);
  table.row<Unary, floats>("tan", Simd<sleef::tan>{}, D(1 + r * r));
  table.row<Unary, floats>("sinpi", Simd<math::sinpi>{}, D(pi * cospi(x))).with(kTame);
  table.row<Unary, floats>("cospi", Simd<math::cospi>{}, D(-pi * sinpi(x))).with(kTame);
  table.row<Unary, floats>("tanpi", Simd<math::tanpi>{}, D(pi * (1 + r * r)))
      .without_value("It is infinite halfway between whole numbers.");
  table.row<Unary, floats>("asin", Simd<sleef::asin>{}, D(1 / sqrt(one_minus_square(x))))
      .without_value(kEnds);
  table.row<Unary, floats>("acos", Simd<sleef::acos>{}, D(-1 / sqrt(one_minus_square(x))))
      .without_value(kEnds);
  table.row<Unary, floats>("atan", Simd<sleef::atan>{}, D(1 / (1 + x * x))).with(kTame);
  table
      .row<Unary, floats>("asinpi", Simd<math::OverPi<sleef::asin>>{},
                          D(inv_pi / sqrt(one_minus_square(x))))
      .without_value(kEnds);
  table
      .row<Unary, floats>("acospi", Simd<math::OverPi<sleef::acos>>{},
                          D(-inv_pi / sqrt(one_minus_square(x))))
      .without_value(kEnds);
  table.row<Unary, floats>("atanpi", Simd<math::OverPi<sleef::atan>>{}, D(inv_pi / (1 + x * x)))
      .with(kTame);
  table.row<Unary, floats>("sinh", Simd<math::sinh>{}, D(cosh(x))).with(kTame);
  table.row<Unary, floats>("cosh", Simd<math::cosh>{}, D(sinh(x))).with(kTame);
  table.row<Unary, floats>("tanh", Simd<sleef::tanh>{}, D(one_minus_square(r))).with(kTame);
  table.row<Unary, floats>("asinh", Simd<math::asinh>{}, D(1 / hypot(x, constant(x, 1))))
      .with(kTame);
  table.row<Unary, floats>("acosh", Simd<math::acosh>{}, D(1 / (sqrt(x - 1) * sqrt(x + 1))))
      .without_value(
          "It is defined from 1 on, and its slope is infinite there. Keep its operand above 1.");
  table.row<Unary, floats>("atanh", Simd<sleef::atanh>{}, D(1 / one_minus_square(x)))
      .without_value(
          "It is infinite at -1 and 1, and not defined beyond them. Keep its operand between "
          "them.");
  // The angle of the point (y, x): x is the ordinate here.
  table
      .row<Binary, floats>("atan2", Simd<sleef::atan2>{}, D(y / (x * x + y * y)),
                           D(-x / (x * x + y * y)))
      .without_value(kOrigin);
  table
      .row<Binary, floats>("atan2pi", Simd<math::OverPi<sleef::atan2>>{},
                           D(inv_pi * y / (x * x + y * y)), D(-inv_pi * x / (x * x + y * y)))
      .without_value(kOrigin);
  table.row<Binary, floats>("hypot", Simd<sleef::hypot>{}, D(hypot_by(x, r)), D(hypot_by(y, r)))
      .without_value(kOrigin);

  table.row<Unary, floats>("ceil", K(std::ceil(x)), Diff::zero);
  table.row<Unary, floats>("floor", K(std::floor(x)), Diff::zero);
  table.row<Unary, floats>("trunc", K(std::trunc(x)), Diff::zero);
  table.row<Unary, floats>("round", K(ops::round(x)), Diff::zero);
  // Without what is below the smallest normal number: derivatives that shrink from iteration to
  // iteration reach 0, and are not multiplied among subnormals, each as dear as a hundred others,
  // for ever after. (It is no more than a rounding: as good as the identity, where it is
  // differentiated.)
  table.row<Unary, floats>("flush", K(ops::flush(x)), D(1)).is(Op::flush).with(kTame | kCheap);
  table.row<Test, floats>("isinf", K(ops::isinf(x)), Diff::zero);
  table.row<Test, floats>("isnan", K(x != x), Diff::zero);

  table.row<Ternary, floats>("mad", K(x * y + z), D(y), D(x), D(1)).is(Op::mad).with(kTame);
  table.row<Ternary, floats>("mulsub", K(x * y - z), D(y), D(x), D(-1)).is(Op::mulsub).with(kTame);
  table.row<Ternary, floats>("fma", raw(K(ops::fma(x, y, z))), D(y), D(x), D(1)).with(kTame);
  table
      .row<Ternary, floats>("lerp", K(ops::lerp(x, y, z)), D(1 - clamp(z)), D(clamp(z)),
                            D(select((z >= 0) & (z <= 1), y - x, 0)))
      .with(kTame);
  table
      .row<Signature<Self, Self, I32>, floats>("ldexp", K(ops::ldexp(x, y)),
                                               D(ldexp(constant(x, 1), y)), D(0))
      .with(kTame);
  table
      .row<Binary, floats>("copysign", K(std::copysign(x, y)),
                           D(copysign(constant(x, 1), x) * copysign(constant(x, 1), y)), D(0))
      .with(kTame);
  table.row<Binary, floats>("nextafter", raw(K(ops::nextafter(x, y))), D(1), D(0));
}

}  // namespace laguz::prims
