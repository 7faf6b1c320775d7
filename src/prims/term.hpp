// Arithmetic on terms, so that partials read like formulas: D(y / (x * x + y * y)).
#pragma once

#include <type_traits>

#include "prims/catalog.hpp"

namespace laguz::prims {

/// A scalar in a derivative's formula. Its operators emit the primitives of the same names.
struct Term {
  Emitter* emitter = nullptr;
  TermId id = 0;
  ScalarType type() const { return emitter->type_of(id); }
};

/// [value] as a constant of the type of [like] (of booleans: whether it is not 0).
Term constant(const Term& like, double value);

/// The primitive called [name] at the type of its operand, the first one unless [at] says else.
Term emit(std::string_view name, const Term& x);
Term emit(std::string_view name, const Term& x, const Term& y);
Term emit(std::string_view name, ScalarType at, const Term& x, const Term& y);
Term emit(std::string_view name, ScalarType at, const Term& x, const Term& y, const Term& z);

template <class N>
concept Number = std::is_arithmetic_v<N> && !std::is_same_v<N, bool>;

// Rings; of booleans, + is or and * is and.
Term operator+(const Term& x, const Term& y);
Term operator-(const Term& x, const Term& y);
Term operator*(const Term& x, const Term& y);
Term operator/(const Term& x, const Term& y);
Term operator-(const Term& x);

// Comparisons give booleans, and these combine them.
Term operator==(const Term& x, const Term& y);
Term operator<(const Term& x, const Term& y);
Term operator<=(const Term& x, const Term& y);
Term operator>(const Term& x, const Term& y);
Term operator>=(const Term& x, const Term& y);
Term operator&(const Term& x, const Term& y);
Term operator|(const Term& x, const Term& y);
Term operator!(const Term& x);

// A number beside a term is a constant of the term's type.
template <Number N>
Term operator+(const Term& x, N y) {
  return x + constant(x, static_cast<double>(y));
}
template <Number N>
Term operator+(N x, const Term& y) {
  return constant(y, static_cast<double>(x)) + y;
}
template <Number N>
Term operator-(const Term& x, N y) {
  return x - constant(x, static_cast<double>(y));
}
template <Number N>
Term operator-(N x, const Term& y) {
  return constant(y, static_cast<double>(x)) - y;
}
template <Number N>
Term operator*(const Term& x, N y) {
  return x * constant(x, static_cast<double>(y));
}
template <Number N>
Term operator*(N x, const Term& y) {
  return constant(y, static_cast<double>(x)) * y;
}
template <Number N>
Term operator/(const Term& x, N y) {
  return x / constant(x, static_cast<double>(y));
}
template <Number N>
Term operator/(N x, const Term& y) {
  return constant(y, static_cast<double>(x)) / y;
}
template <Number N>
Term operator==(const Term& x, N y) {
  return x == constant(x, static_cast<double>(y));
}
template <Number N>
Term operator<(const Term& x, N y) {
  return x < constant(x, static_cast<double>(y));
}
template <Number N>
Term operator<=(const Term& x, N y) {
  return x <= constant(x, static_cast<double>(y));
}
template <Number N>
Term operator>(const Term& x, N y) {
  return x > constant(x, static_cast<double>(y));
}
template <Number N>
Term operator>=(const Term& x, N y) {
  return x >= constant(x, static_cast<double>(y));
}

/// [condition] ? x : y
Term select(const Term& condition, const Term& x, const Term& y);
template <Number N>
Term select(const Term& condition, N x, const Term& y) {
  return select(condition, constant(y, static_cast<double>(x)), y);
}
template <Number N>
Term select(const Term& condition, const Term& x, N y) {
  return select(condition, x, constant(x, static_cast<double>(y)));
}
/// 1 or 0 of the type of [like].
Term indicator(const Term& condition, const Term& like);

/// x where it is not 0, and else 1: a divisor for a branch that is not selected.
Term nonzero(const Term& x);

Term quot(const Term& x, const Term& y);
Term pow(const Term& x, const Term& y);
Term abs(const Term& x);
Term sgn(const Term& x);
Term floor(const Term& x);
Term sqrt(const Term& x);
Term exp(const Term& x);
Term log(const Term& x);
Term sin(const Term& x);
Term cos(const Term& x);
Term sinh(const Term& x);
Term cosh(const Term& x);
Term sinpi(const Term& x);
Term cospi(const Term& x);
Term hypot(const Term& x, const Term& y);
Term copysign(const Term& x, const Term& y);
Term ldexp(const Term& x, const Term& exponent);
Term polygamma(const Term& order, const Term& x);
/// Only floats can be; false of other types.

}  // namespace laguz::prims
