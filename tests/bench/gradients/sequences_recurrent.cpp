// Recurrent networks by hand.
#include <cmath>

#include "sequences.hpp"

namespace laguz::bench {
namespace {

using Index = std::int64_t;
using Vector = std::vector<double>;

Vector zeros(Index n) { return Vector(static_cast<std::size_t>(n)); }

Vector transposed(Index n, Index m, const double* a) {
  Vector t = zeros(n * m);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < m; ++j) t[j * n + i] = a[i * m + j];
  return t;
}

/// y += x a, of a row and a matrix by rows.
void add_product(Index n, Index m, const double* x, const double* a, double* y) {
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < m; ++j) y[j] += x[i] * a[i * m + j];
}

double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }
double square(double x) { return x * x; }

double square_distance(Index n, const double* a, const double* b) {
  double sum = 0;
  for (Index i = 0; i < n; ++i) sum += square(a[i] - b[i]);
  return sum;
}

/// The input's and the state's parts of the stacked gates' weights may be apart; both are given
/// transposed. What a step needs of the one before is overwritten.
struct Cell {
  Index d, h;
  const double *w, *u, *b;

  /// Gates (input, forget, output, new) of one row of the batch, after their functions.
  void gates(const double* x, const double* s, double* g) const {
    for (Index j = 0; j < 4 * h; ++j) g[j] = b[j];
    add_product(d, 4 * h, x, w, g);
    add_product(h, 4 * h, s, u, g);
    for (Index j = 0; j < 3 * h; ++j) g[j] = sigmoid(g[j]);
    for (Index j = 3 * h; j < 4 * h; ++j) g[j] = std::tanh(g[j]);
  }
  void step(const double* g, const double* c, double* s, double* new_c) const {
    for (Index j = 0; j < h; ++j) {
      new_c[j] = g[h + j] * c[j] + g[j] * g[3 * h + j];
      s[j] = g[2 * h + j] * std::tanh(new_c[j]);
    }
  }
};

double lstm_loss(const Cell& cell, Index steps, Index batch, const double* xs, const double* ys) {
  const Index d = cell.d, h = cell.h;
  Vector s = zeros(batch * h), c = zeros(batch * h), g = zeros(4 * h);
  for (Index t = 0; t < steps; ++t)
    for (Index i = 0; i < batch; ++i) {
      cell.gates(xs + (t * batch + i) * d, &s[i * h], g.data());
      cell.step(g.data(), &c[i * h], &s[i * h], &c[i * h]);
    }
  return square_distance(batch * h, s.data(), ys);
}

}  // namespace

std::vector<double> rnn(const Inputs& in) {
  const Index h = in.length(0), d = in.length(0, 1), o = in.length(3);
  const Index steps = in.length(4), batch = in.length(4, 1);
  const Vector wx = transposed(h, d, in.array(0)), wh = transposed(h, h, in.array(1));
  const Vector wo = transposed(o, h, in.array(3));
  Vector states = zeros(batch * h), s = zeros(h), y = zeros(o);
  double total = 0;
  for (Index t = 0; t < steps; ++t)
    for (Index i = 0; i < batch; ++i) {
      const Index at = t * batch + i;
      double* state = &states[i * h];
      for (Index j = 0; j < h; ++j) s[j] = in.array(2)[j];
      add_product(d, h, in.array(4) + at * d, wx.data(), s.data());
      add_product(h, h, state, wh.data(), s.data());
      for (Index j = 0; j < h; ++j) state[j] = std::tanh(s[j]);
      for (Index j = 0; j < o; ++j) y[j] = 0;
      add_product(h, o, state, wo.data(), y.data());
      total += square_distance(o, y.data(), in.array(5) + at * o);
    }
  return {total / static_cast<double>(steps * batch)};
}

std::vector<double> lstm(const Inputs& in) {
  const Index steps = in.length(2), batch = in.length(2, 1), d = in.length(2, 2);
  const Index h = in.length(3, 1);
  const Vector w = transposed(4 * h, d + h, in.array(0));
  const Cell cell{d, h, w.data(), w.data() + d * 4 * h, in.array(1)};
  return {lstm_loss(cell, steps, batch, in.array(2), in.array(3))};
}

std::vector<double> lstm_adjoint(const Inputs& in) {
  const Index steps = in.length(2), batch = in.length(2, 1), d = in.length(2, 2);
  const Index h = in.length(3, 1), z = d + h;
  const double *xs = in.array(2), *ys = in.array(3), *by_gate = in.array(0);
  const Vector w = transposed(4 * h, z, by_gate);
  const Cell cell{d, h, w.data(), w.data() + d * 4 * h, in.array(1)};

  const Index step = batch * h;
  Vector s = zeros((steps + 1) * step), c = s, g = zeros(steps * step * 4);
  for (Index t = 0; t < steps; ++t)
    for (Index i = 0; i < batch; ++i) {
      const Index at = t * batch + i, old = at * h, now = old + step;
      cell.gates(xs + at * d, &s[old], &g[at * 4 * h]);
      cell.step(&g[at * 4 * h], &c[old], &s[now], &c[now]);
    }

  Vector out = zeros(4 * h * z + 4 * h), ds = zeros(step), dc = zeros(step);
  double *dw = out.data(), *db = dw + 4 * h * z;
  Vector dg = zeros(4 * h), dz = zeros(z);
  for (Index j = 0; j < step; ++j) ds[j] = 2 * (s[steps * step + j] - ys[j]);
  for (Index t = steps; t-- > 0;)
    for (Index i = 0; i < batch; ++i) {
      const Index at = t * batch + i;
      const double *gate = &g[at * 4 * h], *old_c = &c[at * h], *new_c = old_c + step;
      const double *x = xs + at * d, *old_s = &s[at * h];
      double *es = &ds[i * h], *ec = &dc[i * h];
      for (Index j = 0; j < h; ++j) {
        const double a = gate[j], f = gate[h + j], o = gate[2 * h + j], n = gate[3 * h + j];
        const double v = std::tanh(new_c[j]);
        const double e = ec[j] + es[j] * o * (1 - v * v);
        dg[j] = e * n * a * (1 - a);
        dg[h + j] = e * old_c[j] * f * (1 - f);
        dg[2 * h + j] = es[j] * v * o * (1 - o);
        dg[3 * h + j] = e * a * (1 - n * n);
        ec[j] = e * f;
      }
      for (Index k = 0; k < z; ++k) dz[k] = 0;
      for (Index j = 0; j < 4 * h; ++j) {
        const double e = dg[j];
        double* row = dw + j * z;
        db[j] += e;
        for (Index k = 0; k < z; ++k) dz[k] += e * by_gate[j * z + k];
        for (Index k = 0; k < d; ++k) row[k] += e * x[k];
        for (Index k = 0; k < h; ++k) row[d + k] += e * old_s[k];
      }
      for (Index k = 0; k < h; ++k) es[k] = dz[d + k];
    }
  return out;
}

std::vector<double> lstm_single(const Inputs& in) {
  const Index h = in.length(0, 1), d = in.length(0, 2);
  const Vector w = transposed(4 * h, d, in.array(0)), u = transposed(4 * h, h, in.array(1));
  const Cell cell{d, h, w.data(), u.data(), in.array(2)};
  return {lstm_loss(cell, in.length(3), 1, in.array(3), in.array(4))};
}

std::vector<double> gru(const Inputs& in) {
  const Index steps = in.length(3), batch = in.length(3, 1), d = in.length(3, 2);
  const Index h = in.length(4, 1);
  const double *wz = in.array(0), *wr = in.array(1), *wn = in.array(2);
  Vector states = zeros(batch * h), z = zeros(h), r = z, n = z;
  for (Index t = 0; t < steps; ++t)
    for (Index i = 0; i < batch; ++i) {
      const double* x = in.array(3) + (t * batch + i) * d;
      double* s = &states[i * h];
      for (Index j = 0; j < h; ++j) z[j] = r[j] = n[j] = 0;
      add_product(d, h, x, wz, z.data());
      add_product(h, h, s, wz + d * h, z.data());
      add_product(d, h, x, wr, r.data());
      add_product(h, h, s, wr + d * h, r.data());
      for (Index j = 0; j < h; ++j) r[j] = sigmoid(r[j]) * s[j];
      add_product(d, h, x, wn, n.data());
      add_product(h, h, r.data(), wn + d * h, n.data());
      for (Index j = 0; j < h; ++j) {
        const double a = sigmoid(z[j]);
        s[j] = a * s[j] + (1 - a) * std::tanh(n[j]);
      }
    }
  return {square_distance(batch * h, states.data(), in.array(4))};
}

std::vector<double> neural_ode_euler(const Inputs& in) {
  const Index h = in.length(0), d = in.length(0, 1), n = in.length(4);
  const Index steps = 50;
  const Vector w1 = transposed(h, d, in.array(0)), w2 = transposed(d, h, in.array(2));
  Vector x = zeros(d), v = zeros(d), a = zeros(h);
  double total = 0;
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < d; ++j) x[j] = in.array(4)[i * d + j];
    for (Index t = 0; t < steps; ++t) {
      for (Index j = 0; j < h; ++j) a[j] = in.array(1)[j];
      add_product(d, h, x.data(), w1.data(), a.data());
      for (Index j = 0; j < h; ++j) a[j] = std::tanh(a[j]);
      for (Index j = 0; j < d; ++j) v[j] = in.array(3)[j];
      add_product(h, d, a.data(), w2.data(), v.data());
      for (Index j = 0; j < d; ++j) x[j] += v[j] / static_cast<double>(steps);
    }
    total += square_distance(d, x.data(), in.array(5) + i * d);
  }
  return {total / static_cast<double>(n)};
}

std::vector<double> unrolled_descent(const Inputs& in) {
  const double rate = in.real(0), momentum = in.real(1), penalty = in.real(2);
  const Index n = in.length(3), d = in.length(3, 1), m = in.length(5);
  const double *x = in.array(3), *y = in.array(4), *xv = in.array(5), *yv = in.array(6);
  Vector w = zeros(d), v = zeros(d), g = zeros(d);
  auto margin = [d, &w](const double* row, double sign) {
    double sum = 0;
    for (Index k = 0; k < d; ++k) sum += row[k] * w[k];
    return sign * sum;
  };
  for (int step = 0; step < 50; ++step) {
    for (Index k = 0; k < d; ++k) g[k] = 2 * penalty * w[k];
    for (Index i = 0; i < n; ++i) {
      const double e = -y[i] * sigmoid(-margin(x + i * d, y[i])) / static_cast<double>(n);
      for (Index k = 0; k < d; ++k) g[k] += e * x[i * d + k];
    }
    for (Index k = 0; k < d; ++k) {
      v[k] = momentum * v[k] - rate * g[k];
      w[k] += v[k];
    }
  }
  double total = 0;
  for (Index i = 0; i < m; ++i) total += std::log1p(std::exp(-margin(xv + i * d, yv[i])));
  return {total / static_cast<double>(m)};
}

}  // namespace laguz::bench
