#include "baseline.hpp"

#include <cmath>

namespace laguz::bench {

void chain(const double* x, double* out, std::int64_t n) {
  for (std::int64_t p = 0; p < n; ++p) {
    const double v = x[p];
    const double a = v * 1.5;
    const double b = a + 2.25;
    const double c = b * v;
    const double d = c - 0.75;
    const double e = d * a;
    const double f = e + b;
    const double g = f * 0.5;
    const double h = g - v;
    const double i = h * c;
    out[p] = i + 1.25;
  }
}

double transcendental(const double* x, std::int64_t n) {
  double sum = 0;
  for (std::int64_t i = 0; i < n; ++i) sum += std::exp(x[i]) + std::log(x[i] + 1) + std::tanh(x[i]);
  return sum;
}

double mixture_objective(const Mixture& m) {
  const std::int64_t triangle = m.d * (m.d - 1) / 2;
  std::vector<double> sums(m.k), terms(m.k), c(m.d), diagonal(m.k * m.d);
  for (std::int64_t k = 0; k < m.k; ++k) {
    sums[k] = 0;
    for (std::int64_t i = 0; i < m.d; ++i) {
      sums[k] += m.qs[k * m.d + i];
      diagonal[k * m.d + i] = std::exp(m.qs[k * m.d + i]);
    }
  }
  auto log_sum_exp = [&](const double* v) {
    double largest = v[0];
    for (std::int64_t k = 1; k < m.k; ++k) largest = std::fmax(largest, v[k]);
    double sum = 0;
    for (std::int64_t k = 0; k < m.k; ++k) sum += std::exp(v[k] - largest);
    return largest + std::log(sum);
  };
  double total = 0;
  for (std::int64_t p = 0; p < m.n; ++p) {
    const double* x = &m.x[p * m.d];
    for (std::int64_t k = 0; k < m.k; ++k) {
      for (std::int64_t i = 0; i < m.d; ++i) c[i] = x[i] - m.means[k * m.d + i];
      double norm = 0;
      const double* l = &m.ls[k * triangle];
      for (std::int64_t i = 0; i < m.d; ++i) {
        double s = diagonal[k * m.d + i] * c[i];
        for (std::int64_t j = 0; j < i; ++j) s += l[i * (i - 1) / 2 + j] * c[j];
        norm += s * s;
      }
      terms[k] = m.alphas[k] + sums[k] - 0.5 * norm;
    }
    total += log_sum_exp(terms.data());
  }
  return total - static_cast<double>(m.n) * log_sum_exp(m.alphas.data());
}

}  // namespace laguz::bench
