// Layers over a few pictures or groups, each of some channels.
#include <cmath>

#include "dense.hpp"

namespace laguz::bench::dense {

Reals conv_batch(const Inputs& in) {
  const std::int64_t pictures = in.length(0), channels = in.length(0, 1), n = in.length(0, 2);
  const std::int64_t m = in.length(0, 3), kernels = in.length(1);
  double total = 0;
  Reals row = zeros(m - 2);
  for (std::int64_t b = 0; b < pictures; ++b)
    for (std::int64_t k = 0; k < kernels; ++k)
      for (std::int64_t i = 0; i < n - 2; ++i) {
        row.assign(row.size(), 0);
        for (std::int64_t c = 0; c < channels; ++c)
          for (std::int64_t x = 0; x < 3; ++x)
            for (std::int64_t y = 0; y < 3; ++y) {
              const double weight = in.array(1)[((k * channels + c) * 3 + x) * 3 + y];
              const double* from = in.array(0) + ((b * channels + c) * n + i + x) * m + y;
              for (std::int64_t j = 0; j < m - 2; ++j)
                row[static_cast<std::size_t>(j)] += weight * from[j];
            }
        for (const double value : row) total += value > 0 ? value : 0;
      }
  return {total};
}

Reals group_norm(const Inputs& in) {
  const std::int64_t groups = in.length(0), count = in.size(0) / groups;
  double total = 0;
  for (std::int64_t g = 0; g < groups; ++g) {
    const double* const x = in.array(0) + g * count;
    const double s = in.array(1)[g], b = in.array(2)[g];
    double mean = 0, squares = 0;
    for (std::int64_t i = 0; i < count; ++i) mean += x[i];
    mean /= static_cast<double>(count);
    for (std::int64_t i = 0; i < count; ++i) squares += (x[i] - mean) * (x[i] - mean);
    const double deviation = std::sqrt(squares / static_cast<double>(count) + 1e-5);
    for (std::int64_t i = 0; i < count; ++i) {
      const double y = s * (x[i] - mean) / deviation + b;
      total += y / (1 + std::exp(-y));
    }
  }
  return {total};
}

}  // namespace laguz::bench::dense
