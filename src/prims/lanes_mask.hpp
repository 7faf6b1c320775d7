// Kernels on masks and kernels that look for a lane: which lanes are alive, and the first of them
// for which something does not hold.
#pragma once

#include <cstdint>
#include <optional>

#include "prims/lanes_move.hpp"

namespace laguz::prims::lanes {

/// out[l] = (mask[l] &&) condition[l] == wanted; returns how many are alive. out may be the mask.
std::int64_t narrow(std::int64_t n, bool* out, Mask mask, const bool* condition, bool wanted);
/// Lanes alive.
std::int64_t count(std::int64_t n, Mask mask);
/// The first lane alive, or n.
std::int64_t first(std::int64_t n, Mask mask);
/// The last lane alive, or -1.
std::int64_t last(std::int64_t n, Mask mask);
/// The step when every index[l] is index[0] + l * step and no number between the first and the last
/// is passed by (so steps are below 2^32 either way); of a single lane it is 0.
std::optional<std::int64_t> progression(std::int64_t n, const std::int64_t* index);

/// The first lane alive whose value is zero (negative, false), or -1.
std::int64_t find_zero(support::ScalarType type, std::int64_t n, const void* values, Mask mask);
std::int64_t find_negative(support::ScalarType type, std::int64_t n, const void* values, Mask mask);
std::int64_t find_false(std::int64_t n, const bool* values, Mask mask);
/// Whether all lanes alive hold the same bits.
bool all_equal(int size, std::int64_t n, const void* values, Mask mask);
/// The least and the greatest value of the lanes alive (at least one) of an integer type.
struct Range {
  std::int64_t low, high;
};
Range range(support::ScalarType type, std::int64_t n, const void* values, Mask mask);

/// One index of several of an element: out[l] (+)= index[l] * stride, where 0 ≤ index[l] < extent;
/// other lanes keep, or get, 0. Returns the first lane alive whose index is outside, or -1.
std::int64_t offsets(std::int64_t n, std::int64_t* out, const std::int64_t* index,
                     std::int64_t extent, std::int64_t stride, bool accumulate, Mask mask);
/// Where lanes are before any index: place + l * step, those that are alive.
struct LanePlaces {
  std::int64_t place = 0, step = 0;
  Mask mask = nullptr;
};
/// The same for indices that may be outside: clears inside[l] for those. Begins with [from], if
/// there is one: else with what out and inside are. Returns how many lanes are inside.
std::int64_t offsets_inside(std::int64_t n, std::int64_t* out, bool* inside,
                            const std::int64_t* index, std::int64_t extent, std::int64_t stride,
                            const LanePlaces* from);
/// out[l] = a[l] + l * step + add
void offset_by_lane(std::int64_t n, std::int64_t* out, const std::int64_t* a, std::int64_t step,
                    std::int64_t add);
/// out[l] = a[l] + b[l]
void add_offsets(std::int64_t n, std::int64_t* out, const std::int64_t* a, const std::int64_t* b);
/// counts[l] += 1 in the lanes alive.
void increment(std::int64_t n, std::int64_t* counts, Mask mask);
/// out[l] = index < bound[l] && mask[l], bounds of an integer type; returns how many are alive.
std::int64_t below(support::ScalarType type, std::int64_t n, bool* out, std::int64_t index,
                   const void* bounds, Mask mask);

}  // namespace laguz::prims::lanes
