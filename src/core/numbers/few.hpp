// Arrays of a few numbers as those numbers, in row-major order.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/ir.hpp"

namespace laguz::core::numbers {

using Dims = std::vector<std::int64_t>;

inline constexpr std::int64_t kMostElements = 36;  ///< of an array: a matrix of six rows

/// How many elements arrays of [dims] have; nothing where they are none or too many.
std::optional<std::size_t> count(const Dims& dims);

/// An array that is known number by number; with no [dims] a number.
struct Few {
  Dims dims;
  Atoms elements;

  /// Element [i] of the outermost dimension.
  Few row(std::int64_t i) const;
};

/// Some places of an array, and the shape that they have together.
struct Places {
  Dims dims;
  std::vector<std::size_t> at;  ///< in row-major order
};
/// Those that [dims] select in an array of [shape], where that is certain, allowed, and not empty.
std::optional<Places> places(const std::vector<DimSlice>& dims, const Dims& shape);
/// Those that indices select. Nothing where one is not constant or out of bounds.
std::optional<Places> places(const Atoms& indices, const Dims& shape);

Few taken(const Few& array, const Places& places);
/// [rows], which are alike, as an array.
std::optional<Few> stacked(const std::vector<Few>& rows);
/// Dimension d of the result is dimension [order][d] of [array].
Few rearranged(const Few& array, const std::vector<std::int64_t>& order);
/// Row i of the result is row (i * [step] + [from]) mod n of [array].
Few turned(const Few& array, std::int64_t step, std::int64_t from);

}  // namespace laguz::core::numbers
