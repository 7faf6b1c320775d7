// Half precision over lanes.
#pragma once

#include <cstdint>

namespace laguz::prims {

/// Lanes of f16 are converted to f32 in chunks of this many.
inline constexpr int kHalfChunk = 256;

/// Converts n elements and returns [out].
float* halves_to_floats(std::int64_t n, float* out, const std::uint16_t* in);
std::uint16_t* floats_to_halves(std::int64_t n, std::uint16_t* out, const float* in);

}  // namespace laguz::prims
