// Pictures: denoising, warping, convolutions.
#include <algorithm>
#include <cmath>

#include "grids.hpp"

namespace laguz::bench {
namespace {

using Reals = std::vector<double>;

constexpr double kSmall = 1e-6;

/// The differences to the next row and column, and sqrt of their squares' sum.
struct Slope {
  Slope(std::int64_t n, std::int64_t m, const double* u, std::int64_t i, std::int64_t j)
      : dx(i + 1 < n ? u[(i + 1) * m + j] - u[i * m + j] : 0),
        dy(j + 1 < m ? u[i * m + j + 1] - u[i * m + j] : 0),
        norm(std::sqrt(dx * dx + dy * dy + kSmall)) {}
  double dx, dy, norm;
};

/// Where a picture is sampled: the north-west neighbour, and how far from it; whether the place
/// moves with the flow.
struct Place {
  Place(std::int64_t n, std::int64_t m, double y, double x) {
    const double bottom = static_cast<double>(n) - 1.001, right = static_cast<double>(m) - 1.001;
    y_moves = y > 0 && y <= bottom;
    x_moves = x > 0 && x <= right;
    y = std::max(0.0, std::min(y, bottom));
    x = std::max(0.0, std::min(x, right));
    const std::int64_t i = static_cast<std::int64_t>(y), j = static_cast<std::int64_t>(x);
    a = y - static_cast<double>(i);
    b = x - static_cast<double>(j);
    at = i * m + j;
  }
  double sample(const double* u, std::int64_t m) const {
    return (1 - a) * (1 - b) * u[at] + (1 - a) * b * u[at + 1] + a * (1 - b) * u[at + m] +
           a * b * u[at + m + 1];
  }
  double a, b;
  std::int64_t at;
  bool y_moves, x_moves;
};

/// The relu of the convolution at a place.
double convolved(const double* u, std::int64_t m, const double* kernel, std::int64_t i,
                 std::int64_t j) {
  double sum = 0;
  for (int p = 0; p < 3; ++p)
    for (int q = 0; q < 3; ++q) sum += kernel[p * 3 + q] * u[(i + p) * m + j + q];
  return std::max(0.0, sum);
}

/// v = the transpose of u blurred by rows.
void blur_rows(std::int64_t n, std::int64_t m, const double* u, std::int64_t k,
               const double* kernel, double* v) {
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = 0; j < m; ++j) {
      double sum = 0;
      for (std::int64_t t = 0; t < k; ++t)
        sum += kernel[t] * u[i * m + std::clamp<std::int64_t>(j + t - k / 2, 0, m - 1)];
      v[j * n + i] = sum;
    }
}

void blur_rows_adjoint(std::int64_t n, std::int64_t m, const double* u, std::int64_t k,
                       const double* kernel, const double* dv, double* du, double* dkernel) {
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = 0; j < m; ++j)
      for (std::int64_t t = 0; t < k; ++t) {
        const std::int64_t at = i * m + std::clamp<std::int64_t>(j + t - k / 2, 0, m - 1);
        dkernel[t] += dv[j * n + i] * u[at];
        du[at] += dv[j * n + i] * kernel[t];
      }
}

}  // namespace

Reals total_variation(const Inputs& in) {
  const std::int64_t n = in.length(0), m = in.length(0, 1);
  const double *u = in.array(0), *picture = in.array(1);
  double variation = 0, difference = 0;
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = 0; j < m; ++j) {
      variation += Slope(n, m, u, i, j).norm;
      const double error = u[i * m + j] - picture[i * m + j];
      difference += error * error;
    }
  return {0.5 * difference + in.real(2) * variation};
}

Reals total_variation_adjoint(const Inputs& in) {
  const std::int64_t n = in.length(0), m = in.length(0, 1);
  const double *u = in.array(0), *picture = in.array(1), weight = in.real(2);
  Reals du(static_cast<std::size_t>(n * m));
  double* d = du.data();
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = 0; j < m; ++j) {
      const std::int64_t k = i * m + j;
      const Slope s(n, m, u, i, j);
      const double x = weight * s.dx / s.norm, y = weight * s.dy / s.norm;
      d[k] += u[k] - picture[k] - x - y;
      if (i + 1 < n) d[k + m] += x;
      if (j + 1 < m) d[k + 1] += y;
    }
  return du;
}

Reals bilinear_warp(const Inputs& in) {
  const std::int64_t n = in.length(0), m = in.length(0, 1);
  const double *u = in.array(0), *flow = in.array(1), *target = in.array(2);
  double sum = 0;
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = 0; j < m; ++j) {
      const std::int64_t k = i * m + j;
      const Place place(n, m, static_cast<double>(i) + flow[2 * k],
                        static_cast<double>(j) + flow[2 * k + 1]);
      const double error = place.sample(u, m) - target[k];
      sum += error * error;
    }
  return {sum};
}

Reals bilinear_warp_adjoint(const Inputs& in) {
  const std::int64_t n = in.length(0), m = in.length(0, 1);
  const double *u = in.array(0), *flow = in.array(1), *target = in.array(2);
  Reals out(static_cast<std::size_t>(3 * n * m));
  double *du = out.data(), *dflow = du + n * m;
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = 0; j < m; ++j) {
      const std::int64_t k = i * m + j;
      const Place p(n, m, static_cast<double>(i) + flow[2 * k],
                    static_cast<double>(j) + flow[2 * k + 1]);
      const double d = 2 * (p.sample(u, m) - target[k]);
      const double* c = u + p.at;
      du[p.at] += d * (1 - p.a) * (1 - p.b);
      du[p.at + 1] += d * (1 - p.a) * p.b;
      du[p.at + m] += d * p.a * (1 - p.b);
      du[p.at + m + 1] += d * p.a * p.b;
      if (p.y_moves) dflow[2 * k] = d * ((1 - p.b) * (c[m] - c[0]) + p.b * (c[m + 1] - c[1]));
      if (p.x_moves) dflow[2 * k + 1] = d * ((1 - p.a) * (c[1] - c[0]) + p.a * (c[m + 1] - c[m]));
    }
  return out;
}

Reals maxpool_conv(const Inputs& in) {
  const std::int64_t n = in.length(0), m = in.length(0, 1), count = in.length(1);
  const double* u = in.array(0);
  double total = 0;
  for (std::int64_t c = 0; c < count; ++c) {
    const double* kernel = in.array(1) + 9 * c;
    double sum = 0;
    for (std::int64_t i = 0; i + 1 < n - 2; i += 2)
      for (std::int64_t j = 0; j + 1 < m - 2; j += 2)
        sum += std::max({convolved(u, m, kernel, i, j), convolved(u, m, kernel, i, j + 1),
                         convolved(u, m, kernel, i + 1, j), convolved(u, m, kernel, i + 1, j + 1)});
    total += in.array(2)[c] * sum;
  }
  return {total};
}

Reals maxpool_conv_adjoint(const Inputs& in) {
  const std::int64_t n = in.length(0), m = in.length(0, 1), count = in.length(1);
  const double* u = in.array(0);
  Reals out(static_cast<std::size_t>(n * m + 9 * count));
  double* du = out.data();
  for (std::int64_t c = 0; c < count; ++c) {
    const double *kernel = in.array(1) + 9 * c, weight = in.array(2)[c];
    double* dkernel = du + n * m + 9 * c;
    for (std::int64_t i = 0; i + 1 < n - 2; i += 2)
      for (std::int64_t j = 0; j + 1 < m - 2; j += 2) {
        double most = 0;
        std::int64_t row = -1, column = -1;
        for (std::int64_t p = i; p < i + 2; ++p)
          for (std::int64_t q = j; q < j + 2; ++q) {
            const double value = convolved(u, m, kernel, p, q);
            if (value > most) most = value, row = p, column = q;
          }
        if (row < 0) continue;
        for (int p = 0; p < 3; ++p)
          for (int q = 0; q < 3; ++q) {
            dkernel[p * 3 + q] += weight * u[(row + p) * m + column + q];
            du[(row + p) * m + column + q] += weight * kernel[p * 3 + q];
          }
      }
  }
  return out;
}

Reals blur_separable(const Inputs& in) {
  const std::int64_t n = in.length(0), m = in.length(0, 1), k = in.length(1);
  const double *kernel = in.array(1), *target = in.array(2);
  Reals v(static_cast<std::size_t>(n * m)), w(v.size());
  blur_rows(n, m, in.array(0), k, kernel, v.data());
  blur_rows(m, n, v.data(), k, kernel, w.data());
  double sum = 0;
  for (std::size_t i = 0; i < w.size(); ++i) sum += (w[i] - target[i]) * (w[i] - target[i]);
  return {sum};
}

Reals blur_separable_adjoint(const Inputs& in) {
  const std::int64_t n = in.length(0), m = in.length(0, 1), k = in.length(1);
  const double *kernel = in.array(1), *target = in.array(2);
  Reals v(static_cast<std::size_t>(n * m)), w(v.size()), dv(v.size());
  Reals out(v.size() + static_cast<std::size_t>(k));
  double *du = out.data(), *dkernel = du + n * m;
  blur_rows(n, m, in.array(0), k, kernel, v.data());
  blur_rows(m, n, v.data(), k, kernel, w.data());
  for (std::size_t i = 0; i < w.size(); ++i) w[i] = 2 * (w[i] - target[i]);
  blur_rows_adjoint(m, n, v.data(), k, kernel, w.data(), dv.data(), dkernel);
  blur_rows_adjoint(n, m, in.array(0), k, kernel, dv.data(), du, dkernel);
  return out;
}

}  // namespace laguz::bench
