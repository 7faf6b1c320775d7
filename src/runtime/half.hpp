// IEEE half precision, stored as its bits.
#pragma once

#include <cstdint>

namespace laguz::runtime {

float half_to_float(std::uint16_t half);
std::uint16_t float_to_half(float x);    ///< round to nearest, ties to even
std::uint16_t double_to_half(double x);  ///< one rounding

}  // namespace laguz::runtime
