#include "prims/half_lanes.hpp"

#include "runtime/half.hpp"

#ifdef __F16C__
#include <immintrin.h>
#endif

namespace laguz::prims {

float* halves_to_floats(std::int64_t n, float* out, const std::uint16_t* in) {
  std::int64_t i = 0;
#ifdef __F16C__
  for (; i + 8 <= n; i += 8)
    _mm256_storeu_ps(out + i,
                     _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(in + i))));
#endif
  for (; i < n; ++i) out[i] = runtime::half_to_float(in[i]);
  return out;
}

std::uint16_t* floats_to_halves(std::int64_t n, std::uint16_t* out, const float* in) {
  std::int64_t i = 0;
#ifdef __F16C__
  for (; i + 8 <= n; i += 8)
    _mm_storeu_si128(reinterpret_cast<__m128i*>(out + i),
                     _mm256_cvtps_ph(_mm256_loadu_ps(in + i), _MM_FROUND_TO_NEAREST_INT));
#endif
  for (; i < n; ++i) out[i] = runtime::float_to_half(in[i]);
  return out;
}

}  // namespace laguz::prims
