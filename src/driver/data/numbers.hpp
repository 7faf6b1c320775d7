// Numbers of one type as numbers of another.
#pragma once

#include <cstdint>
#include <optional>

#include "support/scalar_type.hpp"

namespace laguz::driver::data {

/// [number] as a scalar of [type]: rounded if that is a float's; none where it is no such integer.
std::optional<support::Scalar> scalar_of(support::ScalarType type, double number);
std::optional<support::Scalar> scalar_of(support::ScalarType type, std::int64_t number);
std::optional<support::Scalar> scalar_of(support::ScalarType type, std::uint64_t number);
/// [scalar] as one of [type]; a boolean is none of any other.
std::optional<support::Scalar> scalar_of(support::ScalarType type, const support::Scalar& scalar);

}  // namespace laguz::driver::data
