#include "driver/data/numbers.hpp"

#include <cmath>

#include "engine/numbers_of.hpp"

namespace laguz::driver::data {

using support::Scalar;
using support::ScalarType;

namespace {

Scalar float_of(ScalarType type, double number) {
  engine::Numbers numbers{type};
  numbers.values = {number};
  return std::get<Scalar>(numbers.value());
}

}  // namespace

std::optional<Scalar> scalar_of(ScalarType type, double number) {
  if (type == ScalarType::boolean) return std::nullopt;
  if (support::is_float(type)) return float_of(type, number);
  constexpr double kSigned = 0x1p63, kUnsigned = 0x1p64;
  if (number != std::floor(number)) return std::nullopt;
  if (number >= -kSigned && number < kSigned)
    return scalar_of(type, static_cast<std::int64_t>(number));
  if (number >= 0 && number < kUnsigned) return scalar_of(type, static_cast<std::uint64_t>(number));
  return std::nullopt;
}

std::optional<Scalar> scalar_of(ScalarType type, std::int64_t number) {
  if (type == ScalarType::boolean) return std::nullopt;
  if (support::is_float(type)) return float_of(type, static_cast<double>(number));
  if (support::is_unsigned(type) && number < 0) return std::nullopt;
  const Scalar scalar = Scalar::integer(type, number);
  if (scalar.as_i64() != number) return std::nullopt;
  return scalar;
}

std::optional<Scalar> scalar_of(ScalarType type, std::uint64_t number) {
  if (number <= static_cast<std::uint64_t>(INT64_MAX))
    return scalar_of(type, static_cast<std::int64_t>(number));
  if (support::is_float(type)) return float_of(type, static_cast<double>(number));
  if (type != ScalarType::u64) return std::nullopt;
  return Scalar{type, number};
}

std::optional<Scalar> scalar_of(ScalarType type, const Scalar& scalar) {
  if (scalar.type == type) return scalar;
  if (scalar.type == ScalarType::boolean) return std::nullopt;
  if (support::is_float(scalar.type))
    return scalar_of(type, engine::Numbers::of(scalar)->values[0]);
  if (support::is_unsigned(scalar.type)) return scalar_of(type, scalar.bits);
  return scalar_of(type, scalar.as_i64());
}

}  // namespace laguz::driver::data
