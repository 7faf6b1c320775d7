// Normalisation of batches and of layers, and their adjoints. Both take xs, scales, shifts,
// weights.
#include <cmath>
#include <numbers>

#include "dense.hpp"

namespace laguz::bench::dense {
namespace {

constexpr double kEpsilon = 1e-5;

/// Normalises columns in place; gives 1 / deviation of each.
Reals normalise_columns(std::int64_t n, std::int64_t d, double* xs) {
  const double count = static_cast<double>(n);
  Reals mean = zeros(d), inverse = zeros(d);
  double *const m = mean.data(), *const s = inverse.data();
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = 0; j < d; ++j) m[j] += xs[i * d + j];
  for (std::int64_t j = 0; j < d; ++j) m[j] /= count;
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = 0; j < d; ++j) s[j] += (xs[i * d + j] - m[j]) * (xs[i * d + j] - m[j]);
  for (std::int64_t j = 0; j < d; ++j) s[j] = 1 / std::sqrt(s[j] / count + kEpsilon);
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = 0; j < d; ++j) xs[i * d + j] = (xs[i * d + j] - m[j]) * s[j];
  return inverse;
}

/// The inputs' first, to be changed.
Reals first(const Inputs& in) { return Reals(in.array(0), in.array(0) + in.size(0)); }

}  // namespace

Reals batchnorm(const Inputs& in) {
  const std::int64_t n = in.length(0), d = in.length(0, 1);
  const double *a = in.array(1), *b = in.array(2), *w = in.array(3);
  Reals all = first(in);
  normalise_columns(n, d, all.data());
  const double* x = all.data();
  double sum = 0;
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = 0; j < d; ++j)
      sum += w[i * d + j] * std::tanh(a[j] * x[i * d + j] + b[j]);
  return {sum};
}

Reals batchnorm_adjoint(const Inputs& in) {
  const std::int64_t n = in.length(0), d = in.length(0, 1);
  const double *a = in.array(1), *b = in.array(2), *w = in.array(3);
  Reals all = first(in), out = zeros(n * d + 2 * d);
  const Reals inverse = normalise_columns(n, d, all.data());
  const double* x = all.data();
  double *const bar = out.data(), *const to_a = bar + n * d, *const to_b = to_a + d;
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = 0; j < d; ++j) {
      const double y = std::tanh(a[j] * x[i * d + j] + b[j]);
      const double inner = w[i * d + j] * (1 - y * y);
      bar[i * d + j] = inner;
      to_a[j] += inner * x[i * d + j];
      to_b[j] += inner;
    }
  // The mean of the cotangents, and of them times x, are to_b and to_a over n.
  const double count = static_cast<double>(n);
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = 0; j < d; ++j)
      bar[i * d + j] = a[j] * inverse.data()[j] *
                       (bar[i * d + j] - to_b[j] / count - x[i * d + j] * to_a[j] / count);
  return out;
}

namespace {

const double kRoot = std::sqrt(2 / std::numbers::pi);
constexpr double kCubic = 0.044715;

double gelu(double x) { return 0.5 * x * (1 + std::tanh(kRoot * (x + kCubic * x * x * x))); }

double gelu_slope(double x) {
  const double t = std::tanh(kRoot * (x + kCubic * x * x * x));
  return 0.5 * (1 + t) + 0.5 * x * (1 - t * t) * kRoot * (1 + 3 * kCubic * x * x);
}

/// Normalises in place; gives 1 / deviation.
double normalise_row(std::int64_t d, double* x) {
  const double count = static_cast<double>(d);
  double sum = 0, squares = 0;
  for (std::int64_t j = 0; j < d; ++j) {
    sum += x[j];
    squares += x[j] * x[j];
  }
  const double mean = sum / count;
  const double inverse = 1 / std::sqrt(squares / count - mean * mean + kEpsilon);
  for (std::int64_t j = 0; j < d; ++j) x[j] = (x[j] - mean) * inverse;
  return inverse;
}

}  // namespace

Reals layernorm(const Inputs& in) {
  const std::int64_t n = in.length(0), d = in.length(0, 1);
  const double *a = in.array(1), *b = in.array(2), *w = in.array(3);
  Reals all = first(in);
  double sum = 0;
  for (std::int64_t i = 0; i < n; ++i) {
    double* const x = all.data() + i * d;
    normalise_row(d, x);
    for (std::int64_t j = 0; j < d; ++j) sum += w[i * d + j] * gelu(x[j] * a[j] + b[j]);
  }
  return {sum};
}

Reals layernorm_adjoint(const Inputs& in) {
  const std::int64_t n = in.length(0), d = in.length(0, 1);
  const double *a = in.array(1), *b = in.array(2), *w = in.array(3);
  const double count = static_cast<double>(d);
  Reals all = first(in), out = zeros(n * d + 2 * d);
  double *const to_a = out.data() + n * d, *const to_b = to_a + d;
  for (std::int64_t i = 0; i < n; ++i) {
    double *const x = all.data() + i * d, *const bar = out.data() + i * d;
    const double inverse = normalise_row(d, x);
    double sum = 0, along = 0;
    for (std::int64_t j = 0; j < d; ++j) {
      const double inner = w[i * d + j] * gelu_slope(x[j] * a[j] + b[j]);
      to_a[j] += inner * x[j];
      to_b[j] += inner;
      bar[j] = inner * a[j];
      sum += bar[j];
      along += bar[j] * x[j];
    }
    for (std::int64_t j = 0; j < d; ++j)
      bar[j] = inverse * (bar[j] - sum / count - x[j] * along / count);
  }
  return out;
}

}  // namespace laguz::bench::dense
