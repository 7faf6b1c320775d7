// Functions beyond the school: gamma and its kin, and the error function.
#include <numbers>

#include "prims/math.hpp"
#include "prims/table.hpp"

namespace laguz::prims {
namespace {

constexpr std::string_view kPoles =
    "It is infinite, or has no value, at 0 and at whole numbers below. Keep its operand away from "
    "them.";
constexpr double kTwoOverSqrtPi = 2 * std::numbers::inv_sqrtpi;

Term digamma(const Term& x) {
  return polygamma({x.emitter, x.emitter->constant(Scalar::integer(ScalarType::i32, 0))}, x);
}

}  // namespace

void add_special(Table& table) {
  table.row<Unary, floats>("gamma", Simd<math::gamma>{}, D(r * digamma(x))).without_value(kPoles);
  table.row<Unary, floats>("lgamma", K(math::lgamma(x)), D(digamma(x))).without_value(kPoles);
  table.row<Unary, floats>("erf", Simd<sleef::erf>{}, D(kTwoOverSqrtPi * exp(-(x * x))));
  table.row<Unary, floats>("erfc", Simd<sleef::erfc>{}, D(-kTwoOverSqrtPi * exp(-(x * x))));
  // The derivative of order x of digamma at y.
  table
      .row<Signature<Self, I32, Self>, floats>("polygamma", K(math::polygamma(x, y)), D(0),
                                               D(polygamma(x + 1, y)))
      .without_value(kPoles);
}

}  // namespace laguz::prims
