// Loops over all others, for each row.
#include <algorithm>
#include <cmath>
#include <limits>

#include "rows.hpp"

namespace laguz::bench {

using Reals = std::vector<double>;

/// Each pair once; whether the partner is before or behind makes no difference.
Reals lennard_jones_pairs(const Inputs& in) {
  const std::int64_t n = in.length(0);
  const double* p = in.array(0);
  double energy = 0;
  for (std::int64_t i = 0; i < n; ++i) {
    double part = 0;
    for (std::int64_t j = 0; j < i; ++j) {
      const double dx = p[3 * i] - p[3 * j], dy = p[3 * i + 1] - p[3 * j + 1],
                   dz = p[3 * i + 2] - p[3 * j + 2];
      const double d2 = dx * dx + dy * dy + dz * dz + 0.5;
      const double i6 = 1 / (d2 * d2 * d2);
      part += i6 * i6 - i6;
    }
    energy += part;
  }
  return {energy};
}

Reals largest_pair(const Inputs& in) {
  const std::int64_t n = in.size(0);
  const double *xs = in.array(0), *ys = in.array(1);
  double sum = 0;
  for (std::int64_t i = 0; i < n; ++i) {
    double most = -std::numeric_limits<double>::infinity();
    for (std::int64_t j = 0; j < n; ++j) most = std::max(most, xs[i] * ys[j] - 0.1 * xs[j]);
    sum += most;
  }
  return {sum};
}

Reals pair_products(const Inputs& in) {
  const std::int64_t n = in.size(0), m = in.size(1);
  const double *xs = in.array(0), *ys = in.array(1);
  double sum = 0;
  for (std::int64_t i = 0; i < m; ++i) {
    double part = 0;
    for (std::int64_t j = 0; j < n; ++j) part += ys[i] * xs[j] * xs[j];
    sum += part;
  }
  return {sum};
}

Reals soft_neighbours(const Inputs& in) {
  const std::int64_t n = in.length(0), d = in.length(0, 1);
  const double *points = in.array(0), *values = in.array(1), *targets = in.array(2);
  double sum = 0;
  for (std::int64_t i = 0; i < n; ++i) {
    double s = 0, z = 1e-9;
    for (std::int64_t j = 0; j < n; ++j) {
      double d2 = 0;
      for (std::int64_t k = 0; k < d; ++k) {
        const double difference = points[i * d + k] - points[j * d + k];
        d2 += difference * difference;
      }
      const double w = std::exp(-d2);
      s += w * values[j];
      z += w;
    }
    const double error = s / z - targets[i];
    sum += error * error;
  }
  return {sum};
}

Reals attention_loops(const Inputs& in) {
  const std::int64_t t = in.length(0), d = in.length(0, 1);
  const double* xs = in.array(0);
  Reals scores(static_cast<std::size_t>(t));
  double sum = 0;
  for (std::int64_t i = 0; i < t; ++i) {
    double top = -std::numeric_limits<double>::infinity();
    for (std::int64_t j = 0; j <= i; ++j) {
      double score = 0;
      for (std::int64_t k = 0; k < d; ++k) score += xs[i * d + k] * xs[j * d + k];
      scores[j] = score;
      top = std::max(top, score);
    }
    double attended = 0, weight = 0;
    for (std::int64_t j = 0; j <= i; ++j) {
      const double w = std::exp(scores[j] - top);
      attended += w * xs[j * d];
      weight += w;
    }
    const double error = attended / weight - xs[i * d + 1];
    sum += error * error;
  }
  return {sum};
}

}  // namespace laguz::bench
