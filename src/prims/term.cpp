#include "prims/term.hpp"

#include <bit>
#include <cmath>

#include "runtime/half.hpp"

namespace laguz::prims {
namespace {

Scalar scalar_of(ScalarType type, double value) {
  switch (type) {
    case ScalarType::f16: return Scalar::f16(runtime::double_to_half(value));
    case ScalarType::f32: return Scalar::f32(static_cast<float>(value));
    case ScalarType::f64: return Scalar::f64(value);
    case ScalarType::boolean: return Scalar::boolean(value != 0);
    case ScalarType::i8:
    case ScalarType::i16:
    case ScalarType::i32:
    case ScalarType::i64:
    case ScalarType::u8:
    case ScalarType::u16:
    case ScalarType::u32:
    case ScalarType::u64: break;
  }
  return Scalar::integer(type, static_cast<std::int64_t>(value));
}

bool is_bool(const Term& x) { return x.type() == ScalarType::boolean; }

}  // namespace

Term constant(const Term& like, double value) {
  return {like.emitter, like.emitter->constant(scalar_of(like.type(), value))};
}

Term emit(std::string_view name, const Term& x) {
  const TermId args[] = {x.id};
  return {x.emitter, x.emitter->apply(get(name, x.type()), args)};
}
Term emit(std::string_view name, const Term& x, const Term& y) {
  return emit(name, x.type(), x, y);
}
Term emit(std::string_view name, ScalarType at, const Term& x, const Term& y) {
  const TermId args[] = {x.id, y.id};
  return {x.emitter, x.emitter->apply(get(name, at), args)};
}
Term emit(std::string_view name, ScalarType at, const Term& x, const Term& y, const Term& z) {
  const TermId args[] = {x.id, y.id, z.id};
  return {x.emitter, x.emitter->apply(get(name, at), args)};
}

Term operator+(const Term& x, const Term& y) { return emit(is_bool(x) ? "or" : "add", x, y); }
Term operator-(const Term& x, const Term& y) { return emit("sub", x, y); }
Term operator*(const Term& x, const Term& y) { return emit(is_bool(x) ? "and" : "mul", x, y); }
Term operator/(const Term& x, const Term& y) { return emit("div", x, y); }
Term operator-(const Term& x) { return emit("neg", x); }

Term operator==(const Term& x, const Term& y) { return emit("eq", x, y); }
Term operator<(const Term& x, const Term& y) { return emit("lt", x, y); }
Term operator<=(const Term& x, const Term& y) { return emit("le", x, y); }
Term operator>(const Term& x, const Term& y) { return emit("gt", x, y); }
Term operator>=(const Term& x, const Term& y) { return emit("ge", x, y); }
Term operator&(const Term& x, const Term& y) { return emit("and", x, y); }
Term operator|(const Term& x, const Term& y) { return emit("or", x, y); }
Term operator!(const Term& x) { return emit("not", x); }

Term select(const Term& condition, const Term& x, const Term& y) {
  return emit("select", x.type(), condition, x, y);
}
Term indicator(const Term& condition, const Term& like) {
  if (is_bool(like)) return condition;
  return select(condition, constant(like, 1), constant(like, 0));
}
Term nonzero(const Term& x) { return select(x == 0, 1, x); }

Term quot(const Term& x, const Term& y) { return emit("quot", x, y); }
Term pow(const Term& x, const Term& y) { return emit("pow", x, y); }
Term abs(const Term& x) { return emit("abs", x); }
Term sgn(const Term& x) { return emit("sgn", x); }
Term floor(const Term& x) { return emit("floor", x); }
Term sqrt(const Term& x) { return emit("sqrt", x); }
Term exp(const Term& x) { return emit("exp", x); }
Term log(const Term& x) { return emit("log", x); }
Term sin(const Term& x) { return emit("sin", x); }
Term cos(const Term& x) { return emit("cos", x); }
Term sinh(const Term& x) { return emit("sinh", x); }
Term cosh(const Term& x) { return emit("cosh", x); }
Term sinpi(const Term& x) { return emit("sinpi", x); }
Term cospi(const Term& x) { return emit("cospi", x); }
Term hypot(const Term& x, const Term& y) { return emit("hypot", x, y); }
Term copysign(const Term& x, const Term& y) { return emit("copysign", x, y); }
Term ldexp(const Term& x, const Term& exponent) { return emit("ldexp", x, exponent); }
Term polygamma(const Term& order, const Term& x) { return emit("polygamma", x.type(), order, x); }

}  // namespace laguz::prims
