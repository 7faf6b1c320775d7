// Adding lanes to the places of an array that all lanes share.
#pragma once

#include <cstdint>
#include <span>

#include "prims/lanes_move.hpp"

namespace laguz::prims::lanes {

/// Sums that are made together: chains of additions, which overlap. Updates of one place each are
/// best handed over by so many.
inline constexpr std::size_t kSumsTogether = 8;

/// One update in every lane of [mask]: dest[place] += value.
struct Update {
  const std::int64_t* places = nullptr;  ///< per lane; null: lane l updates place + l * step
  std::int64_t place = 0, step = 0;
  const void* values = nullptr;
  bool uniform = false;  ///< one value for all lanes
  Mask mask = nullptr;
};

/// Takes the updates in the order of a loop over lanes around a loop over [updates], or in another
/// order that gives every place its values in that one ([updates] may be put in it). Booleans are
/// or-ed.
void accumulate(support::ScalarType type, std::int64_t n, void* dest, std::span<Update> updates);
/// dest[i] += values[i * stride + l], lane after lane, for each of [count] places.
void accumulate_row(support::ScalarType type, std::int64_t n, void* dest, std::int64_t count,
                    const void* values, std::int64_t stride);

}  // namespace laguz::prims::lanes
