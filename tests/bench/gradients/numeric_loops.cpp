// Sorting, series, chains, sums.
#include <algorithm>
#include <cmath>
#include <cstdint>

#include "numeric.hpp"

namespace laguz::bench {
namespace {

using Reals = std::vector<double>;

/// Where an arm of n joints ends.
void reach(std::int64_t n, const double* angles, const double* lengths, double& x, double& y) {
  double a = 0;
  x = y = 0;
  for (std::int64_t i = 0; i < n; ++i) {
    a += angles[i];
    x += lengths[i] * std::cos(a);
    y += lengths[i] * std::sin(a);
  }
}

constexpr double kStill = 0.01;  ///< weight of the squared angles

}  // namespace

Reals insertion_sort_rows(const Inputs& in) {
  const std::int64_t m = in.length(0), n = in.length(0, 1);
  Reals ys(static_cast<std::size_t>(n));
  double* y = ys.data();
  double sum = 0;
  for (std::int64_t row = 0; row < m; ++row) {
    const double* xs = in.array(0) + row * n;
    for (std::int64_t i = 0; i < n; ++i) {
      std::int64_t j = i;
      for (; j > 0 && y[j - 1] > xs[i]; --j) y[j] = y[j - 1];
      y[j] = xs[i];
    }
    for (std::int64_t i = 0; i < n; ++i) sum += in.array(1)[i] * y[i];
  }
  return {sum};
}

Reals insertion_sort_rows_adjoint(const Inputs& in) {
  const std::int64_t m = in.length(0), n = in.length(0, 1);
  const double* w = in.array(1);
  Reals out(static_cast<std::size_t>(m * n + n));
  std::vector<std::int64_t> places(static_cast<std::size_t>(n));
  std::int64_t* p = places.data();
  double* dw = out.data() + m * n;
  for (std::int64_t row = 0; row < m; ++row) {
    const double* xs = in.array(0) + row * n;
    for (std::int64_t i = 0; i < n; ++i) {
      std::int64_t j = i;
      for (; j > 0 && xs[p[j - 1]] > xs[i]; --j) p[j] = p[j - 1];
      p[j] = i;
    }
    for (std::int64_t i = 0; i < n; ++i) {
      out[static_cast<std::size_t>(row * n + p[i])] = w[i];
      dw[i] += xs[p[i]];
    }
  }
  return out;
}

Reals matrix_exponential(const Inputs& in) {
  constexpr int kTerms = 15;
  const std::int64_t n = in.length(0);
  const double* a = in.array(0);
  Reals sum(static_cast<std::size_t>(n * n)), term(sum.size()), next(sum.size());
  for (std::int64_t i = 0; i < n; ++i)
    sum[static_cast<std::size_t>(i * n + i)] = term[static_cast<std::size_t>(i * n + i)] = 1;
  for (int k = 1; k <= kTerms; ++k) {
    std::fill(next.begin(), next.end(), 0.0);
    for (std::int64_t i = 0; i < n; ++i)
      for (std::int64_t l = 0; l < n; ++l) {
        const double t = term[static_cast<std::size_t>(i * n + l)] / k;
        for (std::int64_t j = 0; j < n; ++j)
          next[static_cast<std::size_t>(i * n + j)] += t * a[l * n + j];
      }
    term.swap(next);
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += term[i];
  }
  double loss = 0;
  for (std::size_t i = 0; i < sum.size(); ++i) loss += in.array(1)[i] * sum[i];
  return {loss};
}

Reals determinant_2x2_chain(const Inputs& in) {
  double a = 1, b = 0, c = 0, d = 1;
  const double* m = in.array(0);
  for (std::int64_t i = 0; i < in.length(0); ++i, m += 4) {
    const double p = a, q = c;
    a = p * m[0] + b * m[2];
    b = p * m[1] + b * m[3];
    c = q * m[0] + d * m[2];
    d = q * m[1] + d * m[3];
  }
  return {a + d};
}

Reals determinant_2x2_chain_adjoint(const Inputs& in) {
  const std::int64_t n = in.length(0);
  const double* m = in.array(0);
  Reals states(static_cast<std::size_t>(4 * (n + 1))), out(static_cast<std::size_t>(4 * n));
  double* s = states.data();
  s[0] = s[3] = 1;
  for (std::int64_t i = 0; i < n; ++i, s += 4, m += 4) {
    s[4] = s[0] * m[0] + s[1] * m[2];
    s[5] = s[0] * m[1] + s[1] * m[3];
    s[6] = s[2] * m[0] + s[3] * m[2];
    s[7] = s[2] * m[1] + s[3] * m[3];
  }
  double a = 1, b = 0, c = 0, d = 1;
  for (std::int64_t i = n; i-- > 0;) {
    s -= 4;
    m -= 4;
    double* dm = out.data() + 4 * i;
    dm[0] = a * s[0] + c * s[2];
    dm[1] = b * s[0] + d * s[2];
    dm[2] = a * s[1] + c * s[3];
    dm[3] = b * s[1] + d * s[3];
    const double p = a, q = c;
    a = p * m[0] + b * m[1];
    b = p * m[2] + b * m[3];
    c = q * m[0] + d * m[1];
    d = q * m[2] + d * m[3];
  }
  return out;
}

Reals kinematics(const Inputs& in) {
  const std::int64_t m = in.length(0), n = in.length(0, 1);
  double sum = 0;
  for (std::int64_t k = 0; k < m; ++k) {
    const double *angles = in.array(0) + k * n, *t = in.array(2) + 2 * k;
    double x, y, squares = 0;
    reach(n, angles, in.array(1), x, y);
    for (std::int64_t i = 0; i < n; ++i) squares += angles[i] * angles[i];
    sum += (x - t[0]) * (x - t[0]) + (y - t[1]) * (y - t[1]) + kStill * squares;
  }
  return {sum};
}

Reals kinematics_adjoint(const Inputs& in) {
  const std::int64_t m = in.length(0), n = in.length(0, 1);
  const double* lengths = in.array(1);
  Reals out(static_cast<std::size_t>(m * n + n)), cosines(static_cast<std::size_t>(n)),
      sines(cosines.size());
  double *dlengths = out.data() + m * n, *c = cosines.data(), *s = sines.data();
  for (std::int64_t k = 0; k < m; ++k) {
    const double *angles = in.array(0) + k * n, *t = in.array(2) + 2 * k;
    double a = 0, x = 0, y = 0;
    for (std::int64_t i = 0; i < n; ++i) {
      a += angles[i];
      c[i] = std::cos(a);
      s[i] = std::sin(a);
      x += lengths[i] * c[i];
      y += lengths[i] * s[i];
    }
    const double dx = 2 * (x - t[0]), dy = 2 * (y - t[1]);
    double da = 0;
    for (std::int64_t i = n; i-- > 0;) {
      dlengths[i] += dx * c[i] + dy * s[i];
      da += lengths[i] * (dy * c[i] - dx * s[i]);
      out[static_cast<std::size_t>(k * n + i)] = da + 2 * kStill * angles[i];
    }
  }
  return out;
}

Reals quaternion_rotation(const Inputs& in) {
  const double* q = in.array(0);
  const double norm = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  const double w = q[0] / norm, x = q[1] / norm, y = q[2] / norm, z = q[3] / norm;
  double sum = 0;
  for (std::int64_t i = 0; i < in.length(1); ++i) {
    const double *p = in.array(1) + 3 * i, *s = in.array(2) + 3 * i;
    const double tx = 2 * (y * p[2] - z * p[1]), ty = 2 * (z * p[0] - x * p[2]),
                 tz = 2 * (x * p[1] - y * p[0]);
    const double ex = p[0] + w * tx + y * tz - z * ty - s[0],
                 ey = p[1] + w * ty + z * tx - x * tz - s[1],
                 ez = p[2] + w * tz + x * ty - y * tx - s[2];
    sum += ex * ex + ey * ey + ez * ez;
  }
  return {sum};
}

Reals trapezoid(const Inputs& in) {
  const std::int64_t n = in.whole(0);
  const double a = in.real(1), b = in.real(2), mu = in.real(3), width = in.real(4);
  const double h = (b - a) / static_cast<double>(n);
  auto f = [=](double x) { return std::exp(-(x - mu) * (x - mu) / (2 * width)) / (1 + x * x); };
  double sum = 0.5 * (f(a) + f(b));
  for (std::int64_t i = 1; i < n; ++i) sum += f(a + h * static_cast<double>(i));
  return {h * sum};
}

}  // namespace laguz::bench
