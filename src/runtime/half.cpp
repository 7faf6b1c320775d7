#include "runtime/half.hpp"

#include <bit>

#ifdef __F16C__
#include <immintrin.h>
#endif

namespace laguz::runtime {
namespace {

/// Rounds a binary floating-point number to half precision, to nearest, ties to even.
/// [exponent] is unbiased; [significand] has its leading one at bit [width].
std::uint16_t round_to_half(std::uint16_t sign, int exponent, std::uint64_t significand,
                            int width) {
  if (exponent > 15) return sign | 0x7c00;
  // Keep 10 bits after the leading one, fewer when the result is subnormal.
  int drop = width - 10;
  std::uint32_t biased = 0;
  if (exponent >= -14) {
    biased = static_cast<std::uint32_t>(exponent + 14);  // the leading one adds the last 1
  } else {
    drop += -14 - exponent;
  }
  if (drop > width + 1) return sign;
  std::uint64_t kept = significand >> drop;
  std::uint64_t rest = significand & ((std::uint64_t{1} << drop) - 1);
  std::uint64_t half = std::uint64_t{1} << (drop - 1);
  if (rest > half || (rest == half && (kept & 1) != 0)) ++kept;
  // A carry out of the significand moves to the next exponent, and from the last one to infinity.
  return static_cast<std::uint16_t>(sign | ((biased << 10) + kept));
}

}  // namespace

#ifdef __F16C__

float half_to_float(std::uint16_t half) { return _cvtsh_ss(half); }
std::uint16_t float_to_half(float x) {
  return static_cast<std::uint16_t>(_cvtss_sh(x, _MM_FROUND_TO_NEAREST_INT));
}

#else

float half_to_float(std::uint16_t half) {
  std::uint32_t sign = (half & 0x8000u) << 16;
  std::uint32_t exponent = (half >> 10) & 0x1f;
  std::uint32_t fraction = half & 0x3ff;
  if (exponent == 31) {
    std::uint32_t quiet = fraction != 0 ? 0x400000u : 0u;
    return std::bit_cast<float>(sign | 0x7f800000u | quiet | (fraction << 13));
  }
  if (exponent == 0) {
    float magnitude = static_cast<float>(fraction) * 0x1p-24f;
    return std::bit_cast<float>(sign | std::bit_cast<std::uint32_t>(magnitude));
  }
  return std::bit_cast<float>(sign | ((exponent + 112) << 23) | (fraction << 13));
}

std::uint16_t float_to_half(float x) {
  auto bits = std::bit_cast<std::uint32_t>(x);
  auto sign = static_cast<std::uint16_t>((bits >> 16) & 0x8000u);
  std::uint32_t exponent = (bits >> 23) & 0xff;
  std::uint32_t fraction = bits & 0x7fffff;
  if (exponent == 255)
    return static_cast<std::uint16_t>(sign | 0x7c00 |
                                      (fraction != 0 ? 0x200 | (fraction >> 13) : 0));
  if (exponent == 0) return sign;
  return round_to_half(sign, static_cast<int>(exponent) - 127, fraction | 0x800000, 23);
}

#endif

std::uint16_t double_to_half(double x) {
  auto bits = std::bit_cast<std::uint64_t>(x);
  auto sign = static_cast<std::uint16_t>((bits >> 48) & 0x8000u);
  auto exponent = static_cast<int>((bits >> 52) & 0x7ff);
  std::uint64_t fraction = bits & ((std::uint64_t{1} << 52) - 1);
  if (exponent == 0x7ff)
    return static_cast<std::uint16_t>(sign | 0x7c00 |
                                      (fraction != 0 ? 0x200 | (fraction >> 42) : 0));
  if (exponent == 0) return sign;
  return round_to_half(sign, exponent - 1023, fraction | (std::uint64_t{1} << 52), 52);
}

}  // namespace laguz::runtime
