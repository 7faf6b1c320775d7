// Linear and other equations.
#include <cmath>
#include <utility>

#include "numeric.hpp"

namespace laguz::bench {
namespace {

using Reals = std::vector<double>;

Reals zeros(std::int64_t n) { return Reals(static_cast<std::size_t>(n)); }

double dot(std::int64_t n, const double* x, const double* y) {
  double sum = 0;
  for (std::int64_t i = 0; i < n; ++i) sum += x[i] * y[i];
  return sum;
}

/// PA = LU, in place; row i of the factors is row rows[i] of the matrix.
class Pivoted {
 public:
  Pivoted(std::int64_t n, const double* a) : n_(n), f_(a, a + n * n), rows_(f_.size()) {
    double* f = f_.data();
    for (std::int64_t i = 0; i < n; ++i) rows_[static_cast<std::size_t>(i)] = i;
    for (std::int64_t k = 0; k < n; ++k) {
      std::int64_t p = k;
      for (std::int64_t i = k + 1; i < n; ++i)
        if (std::abs(f[i * n + k]) > std::abs(f[p * n + k])) p = i;
      if (p != k) {
        std::swap(rows_[static_cast<std::size_t>(k)], rows_[static_cast<std::size_t>(p)]);
        for (std::int64_t j = 0; j < n; ++j) std::swap(f[k * n + j], f[p * n + j]);
      }
      for (std::int64_t i = k + 1; i < n; ++i) {
        const double factor = f[i * n + k] /= f[k * n + k];
        for (std::int64_t j = k + 1; j < n; ++j) f[i * n + j] -= factor * f[k * n + j];
      }
    }
  }

  Reals solve(const double* b) const {
    Reals x = zeros(n_);
    for (std::size_t i = 0; i < x.size(); ++i)
      x[i] = b[rows_[i]] - dot(static_cast<std::int64_t>(i), row(i), x.data());
    for (std::size_t i = x.size(); i-- > 0;)
      x[i] = (x[i] - dot(n_ - 1 - static_cast<std::int64_t>(i), row(i) + i + 1, x.data() + i + 1)) /
             row(i)[i];
    return x;
  }

  /// With the transposed matrix.
  Reals solve_transposed(const double* b) const {
    Reals y(b, b + n_), x = zeros(n_);
    for (std::size_t i = 0; i < y.size(); ++i) {
      y[i] /= row(i)[i];
      for (std::size_t j = i + 1; j < y.size(); ++j) y[j] -= row(i)[j] * y[i];
    }
    for (std::size_t i = y.size(); i-- > 0;)
      for (std::size_t j = 0; j < i; ++j) y[j] -= row(i)[j] * y[i];
    for (std::size_t i = 0; i < y.size(); ++i) x[static_cast<std::size_t>(rows_[i])] = y[i];
    return x;
  }

 private:
  const double* row(std::size_t i) const { return f_.data() + i * static_cast<std::size_t>(n_); }
  std::int64_t n_;
  Reals f_;
  std::vector<std::int64_t> rows_;
};

void forward(std::int64_t n, const double* l, const double* b, double* x) {
  for (std::int64_t i = 0; i < n; ++i) x[i] = (b[i] - dot(i, l + i * n, x)) / l[i * n + i];
}

/// The solution of tridiagonal equations, and what was on the way.
struct Tridiagonal {
  explicit Tridiagonal(const Inputs& in)
      : n(static_cast<std::size_t>(in.length(0))), cs(n), ds(n), ms(n), x(n) {
    const double *a = in.array(0), *b = in.array(1), *c = in.array(2), *d = in.array(3);
    ms[0] = b[0];
    cs[0] = c[0] / b[0];
    ds[0] = d[0] / b[0];
    for (std::size_t i = 1; i < n; ++i) {
      ms[i] = b[i] - a[i] * cs[i - 1];
      cs[i] = c[i] / ms[i];
      ds[i] = (d[i] - a[i] * ds[i - 1]) / ms[i];
    }
    x[n - 1] = ds[n - 1];
    for (std::size_t i = n - 1; i-- > 0;) x[i] = ds[i] - cs[i] * x[i + 1];
  }
  std::size_t n;
  Reals cs, ds, ms, x;
};

double det(const double* a, const double* b, const double* c) {
  return a[0] * (b[1] * c[2] - b[2] * c[1]) - b[0] * (a[1] * c[2] - a[2] * c[1]) +
         c[0] * (a[1] * b[2] - a[2] * b[1]);
}

}  // namespace

Reals gauss_elimination_pivot(const Inputs& in) {
  const std::int64_t n = in.length(0);
  return {dot(n, in.array(2), Pivoted(n, in.array(0)).solve(in.array(1)).data())};
}

Reals gauss_elimination_pivot_adjoint(const Inputs& in) {
  const std::int64_t n = in.length(0);
  const Pivoted factors(n, in.array(0));
  const Reals x = factors.solve(in.array(1)), db = factors.solve_transposed(in.array(2));
  Reals out;
  out.reserve(x.size() * (x.size() + 1));
  for (const double d : db)
    for (const double v : x) out.push_back(-d * v);
  out.insert(out.end(), db.begin(), db.end());
  return out;
}

Reals triangular_solve(const Inputs& in) {
  const std::int64_t m = in.length(0), n = in.length(0, 1);
  Reals x = zeros(n);
  double sum = 0;
  for (std::int64_t k = 0; k < m; ++k) {
    forward(n, in.array(0) + k * n * n, in.array(1) + k * n, x.data());
    sum += dot(n, x.data(), x.data());
  }
  return {sum};
}

Reals triangular_solve_adjoint(const Inputs& in) {
  const std::int64_t m = in.length(0), n = in.length(0, 1);
  Reals x = zeros(n), out = zeros(m * n * n + m * n);
  for (std::int64_t k = 0; k < m; ++k) {
    const double* l = in.array(0) + k * n * n;
    double *dl = out.data() + k * n * n, *db = out.data() + m * n * n + k * n;
    forward(n, l, in.array(1) + k * n, x.data());
    for (std::int64_t i = 0; i < n; ++i) db[i] = 2 * x[static_cast<std::size_t>(i)];
    for (std::int64_t i = n; i-- > 0;) {
      db[i] /= l[i * n + i];
      for (std::int64_t j = 0; j < i; ++j) db[j] -= l[i * n + j] * db[i];
      for (std::int64_t j = 0; j <= i; ++j) dl[i * n + j] = -db[i] * x[static_cast<std::size_t>(j)];
    }
  }
  return out;
}

Reals conjugate_gradient(const Inputs& in) {
  constexpr int kTurns = 30;
  const std::int64_t n = in.length(0);
  Reals x = zeros(n), r(in.array(1), in.array(1) + n), p = r, ap = zeros(n);
  double rr = dot(n, r.data(), r.data());
  for (int turn = 0; turn < kTurns; ++turn) {
    for (std::int64_t i = 0; i < n; ++i)
      ap[static_cast<std::size_t>(i)] = dot(n, p.data(), in.array(0) + i * n);
    const double alpha = rr / dot(n, p.data(), ap.data());
    for (std::size_t i = 0; i < x.size(); ++i) {
      x[i] += alpha * p[i];
      r[i] -= alpha * ap[i];
    }
    const double next = dot(n, r.data(), r.data()), beta = next / rr;
    for (std::size_t i = 0; i < x.size(); ++i) p[i] = r[i] + beta * p[i];
    rr = next;
  }
  return {dot(n, in.array(2), x.data())};
}

Reals thomas(const Inputs& in) {
  const Tridiagonal all(in);
  return {dot(in.length(0), all.x.data(), all.x.data())};
}

/// The transposed equations solved by the same factors.
Reals thomas_adjoint(const Inputs& in) {
  const Tridiagonal t(in);
  const std::size_t n = t.n;
  const double *a = in.array(0), *x = t.x.data();
  Reals out(4 * n);
  double* dd = out.data() + 3 * n;
  dd[0] = 2 * x[0];
  for (std::size_t i = 1; i < n; ++i) dd[i] = 2 * x[i] - t.cs[i - 1] * dd[i - 1];
  dd[n - 1] /= t.ms[n - 1];
  for (std::size_t i = n - 1; i-- > 0;) dd[i] = (dd[i] - a[i + 1] * dd[i + 1]) / t.ms[i];
  for (std::size_t i = 0; i < n; ++i) {
    out[i] = i > 0 ? -dd[i] * x[i - 1] : 0;
    out[n + i] = -dd[i] * x[i];
    out[2 * n + i] = i + 1 < n ? -dd[i] * x[i + 1] : 0;
  }
  return out;
}

Reals newton_system(const Inputs& in) {
  constexpr int kTurns = 8;
  double sum = 0;
  for (std::int64_t i = 0; i < in.length(0); ++i) {
    const double p = in.array(0)[i], q = in.array(1)[i];
    double x = 1, y = 1, z = 1;
    for (int turn = 0; turn < kTurns; ++turn) {
      const double e = std::exp(0.1 * x);
      const double f[] = {4 * x + 0.2 * y * y + z - p, x + 5 * y + 0.3 * x * z - q,
                          0.2 * x * y + 4 * z + e - p - q};
      const double dx[] = {4, 1 + 0.3 * z, 0.2 * y + 0.1 * e}, dy[] = {0.4 * y, 5, 0.2 * x},
                   dz[] = {1, 0.3 * x, 4};
      const double d = det(dx, dy, dz);
      x -= det(f, dy, dz) / d;
      y -= det(dx, f, dz) / d;
      z -= det(dx, dy, f) / d;
    }
    sum += x * x + 2 * y * y + 3 * z * z;
  }
  return {sum};
}

Reals power_iteration(const Inputs& in) {
  constexpr int kTurns = 50;
  const std::int64_t n = in.length(0);
  Reals v(static_cast<std::size_t>(n), 1.0), w(v.size());
  auto multiply = [&] {
    for (std::int64_t i = 0; i < n; ++i)
      w[static_cast<std::size_t>(i)] = dot(n, in.array(0) + i * n, v.data());
  };
  for (int turn = 0; turn < kTurns; ++turn) {
    multiply();
    const double norm = std::sqrt(dot(n, w.data(), w.data()));
    for (std::size_t i = 0; i < v.size(); ++i) v[i] = w[i] / norm;
  }
  multiply();
  return {dot(n, v.data(), w.data())};
}

}  // namespace laguz::bench
