// Filters, recurrences and differential equations by hand.
#include <algorithm>
#include <array>
#include <cmath>

#include "sequences.hpp"

namespace laguz::bench {
namespace {

using Index = std::int64_t;
using Vector = std::vector<double>;

Vector zeros(Index n) { return Vector(static_cast<std::size_t>(n)); }

template <std::size_t n, std::size_t m>
using Matrix = std::array<std::array<double, m>, n>;

template <std::size_t n, std::size_t m, std::size_t p>
Matrix<n, p> product(const Matrix<n, m>& a, const Matrix<m, p>& b) {
  Matrix<n, p> c{};
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t k = 0; k < m; ++k)
      for (std::size_t j = 0; j < p; ++j) c[i][j] += a[i][k] * b[k][j];
  return c;
}

template <std::size_t n, std::size_t m>
Matrix<m, n> transposed(const Matrix<n, m>& a) {
  Matrix<m, n> t;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < m; ++j) t[j][i] = a[i][j];
  return t;
}

template <std::size_t n, std::size_t m>
Matrix<n, m> matrix(const double* a) {
  Matrix<n, m> out;
  for (std::size_t i = 0; i < n; ++i) std::copy(a + i * m, a + (i + 1) * m, out[i].begin());
  return out;
}

/// The output of a recursive filter of second order.
Vector filtered(const Inputs& in) {
  const double *b = in.array(0), *a = in.array(1), *x = in.array(2);
  const Index n = in.length(2);
  Vector y = zeros(n);
  for (Index i = 0; i < n; ++i) {
    y[i] = b[0] * x[i];
    if (i >= 1) y[i] += b[1] * x[i - 1] - a[0] * y[i - 1];
    if (i >= 2) y[i] += b[2] * x[i - 2] - a[1] * y[i - 2];
  }
  return y;
}

double mean_square(Index n, const double* x) {
  double sum = 0;
  for (Index i = 0; i < n; ++i) sum += x[i] * x[i];
  return sum / static_cast<double>(n);
}

double tree_value(double a, double b, Index depth, double x) {
  if (depth == 0) return std::sin(x);
  return std::tanh(tree_value(a, b, depth - 1, x * a)) + 0.5 * tree_value(a, b, depth - 1, x * b);
}

/// A value at x and its derivatives by a, b and x, gathered on the way up.
struct Tree {
  double value, a, b, x;
};

Tree tree_slopes(double a, double b, Index depth, double x) {
  if (depth == 0) return {std::sin(x), 0, 0, std::cos(x)};
  const Tree l = tree_slopes(a, b, depth - 1, x * a), r = tree_slopes(a, b, depth - 1, x * b);
  const double t = std::tanh(l.value), e = 1 - t * t;
  return {t + 0.5 * r.value, e * (l.a + l.x * x) + 0.5 * r.a, e * l.b + 0.5 * (r.b + r.x * x),
          e * l.x * a + 0.5 * r.x * b};
}

double at(Index k, const double* c, double x) {
  double y = 0;
  for (Index i = k; i-- > 0;) y = y * x + c[i];
  return y;
}

}  // namespace

namespace {

/// Of [n] observations [zs].
double filtered(const Inputs& in, const double* zs, Index n) {
  const Matrix<4, 4> f = matrix<4, 4>(in.array(0)), ft = transposed(f);
  const Matrix<2, 4> h = matrix<2, 4>(in.array(3));
  const Matrix<4, 2> ht = transposed(h);
  double q[4], r[2];
  for (int i = 0; i < 4; ++i) q[i] = std::exp(in.array(1)[i]);
  for (int i = 0; i < 2; ++i) r[i] = std::exp(in.array(2)[i]);
  Matrix<4, 1> x{};
  Matrix<4, 4> p{};
  for (int i = 0; i < 4; ++i) p[i][i] = 1;
  double total = 0;
  for (Index t = 0; t < n; ++t) {
    const double* z = zs + t * 2;
    x = product(f, x);
    p = product(product(f, p), ft);
    for (int i = 0; i < 4; ++i) p[i][i] += q[i];
    const Matrix<4, 2> pht = product(p, ht);
    Matrix<2, 2> s = product(h, pht);
    const Matrix<2, 1> seen = product(h, x);
    for (int i = 0; i < 2; ++i) s[i][i] += r[i];
    const double det = s[0][0] * s[1][1] - s[0][1] * s[1][0];
    const Matrix<2, 2> si{{{s[1][1] / det, -s[0][1] / det}, {-s[1][0] / det, s[0][0] / det}}};
    const Matrix<2, 1> y{{{z[0] - seen[0][0]}, {z[1] - seen[1][0]}}};
    const Matrix<4, 2> gain = product(pht, si);
    const Matrix<4, 1> move = product(gain, y);
    const Matrix<4, 4> change = product(gain, product(h, p));
    for (int i = 0; i < 4; ++i) {
      x[i][0] += move[i][0];
      for (int j = 0; j < 4; ++j) p[i][j] -= change[i][j];
    }
    const Matrix<2, 1> siy = product(si, y);
    total += 0.5 * (std::log(det) + y[0][0] * siy[0][0] + y[1][0] * siy[1][0]);
  }
  return total;
}

}  // namespace

std::vector<double> kalman(const Inputs& in) { return {filtered(in, in.array(4), in.length(4))}; }
std::vector<double> kalman_sequences(const Inputs& in) {
  const Index n = in.length(4, 1);
  double total = 0;
  for (Index s = 0; s < in.length(4); ++s) total += filtered(in, in.array(4) + s * n * 2, n);
  return {total};
}

std::vector<double> logistic_map(const Inputs& in) {
  const Index n = in.whole(0);
  const double r = in.real(1);
  double x = in.real(2), total = 0;
  for (Index i = 0; i < n; ++i) {
    x = r * x * (1 - x);
    total += x;
  }
  return {total / static_cast<double>(n)};
}

std::vector<double> logistic_map_adjoint(const Inputs& in) {
  const Index n = in.whole(0);
  const double r = in.real(1), weight = 1 / static_cast<double>(n);
  Vector xs = zeros(n);
  double x = in.real(2), dr = 0, dx = 0;
  for (Index i = 0; i < n; ++i) {
    xs[i] = x;
    x = r * x * (1 - x);
  }
  for (Index i = n; i-- > 0;) {
    const double e = dx + weight;
    dr += e * xs[i] * (1 - xs[i]);
    dx = e * r * (1 - 2 * xs[i]);
  }
  return {dr, dx};
}

std::vector<double> moving_average(const Inputs& in) {
  const double keep = in.real(0), *x = in.array(1);
  double s = 0, total = 0;
  for (Index i = 0; i < in.length(1); ++i) {
    s = keep * s + (1 - keep) * x[i];
    total += s * s;
  }
  return {s + total};
}

std::vector<double> moving_average_adjoint(const Inputs& in) {
  const double keep = in.real(0), *x = in.array(1);
  const Index n = in.length(1);
  Vector s = zeros(n + 1), out = zeros(n + 1);
  for (Index i = 0; i < n; ++i) s[i + 1] = keep * s[i] + (1 - keep) * x[i];
  double e = 1;
  for (Index i = n; i-- > 0;) {
    e += 2 * s[i + 1];
    out[0] += e * (s[i] - x[i]);
    out[i + 1] = e * (1 - keep);
    e *= keep;
  }
  return out;
}

std::vector<double> biquad(const Inputs& in) {
  Vector y = filtered(in);
  const Index n = in.length(2);
  for (Index i = 0; i < n; ++i) y[i] -= in.array(3)[i];
  return {mean_square(n, y.data())};
}

std::vector<double> biquad_adjoint(const Inputs& in) {
  const double *b = in.array(0), *a = in.array(1), *x = in.array(2), *wanted = in.array(3);
  const Index n = in.length(2);
  const Vector y = filtered(in);
  Vector out = zeros(5 + n);
  double *db = out.data(), *da = db + 3, *dx = da + 2;
  double next = 0, after = 0;
  for (Index i = n; i-- > 0;) {
    const double e = 2 * (y[i] - wanted[i]) / static_cast<double>(n) - a[0] * next - a[1] * after;
    db[0] += e * x[i];
    dx[i] += e * b[0];
    if (i >= 1) {
      db[1] += e * x[i - 1];
      da[0] -= e * y[i - 1];
      dx[i - 1] += e * b[1];
    }
    if (i >= 2) {
      db[2] += e * x[i - 2];
      da[1] -= e * y[i - 2];
      dx[i - 2] += e * b[2];
    }
    after = next;
    next = e;
  }
  return out;
}

std::vector<double> garch(const Inputs& in) {
  const double omega = in.real(0), alpha = in.real(1), beta = in.real(2), *r = in.array(3);
  const Index n = in.length(3);
  double v = mean_square(n, r), total = 0;
  for (Index i = 0; i < n; ++i) {
    total += std::log(v) + r[i] * r[i] / v;
    v = omega + alpha * r[i] * r[i] + beta * v;
  }
  return {0.5 * total / static_cast<double>(n)};
}

std::vector<double> garch_adjoint(const Inputs& in) {
  const double omega = in.real(0), alpha = in.real(1), beta = in.real(2), *r = in.array(3);
  const Index n = in.length(3);
  const double weight = 0.5 / static_cast<double>(n);
  Vector vs = zeros(n), out = zeros(3);
  double v = mean_square(n, r), e = 0;
  for (Index i = 0; i < n; ++i) {
    vs[i] = v;
    v = omega + alpha * r[i] * r[i] + beta * v;
  }
  for (Index i = n; i-- > 0;) {
    out[0] += e;
    out[1] += e * r[i] * r[i];
    out[2] += e * vs[i];
    e = e * beta + weight * (1 - r[i] * r[i] / vs[i]) / vs[i];
  }
  return out;
}

std::vector<double> newton(const Inputs& in) {
  double total = 0;
  for (Index i = 0; i < in.length(0); ++i) {
    const double a = in.array(0)[i];
    double y = 0.5 * (1 + a);
    while (std::abs(y * y - a) > 1e-10 * a) y = 0.5 * (y + a / y);
    total += y;
  }
  return {total};
}

std::vector<double> lotka_volterra(const Inputs& in) {
  const double *p = in.array(0), h = 0.01;
  double total = 0;
  auto dx = [p](double x, double y) { return p[0] * x - p[1] * x * y; };
  auto dy = [p](double x, double y) { return p[2] * x * y - p[3] * y; };
  for (Index i = 0; i < in.length(1); ++i) {
    double x = in.array(1)[i], y = in.array(2)[i];
    for (int step = 0; step < 3000; ++step) {
      const double x1 = dx(x, y), y1 = dy(x, y);
      const double u = x + h / 2 * x1, v = y + h / 2 * y1, x2 = dx(u, v), y2 = dy(u, v);
      const double s = x + h / 2 * x2, t = y + h / 2 * y2, x3 = dx(s, t), y3 = dy(s, t);
      const double m = x + h * x3, n = y + h * y3, x4 = dx(m, n), y4 = dy(m, n);
      x += h / 6 * (x1 + 2 * x2 + 2 * x3 + x4);
      y += h / 6 * (y1 + 2 * y2 + 2 * y3 + y4);
    }
    total += x * x + 2 * y * y;
  }
  return {total};
}

std::vector<double> van_der_pol(const Inputs& in) {
  const double mu = in.real(0), tolerance = in.real(3), end = in.real(4);
  double t = 0, h = 0.01, x = in.real(1), v = in.real(2), work = 0;
  auto force = [mu](double x, double v) { return mu * (1 - x * x) * v - x; };
  while (t < end) {
    h = std::min(h, end - t);
    const double b = force(x, v), c = v + h * b, d = force(x + h * v, c);
    const double ex = h / 2 * (c - v), ev = h / 2 * (d - b);
    const double error = std::sqrt(ex * ex + ev * ev) + 1e-14;
    const double scale = std::max(0.2, std::min(2.0, 0.9 * std::sqrt(tolerance / error)));
    if (error <= tolerance) {
      work += h * x * x;
      t += h;
      x += h / 2 * (v + c);
      v += h / 2 * (b + d);
    }
    h *= scale;
  }
  return {x * x + v + work};
}

std::vector<double> lorenz(const Inputs& in) {
  const Index steps = in.whole(0), n = in.length(2);
  const double force = in.real(1), h = 0.005, parts[] = {h / 2, h / 2, h};
  Vector x(in.array(2), in.array(2) + n), from = x, slopes = x, sum = x;
  auto slope = [n, force](const Vector& x, Vector& k) {
    for (Index i = 0; i < n; ++i)
      k[i] = (x[(i + 1) % n] - x[(i + n - 2) % n]) * x[(i + n - 1) % n] - x[i] + force;
  };
  for (Index step = 0; step < steps; ++step) {
    slope(x, slopes);
    sum = slopes;
    for (int stage = 0; stage < 3; ++stage) {
      for (Index i = 0; i < n; ++i) from[i] = x[i] + parts[stage] * slopes[i];
      slope(from, slopes);
      for (Index i = 0; i < n; ++i) sum[i] += (stage < 2 ? 2 : 1) * slopes[i];
    }
    for (Index i = 0; i < n; ++i) x[i] += h / 6 * sum[i];
  }
  return {mean_square(n, x.data())};
}

std::vector<double> tree(const Inputs& in) {
  return {tree_value(in.real(1), in.real(2), in.whole(0), in.real(3))};
}

std::vector<double> tree_adjoint(const Inputs& in) {
  const Tree t = tree_slopes(in.real(1), in.real(2), in.whole(0), in.real(3));
  return {t.a, t.b, t.x};
}

std::vector<double> horner(const Inputs& in) {
  const Index k = in.length(0), n = in.length(1);
  double total = 0;
  for (Index i = 0; i < n; ++i) {
    const double e = at(k, in.array(0), in.array(1)[i]) - in.array(2)[i];
    total += e * e;
  }
  return {total / static_cast<double>(n)};
}

std::vector<double> horner_adjoint(const Inputs& in) {
  const Index k = in.length(0), n = in.length(1);
  const double* c = in.array(0);
  Vector out = zeros(k + n);
  for (Index i = 0; i < n; ++i) {
    const double x = in.array(1)[i];
    double y = 0, slope = 0;
    for (Index j = k; j-- > 0;) {
      slope = slope * x + y;
      y = y * x + c[j];
    }
    double e = 2 * (y - in.array(2)[i]) / static_cast<double>(n);
    out[k + i] = e * slope;
    for (Index j = 0; j < k; ++j, e *= x) out[j] += e;
  }
  return out;
}

std::vector<double> continued_fraction(const Inputs& in) {
  const Index k = in.length(0), n = in.length(2);
  const double *a = in.array(0), *b = in.array(1);
  double total = 0;
  for (Index p = 0; p < n; ++p) {
    const double x = in.array(2)[p];
    double f = b[k - 1];
    for (Index i = k - 1; i-- > 0;) f = b[i] + a[i + 1] * x / f;
    total += std::log(f);
  }
  return {total / static_cast<double>(n)};
}

std::vector<double> binomial_option(const Inputs& in) {
  const Index steps = in.whole(0);
  const double rate = in.real(1), spot = in.real(3), dt = 1 / static_cast<double>(steps);
  const double up = std::exp(in.real(2) * std::sqrt(dt)), discount = std::exp(-rate * dt);
  const double p = (1 / discount - 1 / up) / (up - 1 / up);
  Vector prices = zeros(2 * steps + 1), v = zeros(steps + 1);
  for (Index i = 0; i <= 2 * steps; ++i)
    prices[i] = spot * std::pow(up, static_cast<double>(i - steps));
  double total = 0;
  for (Index s = 0; s < in.length(4); ++s) {
    const double strike = in.array(4)[s];
    for (Index k = 0; k <= steps; ++k) v[k] = std::max(0.0, strike - prices[2 * k]);
    for (Index level = steps; level-- > 0;)
      for (Index k = 0; k <= level; ++k)
        v[k] = std::max(discount * ((1 - p) * v[k] + p * v[k + 1]),
                        strike - prices[2 * k - level + steps]);
    total += v[0];
  }
  return {total};
}

}  // namespace laguz::bench
