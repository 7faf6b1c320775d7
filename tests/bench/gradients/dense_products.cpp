// Products of matrices and vectors, and their adjoints.
#include <cmath>

#include "dense.hpp"

namespace laguz::bench::dense {

Reals times(std::int64_t n, std::int64_t m, std::int64_t p, const double* a, const double* b) {
  Reals c = zeros(n * p);
  multiply(n, m, p, a, b, c.data());
  return c;
}

Reals times_transposed(std::int64_t n, std::int64_t m, std::int64_t p, const double* a,
                       const double* b) {
  return times(n, m, p, a, transposed(p, m, b).data());
}

Reals transposed_times(std::int64_t n, std::int64_t m, std::int64_t p, const double* a,
                       const double* b) {
  return times(n, m, p, transposed(m, n, a).data(), b);
}

double dot(std::int64_t n, const double* x, const double* y) {
  constexpr int kSums = 16;
  double sums[kSums] = {};
  std::int64_t i = 0;
  for (; i + kSums <= n; i += kSums)
    for (int s = 0; s < kSums; ++s) sums[s] += x[i + s] * y[i + s];
  double sum = 0;
  for (const double part : sums) sum += part;
  for (; i < n; ++i) sum += x[i] * y[i];
  return sum;
}

Reals matrix_square(const Inputs& in) {
  const std::int64_t n = in.length(0);
  const Reals squared = times(n, n, n, in.array(0), in.array(0));
  return {dot(n * n, squared.data(), squared.data())};
}

Reals attention_after(const Inputs& in) {
  constexpr double kScale = 5.6;
  const std::int64_t n = in.length(0), d = in.length(0, 1);
  Reals weights = times_transposed(n, d, n, in.array(0), in.array(1));
  for (double& w : weights) w = std::exp(w / kScale);
  const Reals mixed = times(n, n, d, weights.data(), in.array(2));
  double sum = 0;
  for (std::int64_t i = 0; i < n; ++i) {
    double z = 0;
    for (std::int64_t k = 0; k < n; ++k) z += weights[static_cast<std::size_t>(i * n + k)];
    const double* row = mixed.data() + i * d;
    sum += dot(d, row, row) / (z * z);
  }
  return {sum};
}

Reals product(const Inputs& in) {
  const std::int64_t n = in.length(0), m = in.length(1), p = in.length(1, 1);
  return {dot(n * p, in.array(2), times(n, m, p, in.array(0), in.array(1)).data())};
}

Reals product_adjoint(const Inputs& in) {
  const std::int64_t n = in.length(0), m = in.length(1), p = in.length(1, 1);
  const double *a = in.array(0), *b = in.array(1), *w = in.array(2);
  Reals out = times_transposed(n, p, m, w, b);
  append(out, transposed_times(m, n, p, a, w));
  return out;
}

Reals product_f32(const Inputs& in) {
  const std::int64_t n = in.length(0), m = in.length(1), p = in.length(1, 1);
  std::vector<float> c(static_cast<std::size_t>(n * p));
  multiply(n, m, p, in.array<float>(0), in.array<float>(1), c.data());
  const float* w = in.array<float>(2);
  float sum = 0;
  for (std::size_t i = 0; i < c.size(); ++i) sum += w[i] * c[i];
  return {sum};
}

Reals product_f32_adjoint(const Inputs& in) {
  const std::int64_t n = in.length(0), m = in.length(1), p = in.length(1, 1);
  const float *a = in.array<float>(0), *b = in.array<float>(1), *w = in.array<float>(2);
  std::vector<float> to_a(static_cast<std::size_t>(n * m)), to_b(static_cast<std::size_t>(m * p));
  multiply(n, p, m, w, transposed(m, p, b).data(), to_a.data());
  multiply(m, n, p, transposed(n, m, a).data(), w, to_b.data());
  Reals out(to_a.begin(), to_a.end());
  out.insert(out.end(), to_b.begin(), to_b.end());
  return out;
}

Reals product_batched(const Inputs& in) {
  const std::int64_t l = in.length(0), n = in.length(0, 1), m = in.length(1, 1),
                     p = in.length(1, 2);
  Reals c = zeros(l * n * p);
  for (std::int64_t i = 0; i < l; ++i)
    multiply(n, m, p, in.array(0) + i * n * m, in.array(1) + i * m * p, c.data() + i * n * p);
  return {dot(l * n * p, in.array(2), c.data())};
}

Reals product_batched_adjoint(const Inputs& in) {
  const std::int64_t l = in.length(0), n = in.length(0, 1), m = in.length(1, 1),
                     p = in.length(1, 2);
  Reals out = zeros(l * n * m + l * m * p);
  double* const to_b = out.data() + l * n * m;
  for (std::int64_t i = 0; i < l; ++i) {
    const double *a = in.array(0) + i * n * m, *b = in.array(1) + i * m * p,
                 *w = in.array(2) + i * n * p;
    multiply(n, p, m, w, transposed(m, p, b).data(), out.data() + i * n * m);
    multiply(m, n, p, transposed(n, m, a).data(), w, to_b + i * m * p);
  }
  return out;
}

namespace {

constexpr std::int64_t kTurns = 20;

/// All states, from the first one on, one after the other.
Reals chain(const Inputs& in) {
  const std::int64_t n = in.length(1);
  Reals states = zeros((kTurns + 1) * n);
  for (std::int64_t i = 0; i < n; ++i) states[static_cast<std::size_t>(i)] = in.array(1)[i];
  for (std::int64_t t = 0; t < kTurns; ++t) {
    const double* x = states.data() + t * n;
    double* const y = states.data() + (t + 1) * n;
    for (std::int64_t i = 0; i < n; ++i) y[i] = std::tanh(dot(n, in.array(0) + i * n, x));
  }
  return states;
}

}  // namespace

Reals matvec_chain(const Inputs& in) {
  const std::int64_t n = in.length(1);
  return {dot(n, in.array(2), chain(in).data() + kTurns * n)};
}

Reals matvec_chain_adjoint(const Inputs& in) {
  const std::int64_t n = in.length(1);
  const double *a = in.array(0), *w = in.array(2);
  const Reals states = chain(in);
  Reals out = zeros(n * n + n), bar(w, w + n), next = zeros(n);
  for (std::int64_t t = kTurns; t-- > 0;) {
    const double *x = states.data() + t * n, *y = states.data() + (t + 1) * n;
    double* const before = next.data();
    for (std::int64_t j = 0; j < n; ++j) before[j] = 0;
    for (std::int64_t i = 0; i < n; ++i) {
      const double inner = bar[static_cast<std::size_t>(i)] * (1 - y[i] * y[i]);
      double* const to_a = out.data() + i * n;
      for (std::int64_t j = 0; j < n; ++j) to_a[j] += inner * x[j];
      for (std::int64_t j = 0; j < n; ++j) before[j] += inner * a[i * n + j];
    }
    bar.swap(next);
  }
  for (std::int64_t i = 0; i < n; ++i)
    out[static_cast<std::size_t>(n * n + i)] = bar[static_cast<std::size_t>(i)];
  return out;
}

namespace {

struct Units {
  Reals norms, units, cosines;
};

Units normalised(const Inputs& in) {
  const std::int64_t n = in.length(0), d = in.length(0, 1);
  Units out{zeros(n), zeros(n * d), {}};
  for (std::int64_t i = 0; i < n; ++i) {
    const double* x = in.array(0) + i * d;
    const double norm = std::sqrt(dot(d, x, x));
    out.norms[static_cast<std::size_t>(i)] = norm;
    for (std::int64_t j = 0; j < d; ++j) out.units.data()[i * d + j] = x[j] / norm;
  }
  out.cosines = times_transposed(n, d, n, out.units.data(), out.units.data());
  return out;
}

}  // namespace

Reals cosines(const Inputs& in) {
  Reals errors = normalised(in).cosines;
  const double* target = in.array(1);
  for (std::size_t i = 0; i < errors.size(); ++i) errors[i] -= target[i];
  return {dot(in.size(1), errors.data(), errors.data())};
}

Reals cosines_adjoint(const Inputs& in) {
  const std::int64_t n = in.length(0), d = in.length(0, 1);
  const double* target = in.array(1);
  Units all = normalised(in);
  double* const c = all.cosines.data();
  Reals bars = zeros(n * n);  // of the cosines (i, j) and (j, i) together
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = 0; j < n; ++j)
      bars.data()[i * n + j] = 2 * (c[i * n + j] - target[i * n + j]);
  const Reals other = transposed(n, n, bars.data());
  for (std::size_t i = 0; i < bars.size(); ++i) bars[i] += other[i];
  Reals out = times(n, n, d, bars.data(), all.units.data());
  for (std::int64_t i = 0; i < n; ++i) {
    const double* u = all.units.data() + i * d;
    double* const bar = out.data() + i * d;
    const double along = dot(d, u, bar), norm = all.norms[static_cast<std::size_t>(i)];
    for (std::int64_t j = 0; j < d; ++j) bar[j] = (bar[j] - along * u[j]) / norm;
  }
  return out;
}

}  // namespace laguz::bench::dense
