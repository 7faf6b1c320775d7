// LU, Cholesky, QR, eigenvalues.
#include <cmath>

#include "numeric.hpp"

namespace laguz::bench {
namespace {

using Reals = std::vector<double>;

Reals copied(const double* from, std::int64_t n) { return Reals(from, from + n); }

/// LU without pivoting, in place.
void factor(std::int64_t n, double* a) {
  for (std::int64_t k = 0; k < n; ++k)
    for (std::int64_t i = k + 1; i < n; ++i) {
      const double f = a[i * n + k] /= a[k * n + k];
      for (std::int64_t j = k + 1; j < n; ++j) a[i * n + j] -= f * a[k * n + j];
    }
}

double log_diagonal(std::int64_t n, const double* a) {
  double sum = 0;
  for (std::int64_t i = 0; i < n; ++i) sum += std::log(std::abs(a[i * n + i]));
  return sum;
}

double dot(std::int64_t n, const double* x, const double* y) {
  double sum = 0;
  for (std::int64_t i = 0; i < n; ++i) sum += x[i] * y[i];
  return sum;
}

void cholesky(std::int64_t n, const double* a, double* l) {
  for (std::int64_t i = 0; i < n; ++i) {
    for (std::int64_t j = 0; j < i; ++j)
      l[i * n + j] = (a[i * n + j] - dot(j, l + i * n, l + j * n)) / l[j * n + j];
    l[i * n + i] = std::sqrt(a[i * n + i] - dot(i, l + i * n, l + i * n));
  }
}

/// From dl, which is used up, to da, of the lower triangle.
void cholesky_adjoint(std::int64_t n, const double* l, double* dl, double* da) {
  for (std::int64_t i = n; i-- > 0;) {
    const double d = dl[i * n + i] / (2 * l[i * n + i]);
    da[i * n + i] = d;
    for (std::int64_t k = 0; k < i; ++k) dl[i * n + k] -= 2 * d * l[i * n + k];
    for (std::int64_t j = i; j-- > 0;) {
      const double s = dl[i * n + j] / l[j * n + j];
      da[i * n + j] = s;
      dl[j * n + j] -= s * l[i * n + j];
      for (std::int64_t k = 0; k < j; ++k) {
        dl[i * n + k] -= s * l[j * n + k];
        dl[j * n + k] -= s * l[i * n + k];
      }
    }
  }
}

/// x and y turned, a stride apart.
void turn(std::int64_t n, double c, double s, double* x, double* y, std::int64_t stride) {
  for (std::int64_t k = 0; k < n * stride; k += stride) {
    const double p = x[k], q = y[k];
    x[k] = c * p - s * q;
    y[k] = s * p + c * q;
  }
}

}  // namespace

Reals lu_inplace(const Inputs& in) {
  const std::int64_t n = in.length(0);
  Reals a = copied(in.array(0), n * n);
  factor(n, a.data());
  return {log_diagonal(n, a.data())};
}

/// The inverse of the matrix, transposed.
Reals lu_inplace_adjoint(const Inputs& in) {
  const std::int64_t n = in.length(0);
  Reals f = copied(in.array(0), n * n), out(f.size());
  factor(n, f.data());
  const double* a = f.data();
  double* x = out.data();
  // Row i of x solves A x = e_i, by all right-hand sides at once: x is the inverse, transposed.
  for (std::int64_t r = 0; r < n; ++r) {
    double* y = x + r * n;
    y[r] = 1;
    for (std::int64_t i = r + 1; i < n; ++i) y[i] = -dot(i - r, a + i * n + r, y + r);
    for (std::int64_t i = n; i-- > 0;)
      y[i] = (y[i] - dot(n - 1 - i, a + i * n + i + 1, y + i + 1)) / a[i * n + i];
  }
  return out;
}

Reals lu_nested5(const Inputs& in) {
  const std::int64_t n = in.length(0);
  Reals a(static_cast<std::size_t>(n * n));
  double sum = 0;
  for (std::int64_t k = 0; k < in.length(1); ++k)
    for (int r = 1; r <= 3; ++r) {
      std::copy(in.array(0), in.array(0) + n * n, a.begin());
      for (std::int64_t i = 0; i < n; ++i)
        a[static_cast<std::size_t>(i * n + i)] += r * in.array(1)[k];
      factor(n, a.data());
      sum += log_diagonal(n, a.data());
    }
  return {sum};
}

Reals cholesky_rows(const Inputs& in) {
  const std::int64_t b = in.length(0), n = in.length(0, 1), size = n * n;
  Reals l(static_cast<std::size_t>(size));
  double sum = 0;
  for (std::int64_t k = 0; k < b; ++k) {
    cholesky(n, in.array(0) + k * size, l.data());
    sum += dot(size, in.array(1), l.data());
  }
  return {sum};
}

Reals cholesky_rows_adjoint(const Inputs& in) {
  const std::int64_t b = in.length(0), n = in.length(0, 1), size = n * n;
  Reals l(static_cast<std::size_t>(size)), dl(l.size()), da(static_cast<std::size_t>(b * size));
  for (std::int64_t k = 0; k < b; ++k) {
    cholesky(n, in.array(0) + k * size, l.data());
    std::copy(in.array(1), in.array(1) + size, dl.begin());
    cholesky_adjoint(n, l.data(), dl.data(), da.data() + k * size);
  }
  return da;
}

Reals cholesky_single(const Inputs& in) {
  const std::int64_t n = in.length(0);
  Reals l(static_cast<std::size_t>(n * n)), z(static_cast<std::size_t>(n));
  cholesky(n, in.array(0), l.data());
  for (std::int64_t i = 0; i < n; ++i)
    z[static_cast<std::size_t>(i)] = (in.array(1)[i] - dot(i, l.data() + i * n, z.data())) /
                                     l[static_cast<std::size_t>(i * n + i)];
  return {-0.5 * dot(n, z.data(), z.data()) - log_diagonal(n, l.data())};
}

Reals qr_householder(const Inputs& in) {
  const std::int64_t n = in.length(0), m = in.length(0, 1);
  Reals copy = copied(in.array(0), n * m), vs(static_cast<std::size_t>(n)),
        ws(static_cast<std::size_t>(m));
  double *a = copy.data(), *v = vs.data(), *w = ws.data();
  for (std::int64_t k = 0; k < m; ++k) {
    double norm2 = 0;
    for (std::int64_t i = k; i < n; ++i) {
      v[i] = a[i * m + k];
      norm2 += v[i] * v[i];
    }
    v[k] += std::copysign(std::sqrt(norm2), v[k]);
    const double beta = 2 / dot(n - k, v + k, v + k);
    for (std::int64_t j = k; j < m; ++j) w[j] = 0;
    for (std::int64_t i = k; i < n; ++i)
      for (std::int64_t j = k; j < m; ++j) w[j] += beta * v[i] * a[i * m + j];
    for (std::int64_t i = k; i < n; ++i)
      for (std::int64_t j = k; j < m; ++j) a[i * m + j] -= v[i] * w[j];
  }
  double sum = 0;
  for (std::int64_t i = 0; i < m; ++i)
    for (std::int64_t j = i; j < m; ++j) sum += in.array(1)[i * m + j] * a[i * m + j];
  return {sum};
}

Reals qr_gram_schmidt(const Inputs& in) {
  const std::int64_t n = in.length(0), m = in.length(0, 1);
  Reals columns(static_cast<std::size_t>(n * m));
  double* q = columns.data();
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = 0; j < m; ++j) q[j * n + i] = in.array(0)[i * m + j];
  double sum = 0;
  for (std::int64_t j = 0; j < m; ++j) {
    double* v = q + j * n;
    for (std::int64_t i = 0; i < j; ++i) {
      const double s = dot(n, q + i * n, v);
      for (std::int64_t k = 0; k < n; ++k) v[k] -= s * q[i * n + k];
      sum += in.array(1)[i * m + j] * s;
    }
    const double norm = std::sqrt(dot(n, v, v));
    for (std::int64_t k = 0; k < n; ++k) v[k] /= norm;
    sum += in.array(1)[j * m + j] * norm;
  }
  return {sum};
}

Reals jacobi_eigen(const Inputs& in) {
  constexpr int kSweeps = 4;
  const std::int64_t n = in.length(0);
  Reals copy = copied(in.array(0), n * n);
  double* a = copy.data();
  for (int sweep = 0; sweep < kSweeps; ++sweep)
    for (std::int64_t p = 0; p < n - 1; ++p)
      for (std::int64_t q = p + 1; q < n; ++q) {
        const double theta = 0.5 * std::atan2(2 * a[p * n + q], a[q * n + q] - a[p * n + p]);
        const double c = std::cos(theta), s = std::sin(theta);
        turn(n, c, s, a + p, a + q, n);
        turn(n, c, s, a + p * n, a + q * n, 1);
      }
  double sum = 0;
  for (std::int64_t i = 0; i < n; ++i) sum += in.array(1)[i] * a[i * n + i];
  return {sum};
}

}  // namespace laguz::bench
