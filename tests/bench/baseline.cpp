#include "baseline.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "blas.hpp"

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

void product(std::int64_t n, const double* a, const double* b, double* out) {
  std::fill_n(out, n * n, 0.0);
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t k = 0; k < n; ++k)
      for (std::int64_t j = 0; j < n; ++j) out[i * n + j] += a[i * n + k] * b[k * n + j];
}

void stencil(std::int64_t n, std::int64_t steps, std::vector<double>& g,
             std::vector<double>& next) {
  for (std::int64_t t = 0; t < steps; ++t) {
    for (std::int64_t i = 0; i < n; ++i)
      for (std::int64_t j = 0; j < n; ++j) {
        const double* at = &g[i * n + j];
        next[i * n + j] = i == 0 || j == 0 || i == n - 1 || j == n - 1
                              ? *at
                              : 0.25 * (at[-n] + at[n] + at[-1] + at[1]);
      }
    std::swap(g, next);
  }
}

void histogram(const std::vector<std::int64_t>& is, std::vector<std::int64_t>& bins) {
  std::fill(bins.begin(), bins.end(), 0);
  for (const std::int64_t i : is)
    if (i >= 0 && i < static_cast<std::int64_t>(bins.size())) ++bins[i];
}

void radix_sort(std::vector<std::uint32_t>& xs) {
  std::vector<std::uint32_t> sorted(xs.size());
  for (int bit = 0; bit < 32; ++bit) {
    std::size_t zeros = 0, ones = 0;
    for (const std::uint32_t x : xs) ones += 1 - (x >> bit & 1);
    for (const std::uint32_t x : xs) sorted[(x >> bit & 1) == 0 ? zeros++ : ones++] = x;
    std::swap(xs, sorted);
  }
}

void kmeans(std::int64_t d, const std::vector<double>& xs, std::vector<double>& centres) {
  const auto n = static_cast<std::int64_t>(xs.size()) / d;
  const auto k = static_cast<std::int64_t>(centres.size()) / d;
  std::vector<std::int64_t> counts(k);
  std::vector<double> sums(centres.size());
  for (std::int64_t i = 0; i < n; ++i) {
    double least = std::numeric_limits<double>::infinity();
    std::int64_t own = -1;
    for (std::int64_t c = 0; c < k; ++c) {
      double distance = 0;
      for (std::int64_t j = 0; j < d; ++j) {
        const double x = xs[i * d + j] - centres[c * d + j];
        distance += x * x;
      }
      if (distance < least) {
        least = distance;
        own = c;
      }
    }
    ++counts[own];
    for (std::int64_t j = 0; j < d; ++j) sums[own * d + j] += xs[i * d + j];
  }
  for (std::int64_t c = 0; c < k; ++c)
    for (std::int64_t j = 0; j < d; ++j)
      centres[c * d + j] =
          sums[c * d + j] / static_cast<double>(std::max<std::int64_t>(1, counts[c]));
}

void mandelbrot(std::int64_t n, std::int64_t limit, std::int64_t* out) {
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = 0; j < n; ++j) {
      const double cx = static_cast<double>(j) * 3 / static_cast<double>(n) - 2;
      const double cy = static_cast<double>(i) * 2 / static_cast<double>(n) - 1;
      double x = 0, y = 0;
      std::int64_t k = 0;
      for (; k < limit && x * x + y * y < 4; ++k) {
        const double next = x * x - y * y + cx;
        y = 2 * x * y + cy;
        x = next;
      }
      out[i * n + j] = k;
    }
}

void segmented_sums(std::int64_t n, const bool* starts, const std::int64_t* xs, std::int64_t* out) {
  std::int64_t sum = 0;
  for (std::int64_t i = 0; i < n; ++i) out[i] = sum = starts[i] ? xs[i] : sum + xs[i];
}

std::int64_t subsequence(const std::vector<std::int64_t>& a, const std::vector<std::int64_t>& b) {
  std::vector<std::int64_t> above(b.size() + 1), row(b.size() + 1);
  for (const std::int64_t x : a) {
    for (std::size_t j = 0; j < b.size(); ++j)
      row[j + 1] = x == b[j] ? above[j] + 1 : std::max(above[j + 1], row[j]);
    std::swap(row, above);
  }
  return above.back();
}

#ifdef LAGUZ_OPENBLAS
void blas_product(std::int64_t n, const double* a, const double* b, double* out) {
  const auto m = static_cast<int>(n);
  blas_multiply(m, m, m, a, b, 0, out);
}

void blas_product(std::int64_t n, const float* a, const float* b, float* out) {
  const auto m = static_cast<int>(n);
  blas_multiply(m, m, m, a, b, 0, out);
}

void blas_vector(std::int64_t n, bool transposed, const double* a, const double* x, double* out) {
  const auto m = static_cast<int>(n);
  cblas_dgemv(CblasRowMajor, transposed ? CblasTrans : CblasNoTrans, m, m, 1, a, m, x, 1, 0, out,
              1);
}
#endif

}  // namespace laguz::bench
