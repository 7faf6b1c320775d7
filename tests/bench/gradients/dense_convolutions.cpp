// Convolutions of signals and images, and their adjoints. Both take what is convolved, the filters,
// and what should come out.
#include <cmath>

#include "dense.hpp"

namespace laguz::bench::dense {
namespace {

/// What is too much in the result of the filter: [m] numbers.
Reals errors_1d(const Inputs& in) {
  const std::int64_t k = in.length(1), m = in.length(2);
  const double *x = in.array(0), *w = in.array(1), *target = in.array(2);
  Reals out = zeros(m);
  double* const y = out.data();
  for (std::int64_t i = 0; i < m; ++i) y[i] = -target[i];
  for (std::int64_t j = 0; j < k; ++j)
    for (std::int64_t i = 0; i < m; ++i) y[i] += x[i + j] * w[j];
  return out;
}

/// The same for the images: [f][h][w] numbers.
Reals errors_2d(const Inputs& in) {
  const std::int64_t m = in.length(0, 1), k = in.length(1, 1);
  const std::int64_t f = in.length(2), h = in.length(2, 1), w = in.length(2, 2);
  const double *img = in.array(0), *filters = in.array(1), *target = in.array(2);
  Reals out = zeros(f * h * w);
  for (std::int64_t c = 0; c < f; ++c)
    for (std::int64_t i = 0; i < h; ++i) {
      double* const y = out.data() + (c * h + i) * w;
      for (std::int64_t j = 0; j < w; ++j) y[j] = -target[(c * h + i) * w + j];
      for (std::int64_t a = 0; a < k; ++a)
        for (std::int64_t b = 0; b < k; ++b) {
          const double* x = img + (i + a) * m + b;
          const double weight = filters[(c * k + a) * k + b];
          for (std::int64_t j = 0; j < w; ++j) y[j] += weight * x[j];
        }
    }
  return out;
}

}  // namespace

Reals conv1d(const Inputs& in) {
  const std::int64_t m = in.length(2);
  const Reals errors = errors_1d(in);
  return {dot(m, errors.data(), errors.data()) / static_cast<double>(m)};
}

Reals conv1d_adjoint(const Inputs& in) {
  const std::int64_t n = in.length(0), k = in.length(1), m = in.length(2);
  const double *x = in.array(0), *w = in.array(1);
  Reals bar = errors_1d(in), out = zeros(n + k);
  for (double& e : bar) e *= 2 / static_cast<double>(m);
  const double* y = bar.data();
  double *const to_x = out.data(), *const to_w = to_x + n;
  for (std::int64_t j = 0; j < k; ++j) {
    to_w[j] = dot(m, x + j, y);
    for (std::int64_t i = 0; i < m; ++i) to_x[i + j] += w[j] * y[i];
  }
  return out;
}

Reals conv2d(const Inputs& in) {
  const Reals errors = errors_2d(in);
  return {0.5 * dot(in.size(2), errors.data(), errors.data())};
}

Reals conv2d_adjoint(const Inputs& in) {
  const std::int64_t n = in.length(0), m = in.length(0, 1), k = in.length(1, 1);
  const std::int64_t f = in.length(2), h = in.length(2, 1), w = in.length(2, 2);
  const double *img = in.array(0), *filters = in.array(1);
  const Reals errors = errors_2d(in);
  Reals out = zeros(n * m + f * k * k);
  double *const to_img = out.data(), *const to_filters = to_img + n * m;
  for (std::int64_t c = 0; c < f; ++c)
    for (std::int64_t i = 0; i < h; ++i) {
      const double* y = errors.data() + (c * h + i) * w;
      for (std::int64_t a = 0; a < k; ++a)
        for (std::int64_t b = 0; b < k; ++b) {
          const std::int64_t at = (i + a) * m + b, which = (c * k + a) * k + b;
          to_filters[which] += dot(w, img + at, y);
          const double weight = filters[which];
          for (std::int64_t j = 0; j < w; ++j) to_img[at + j] += weight * y[j];
        }
    }
  return out;
}

Reals conv_channels(const Inputs& in) {
  const std::int64_t c = in.length(0), n = in.length(0, 1), m = in.length(0, 2);
  const std::int64_t k = in.length(1, 1);
  const double *img = in.array(0), *filter = in.array(1);
  double sum = 0;
  for (std::int64_t i = 0; i + k <= n; ++i)
    for (std::int64_t j = 0; j + k <= m; ++j) {
      double out = 0;
      for (std::int64_t ch = 0; ch < c; ++ch)
        for (std::int64_t a = 0; a < k; ++a)
          out += dot(k, img + (ch * n + i + a) * m + j, filter + (ch * k + a) * k);
      sum += std::tanh(out);
    }
  return {sum};
}

Reals table_lookups(const Inputs& in) {
  const std::int64_t l = in.length(0), t = in.length(0, 1), n = in.length(1);
  double sum = 0;
  for (std::int64_t p = 0; p < n; ++p) {
    const auto i = static_cast<std::int64_t>(in.array(1)[p] * static_cast<double>(t - 1));
    for (std::int64_t k = 0; k < l; ++k)
      for (std::int64_t f = 0; f < 2; ++f) sum += std::sin(in.array(0)[(k * t + i) * 2 + f]);
  }
  return {sum};
}

}  // namespace laguz::bench::dense
