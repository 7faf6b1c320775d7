// Gaussian processes, histograms, splines, paths of prices and points, robust fits, particles.
#include <array>
#include <cmath>
#include <numbers>

#include "models.hpp"

namespace laguz::bench {
namespace {

using Index = std::int64_t;

double squared_distance(Index d, const double* a, const double* b) {
  double sum = 0;
  for (Index i = 0; i < d; ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
  return sum;
}

std::vector<double> numbers(Index n) { return std::vector<double>(static_cast<std::size_t>(n)); }

}  // namespace

std::vector<double> process(const Inputs& in) {
  const Index n = in.length(0), d = in.length(0, 1);
  const double *x = in.array(0), *y = in.array(1);
  const double narrow = -0.5 / std::exp(2 * in.real(2)), variance = std::exp(in.real(3));
  std::vector<double> matrix = numbers(n * n), alpha(y, y + n);
  double *const l = matrix.data(), *const b = alpha.data();
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j <= i; ++j)
      l[i * n + j] = variance * std::exp(narrow * squared_distance(d, x + i * d, x + j * d));
    l[i * n + i] += std::exp(2 * in.real(4));
  }
  double logs = 0;
  for (Index j = 0; j < n; ++j) {
    double pivot = l[j * n + j];
    for (Index k = 0; k < j; ++k) pivot -= l[j * n + k] * l[j * n + k];
    l[j * n + j] = std::sqrt(pivot);
    logs += std::log(l[j * n + j]);
    for (Index i = j + 1; i < n; ++i) {
      double s = l[i * n + j];
      for (Index k = 0; k < j; ++k) s -= l[i * n + k] * l[j * n + k];
      l[i * n + j] = s / l[j * n + j];
    }
  }
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < i; ++j) b[i] -= l[i * n + j] * b[j];
    b[i] /= l[i * n + i];
  }
  for (Index i = n - 1; i >= 0; --i) {
    b[i] /= l[i * n + i];
    for (Index j = 0; j < i; ++j) b[j] -= l[i * n + j] * b[i];
  }
  double fit = 0;
  for (Index i = 0; i < n; ++i) fit += y[i] * b[i];
  return {-0.5 * fit - logs - 0.5 * static_cast<double>(n) * std::log(2 * std::numbers::pi)};
}

std::vector<double> ridge(const Inputs& in) {
  const Index n = in.length(0), d = in.length(0, 1);
  const double *x = in.array(0), *y = in.array(1), length = in.real(2), *alpha = in.array(3);
  const double gamma = 1 / (2 * length * length);
  double errors = 0, penalty = 0;
  for (Index i = 0; i < n; ++i) {
    double fitted = 0;
    for (Index j = 0; j < n; ++j)
      fitted += alpha[j] * std::exp(-gamma * squared_distance(d, x + i * d, x + j * d));
    errors += (fitted - y[i]) * (fitted - y[i]);
    penalty += alpha[i] * fitted;
  }
  return {errors + 0.1 * penalty};
}

std::vector<double> soft_histogram(const Inputs& in) {
  const Index n = in.length(0), bins = in.length(2);
  const double *values = in.array(0), width = in.real(1), *target = in.array(2);
  std::vector<double> counts;
  double total = 0;
  for (Index b = 0; b < bins; ++b) {
    const double centre = (static_cast<double>(b) + 0.5) / static_cast<double>(bins);
    double count = 0;
    for (Index i = 0; i < n; ++i) {
      const double z = (values[i] - centre) / width;
      count += std::exp(-0.5 * z * z);
    }
    counts.push_back(count);
    total += count;
  }
  double sum = 0;
  for (const double count : counts) {
    const double e = count / total - *target++;
    sum += e * e;
  }
  return {sum};
}

std::vector<double> hard_histogram(const Inputs& in) {
  const Index n = in.length(0), bins = in.length(1);
  const auto* bin = in.array<Index>(0);
  const double *target = in.array(1), *weights = in.array(2);
  std::vector<double> counts = numbers(bins);
  for (Index i = 0; i < n; ++i) counts[static_cast<std::size_t>(bin[i])] += weights[i];
  double sum = 0;
  for (const double count : counts) {
    const double e = count - *target++;
    sum += e * e;
  }
  return {sum};
}

std::vector<double> hard_histogram_adjoint(const Inputs& in) {
  const Index n = in.length(0), bins = in.length(1);
  const auto* bin = in.array<Index>(0);
  const double *target = in.array(1), *weights = in.array(2);
  std::vector<double> counts = numbers(bins), out = numbers(n);
  for (Index i = 0; i < n; ++i) counts[static_cast<std::size_t>(bin[i])] += weights[i];
  for (double& count : counts) count = 2 * (count - *target++);
  for (Index i = 0; i < n; ++i)
    out[static_cast<std::size_t>(i)] = counts[static_cast<std::size_t>(bin[i])];
  return out;
}

std::vector<double> spline(const Inputs& in) {
  const Index k = in.length(0), n = in.length(2);
  const double *t = in.array(0), *y = in.array(1), *xs = in.array(2), *measured = in.array(3);
  std::vector<double> cs = numbers(k), ds = numbers(k), ms = numbers(k);
  double *const c = cs.data(), *const d = ds.data(), *const m = ms.data();
  for (Index i = 1; i < k - 1; ++i) {
    const double low = t[i] - t[i - 1], high = t[i + 1] - t[i];
    const double right = 6 * ((y[i + 1] - y[i]) / high - (y[i] - y[i - 1]) / low);
    const double pivot = 2 * (low + high) - low * c[i - 1];
    c[i] = high / pivot;
    d[i] = (right - low * d[i - 1]) / pivot;
  }
  for (Index i = k - 2; i > 0; --i) m[i] = d[i] - c[i] * m[i + 1];
  double sum = 0;
  for (Index p = 0; p < n; ++p) {
    const double x = xs[p];
    Index i = 0;
    while (i < k - 2 && t[i + 1] <= x) ++i;
    const double h = t[i + 1] - t[i], a = (t[i + 1] - x) / h, b = (x - t[i]) / h;
    const double value =
        a * y[i] + b * y[i + 1] + ((a * a * a - a) * m[i] + (b * b * b - b) * m[i + 1]) * h * h / 6;
    sum += (value - measured[p]) * (value - measured[p]);
  }
  return {sum};
}

std::vector<double> option_price(const Inputs& in) {
  const Index paths = in.length(0), steps = in.length(0, 1);
  const double *za = in.array(0), *zb = in.array(1);
  const double spot = in.real(2), vol = in.real(3), rate = in.real(4);
  const double dt = 1 / static_cast<double>(steps), root = std::sqrt(dt);
  double sum = 0;
  for (Index p = 0; p < paths; ++p) {
    double x = spot, v = vol * vol;
    for (Index i = p * steps; i < (p + 1) * steps; ++i) {
      const double sigma = std::sqrt(std::max(v, 1e-6));
      x *= std::exp((rate - 0.5 * v) * dt + sigma * root * za[i]);
      v += 1.5 * (0.04 - v) * dt + 0.3 * sigma * root * (0.8 * zb[i] - 0.6 * za[i]);
    }
    sum += 2 * std::log(1 + std::exp((x - 100) / 2));
  }
  return {std::exp(-rate) * sum / static_cast<double>(paths)};
}

std::vector<double> neural_ode(const Inputs& in) {
  const Index n = in.length(0), h = in.length(2);
  const double *starts = in.array(0), *ends = in.array(1);
  const double *w1 = in.array(2), *b1 = in.array(3), *w2 = in.array(4);
  using Point = std::array<double, 2>;
  auto field = [&](const Point& x) {
    Point out{};
    for (Index i = 0; i < h; ++i) {
      const double hidden = std::tanh(w1[2 * i] * x[0] + w1[2 * i + 1] * x[1] + b1[i]);
      out[0] += w2[i] * hidden;
      out[1] += w2[h + i] * hidden;
    }
    return out;
  };
  auto along = [](const Point& x, double s, const Point& k) {
    return Point{x[0] + s * k[0], x[1] + s * k[1]};
  };
  const double dt = 0.05;
  double sum = 0;
  for (Index p = 0; p < n; ++p) {
    Point x{starts[2 * p], starts[2 * p + 1]};
    for (int turn = 0; turn < 20; ++turn) {
      const Point a = field(x), b = field(along(x, dt / 2, a));
      const Point c = field(along(x, dt / 2, b)), d = field(along(x, dt, c));
      for (std::size_t i = 0; i < 2; ++i) x[i] += dt / 6 * (a[i] + 2 * b[i] + 2 * c[i] + d[i]);
    }
    sum += squared_distance(2, x.data(), ends + 2 * p);
  }
  return {sum / static_cast<double>(n)};
}

std::vector<double> huber_fit(const Inputs& in) {
  const Index n = in.length(0);
  const double *ts = in.array(0), *ys = in.array(1), *p = in.array(2);
  double sum = 0;
  for (Index i = 0; i < n; ++i) {
    const double t = ts[i];
    const double e =
        std::abs(ys[i] - (p[0] * std::exp(-p[1] * t) * std::cos(p[2] * t + p[3]) + p[4]));
    sum += e <= 0.5 ? 0.5 * e * e : 0.5 * (e - 0.25);
  }
  return {sum / static_cast<double>(n)};
}

std::vector<double> huber_fit_adjoint(const Inputs& in) {
  const Index n = in.length(0);
  const double *ts = in.array(0), *ys = in.array(1), *p = in.array(2);
  double a = 0, b = 0, c = 0, d = 0, shift = 0;
  for (Index i = 0; i < n; ++i) {
    const double t = ts[i], decay = std::exp(-p[1] * t), phase = p[2] * t + p[3];
    const double wave = decay * std::cos(phase);
    const double e = ys[i] - (p[0] * wave + p[4]);
    const double back = -(std::abs(e) <= 0.5 ? e : std::copysign(0.5, e));
    const double phase_back = -back * p[0] * decay * std::sin(phase);
    a += back * wave;
    b -= back * p[0] * t * wave;
    c += t * phase_back;
    d += phase_back;
    shift += back;
  }
  std::vector<double> out{a, b, c, d, shift};
  for (double& x : out) x /= static_cast<double>(n);
  return out;
}

std::vector<double> particles(const Inputs& in) {
  const Index n = in.length(0);
  const double *mass = in.array(0), *pos = in.array(1), *vel = in.array(2);
  double sum = 0;
  for (Index i = 0; i < n; ++i) {
    const double *v = vel + 3 * i, *p = pos + 3 * i;
    sum += 0.5 * mass[i] * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    double potential = 0;
    for (Index j = 0; j < n; ++j)
      potential -= mass[i] * mass[j] / std::sqrt(squared_distance(3, p, pos + 3 * j) + 0.01);
    sum += 0.5 * potential;
  }
  return {sum};
}

std::vector<double> particles_adjoint(const Inputs& in) {
  const Index n = in.length(0);
  const double *mass = in.array(0), *pos = in.array(1), *vel = in.array(2);
  std::vector<double> out = numbers(7 * n);
  double *const mass_back = out.data(), *const pos_back = mass_back + n;
  double* const vel_back = pos_back + 3 * n;
  for (Index i = 0; i < n; ++i) {
    const double *v = vel + 3 * i, *p = pos + 3 * i;
    for (Index a = 0; a < 3; ++a) vel_back[3 * i + a] = mass[i] * v[a];
    double potential = 0, x = 0, y = 0, z = 0;
    for (Index j = 0; j < n; ++j) {
      const double *q = pos + 3 * j, dx = p[0] - q[0], dy = p[1] - q[1], dz = p[2] - q[2];
      const double inverse = 1 / std::sqrt(dx * dx + dy * dy + dz * dz + 0.01);
      potential -= mass[j] * inverse;
      const double pull = mass[j] * inverse * inverse * inverse;
      x += pull * dx;
      y += pull * dy;
      z += pull * dz;
    }
    mass_back[i] = 0.5 * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) + potential;
    pos_back[3 * i] = mass[i] * x;
    pos_back[3 * i + 1] = mass[i] * y;
    pos_back[3 * i + 2] = mass[i] * z;
  }
  return out;
}

}  // namespace laguz::bench
