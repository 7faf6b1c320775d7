// Reading and writing a vector through an arbitrary linear map of indices.
#pragma once

#include <cstdint>
#include <vector>

#include "eval/evaluator.hpp"

namespace laguz::eval {

/// [spec]: offset, then length and stride of each dimension.
Array flat_index(const Array& array, const std::vector<std::int64_t>& spec);
/// [spec]: offset, then the stride of each dimension; lengths are those of [value].
Array flat_update(Array array, const std::vector<std::int64_t>& spec, const Array& value);

}  // namespace laguz::eval
