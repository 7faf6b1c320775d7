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
  /// Of so many places side by side: what comes to the next one is [apart] behind, and is not
  /// uniform.
  std::int64_t count = 1, apart = 0;
};

/// Of striped sums, those of one place: they lie side by side.
inline constexpr std::int64_t kStripes = 16;

/// Where updates go. Striped: lane l adds to number (stripe + l) mod kStripes of its place, and
/// none of these numbers is -0, so that a lane that is not alive may add 0.
struct Sums {
  support::ScalarType type = support::ScalarType::i64;
  void* data = nullptr;
  bool striped = false;
  std::int64_t stripe = 0;
};

/// Takes the updates in the order of a loop over lanes around a loop over [updates], or in another
/// order that gives every sum its values in that one ([updates] may be put in it). Booleans are
/// or-ed.
void accumulate(const Sums& to, std::int64_t n, std::span<Update> updates);
/// to[place + i] += values[i * stride + l], lane after lane, for each of [count] places.
void accumulate_row(const Sums& to, std::int64_t n, std::int64_t place, std::int64_t count,
                    const void* values, std::int64_t stride);
/// dest[at[i]] += values[i] for each i below n whose at[i] is one of [places], in order.
void accumulate_inside(support::ScalarType type, std::int64_t n, void* dest, std::int64_t places,
                       const std::int64_t* at, const void* values);
/// dest[i] += the stripes of place i, for each of [count]: pairs 8 apart, then 4, 2, 1.
void fold_stripes(support::ScalarType type, std::int64_t count, void* dest, const void* stripes);

}  // namespace laguz::prims::lanes
