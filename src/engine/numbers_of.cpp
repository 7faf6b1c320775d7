#include "engine/numbers_of.hpp"

#include <algorithm>
#include <cmath>

#include "runtime/half.hpp"

namespace laguz::engine {

using runtime::Array;
using runtime::Value;
using support::Scalar;
using support::ScalarType;

namespace {

double number_of(Scalar scalar) {
  if (scalar.type == ScalarType::f64) return scalar.as_f64();
  return scalar.type == ScalarType::f32 ? double{scalar.as_f32()}
                                        : double{runtime::half_to_float(scalar.as_f16())};
}

Scalar scalar_of(ScalarType type, double number) {
  if (type == ScalarType::f64) return Scalar::f64(number);
  return type == ScalarType::f32 ? Scalar::f32(static_cast<float>(number))
                                 : Scalar::f16(runtime::double_to_half(number));
}

}  // namespace

std::optional<Numbers> Numbers::of(const Value& value) {
  Numbers numbers;
  if (const auto* scalar = std::get_if<Scalar>(&value)) {
    if (!support::is_float(scalar->type)) return std::nullopt;
    numbers.type = scalar->type;
    numbers.values = {number_of(*scalar)};
    return numbers;
  }
  const auto& array = std::get<Array>(value);
  if (!support::is_float(array.type())) return std::nullopt;
  numbers.type = array.type();
  numbers.shape = array.shape();
  const Array flat = array.reshape({array.size()});
  numbers.values.reserve(static_cast<std::size_t>(array.size()));
  for (std::int64_t i = 0; i < array.size(); ++i)
    numbers.values.push_back(number_of(flat.get({&i, 1})));
  return numbers;
}

Value Numbers::value() const {
  if (!shape) return scalar_of(type, values[0]);
  Array flat = Array::uninitialised(type, {static_cast<std::int64_t>(values.size())});
  for (std::int64_t i = 0; i < flat.size(); ++i)
    flat.set({&i, 1}, scalar_of(type, values[static_cast<std::size_t>(i)]));
  return flat.reshape(*shape);
}

std::vector<std::int64_t> Numbers::indices(std::int64_t i) const {
  std::vector<std::int64_t> indices(shape ? static_cast<std::size_t>(shape->rank) : 0);
  for (auto d = indices.size(); d-- > 0;) {
    const std::int64_t length = (*shape)[static_cast<int>(d)];
    indices[d] = i % length;
    i /= length;
  }
  return indices;
}

bool has_nan(std::span<const Value> values) {
  const auto in = [](const auto* first, std::int64_t count, const auto& is_nan) {
    return std::any_of(first, first + count, is_nan);
  };
  for (const Value& value : values) {
    if (const auto* scalar = std::get_if<Scalar>(&value)) {
      if (support::is_float(scalar->type) && std::isnan(number_of(*scalar))) return true;
      continue;
    }
    const ScalarType type = std::get<Array>(value).type();
    if (!support::is_float(type)) continue;
    const Array array = std::get<Array>(value).dense();
    const std::int64_t count = array.size();
    const auto is_nan = [](auto x) { return std::isnan(x); };
    if ((type == ScalarType::f64 && in(array.data<double>(), count, is_nan)) ||
        (type == ScalarType::f32 && in(array.data<float>(), count, is_nan)) ||
        (type == ScalarType::f16 && in(array.data<std::uint16_t>(), count, [](std::uint16_t half) {
           return std::isnan(runtime::half_to_float(half));
         })))
      return true;
  }
  return false;
}

Value zeros_like(const Value& value) {
  if (const auto* scalar = std::get_if<Scalar>(&value)) return Scalar{scalar->type, 0};
  const auto& array = std::get<Array>(value);
  return Array::zeros(array.type(), array.shape());
}

}  // namespace laguz::engine
