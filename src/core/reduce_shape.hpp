// The shape of reductions and scans: in which order its operator is applied. It depends on the
// width and the operator alone, so every tier and any number of threads give the same bits.
//
//   width ≤ kShortFold          one left fold: ((ne ⊕ a0) ⊕ a1) ⊕ ...
//   commutative builtin         blocks of kBlock elements. Within one, kLanes strided accumulators:
//                               acc[j] starts as the block's element j, and element i goes to
//                               acc[i mod kLanes]; they are combined by `combine_accumulators`.
//                               The blocks' results are folded left from ne.
//   any other operator          chunks of kChunk elements, each a left fold from its first element.
//                               The chunks' results are folded left from ne.
//
// A scan is one left to right pass from ne, unless its width is over kLongScan and its operator is
// the user's, on scalars. Then it goes by blocks of kScanBlock elements (ADR 16): each is scanned
// from its own first element, and every result of that is combined with the block's carry, which is
// ne, and then the last result of the block before.
//
// Hist, scatter and accumulators are in order (those that ad/ makes: eval/partial_sums.hpp).
#pragma once

#include <cstdint>
#include <optional>

#include "core/ir.hpp"

namespace laguz::core {

inline constexpr std::int64_t kShortFold = 256;
inline constexpr std::int64_t kBlock = 4096;
inline constexpr int kLanes = 16;
inline constexpr std::int64_t kChunk = 256;
inline constexpr std::int64_t kLongScan = 4096;
inline constexpr std::int64_t kScanBlock = 256;

enum class FoldShape : std::uint8_t { linear, blocked, chunked };

/// The primitive that [op] is, when it does nothing but apply a commutative one (add, mul, min,
/// max, and, or, xor) to its two scalar parameters in their order.
std::optional<Prim> commutative_builtin(const Lambda& op);

/// Whether scans with [op] that are long go by blocks.
bool scans_by_blocks(const Lambda& op);

inline FoldShape fold_shape(bool builtin, std::int64_t width) {
  if (width <= kShortFold) return FoldShape::linear;
  return builtin ? FoldShape::blocked : FoldShape::chunked;
}

/// The result of a block from its accumulators, of which the first [live] exist (1 to kLanes; fewer
/// than kLanes only when the block has fewer elements).
template <class T, class Op>
T combine_accumulators(T* acc, std::int64_t live, const Op& op) {
  for (int step = kLanes / 2; step >= 1; step /= 2)
    for (int j = 0; j < step && j + step < live; ++j) acc[j] = op(acc[j], acc[j + step]);
  return acc[0];
}

}  // namespace laguz::core
