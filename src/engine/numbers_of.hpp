// The floats of a value, as numbers to compute with.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "runtime/array.hpp"

namespace laguz::engine {

/// Those of one flat value, row-major.
struct Numbers {
  support::ScalarType type = support::ScalarType::f64;
  std::optional<runtime::Shape> shape{};  ///< none: a scalar
  std::vector<double> values{};

  /// None if [value] has another type.
  static std::optional<Numbers> of(const runtime::Value& value);
  /// The value, its numbers rounded to the type.
  runtime::Value value() const;
  /// Of the [i]-th.
  std::vector<std::int64_t> indices(std::int64_t i) const;
};

/// Whether there is a NaN among the floats of [values].
bool has_nan(std::span<const runtime::Value> values);

/// Zeros (and false) of the same type and shape.
runtime::Value zeros_like(const runtime::Value& value);

}  // namespace laguz::engine
