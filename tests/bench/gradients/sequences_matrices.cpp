// Loops and scans over vectors and matrices of two or three, and over a matrix in place.
#include <array>
#include <cmath>
#include <utility>

#include "sequences.hpp"

namespace laguz::bench {

using Index = std::int64_t;

std::vector<double> kalman_two(const Inputs& in) {
  const double *ys = in.array(0), *f = in.array(1), *q = in.array(2);
  double x[2] = {0, 0}, p[2][2] = {{1, 0}, {0, 1}}, total = 0;
  const double h[2] = {1, q[2]};
  for (Index t = 0; t < in.length(0); ++t) {
    const double x0 = f[0] * x[0] + f[1] * x[1], x1 = f[2] * x[0] + f[3] * x[1];
    double fp[2][2], all[2][2], ph[2];
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 2; ++j) fp[i][j] = f[2 * i] * p[0][j] + f[2 * i + 1] * p[1][j];
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 2; ++j)
        all[i][j] = fp[i][0] * f[2 * j] + fp[i][1] * f[2 * j + 1] + (i == j ? q[i] : 0);
    for (int i = 0; i < 2; ++i) ph[i] = all[i][0] * h[0] + all[i][1] * h[1];
    const double v = ys[t] - (h[0] * x0 + h[1] * x1);
    const double s = h[0] * ph[0] + h[1] * ph[1] + q[3];
    const double gain[2] = {ph[0] / s, ph[1] / s};
    x[0] = x0 + gain[0] * v;
    x[1] = x1 + gain[1] * v;
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 2; ++j) p[i][j] = all[i][j] - gain[i] * ph[j];
    total -= 0.5 * (std::log(s) + v * v / s);
  }
  return {total};
}

std::vector<double> rigid_body(const Inputs& in) {
  const double *inertia = in.array(0), *torque = in.array(2);
  std::array<double, 3> w{in.array(1)[0], in.array(1)[1], in.array(1)[2]};
  double s = 0;
  for (Index t = 0; t < in.length(2); ++t) {
    std::array<double, 3> next{};
    for (std::size_t i = 0; i < 3; ++i) {
      const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
      next[i] =
          0.999 * w[i] + 0.01 * ((inertia[j] - inertia[k]) * w[j] * w[k] + torque[t]) / inertia[i];
    }
    w = next;
    s += w[0] * w[1];
  }
  return {s};
}

std::vector<double> matrix_states(const Inputs& in) {
  const Index steps = in.whole(0), n = in.length(1);
  const double* const u = in.array(1);
  double total = 0;
  for (Index s = 0; s < in.length(2); ++s) {
    std::vector<double> p(in.array(2) + s * n * n, in.array(2) + (s + 1) * n * n);
    for (Index t = 0; t < steps; ++t) {
      std::vector<double> next(p.size());
      for (Index i = 0; i < n; ++i)
        for (Index k = 0; k < n; ++k)
          for (Index j = 0; j < n; ++j) next[i * n + j] += u[i * n + k] * p[k * n + j];
      for (double& x : next) x = std::tanh(x);
      p = std::move(next);
    }
    for (const double x : p) total += x;
  }
  return {total};
}

std::vector<double> matrix_scan(const Inputs& in) {
  const double* m = in.array(0);
  double a = 1, b = 0, c = 0, d = 1, total = 0;
  for (Index t = 0; t < in.length(0); ++t, m += 4) {
    const double e = a * m[0] + b * m[2], f = a * m[1] + b * m[3];
    const double g = c * m[0] + d * m[2], h = c * m[1] + d * m[3];
    a = e, b = f, c = g, d = h;
    total += b;
  }
  return {total};
}

namespace {

std::vector<double> rotated(const Inputs& in, Index turns) {
  const Index n = in.length(0);
  std::vector<double> all(in.array(0), in.array(0) + n * n);
  double* const a = all.data();
  for (Index k = 0; k < turns; ++k) {
    const Index p = k % (n - 1), q = p + 1;
    const double t = a[p * n + q] / 10, c = 1 / std::sqrt(t * t + 1), s = t * c;
    for (Index j = 0; j < n; ++j) {
      const double x = a[p * n + j], y = a[q * n + j];
      a[p * n + j] = c * x - s * y;
      a[q * n + j] = s * x + c * y;
    }
    for (Index i = 0; i < n; ++i) {
      const double x = a[i * n + p], y = a[i * n + q];
      a[i * n + p] = c * x - s * y;
      a[i * n + q] = s * x + c * y;
    }
  }
  double total = 0;
  for (Index i = 0; i < n; ++i) total += std::sin(a[i * n + i]);
  return {total};
}

}  // namespace

std::vector<double> rotated_columns(const Inputs& in) { return rotated(in, 60 * in.length(0)); }
std::vector<double> rotated_long(const Inputs& in) { return rotated(in, in.length(0)); }

}  // namespace laguz::bench
