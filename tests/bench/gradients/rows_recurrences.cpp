// Recurrences of a row's own: maps iterated, roots, polynomials, trees, rotations.
#include <algorithm>
#include <array>
#include <cmath>

#include "rows.hpp"

namespace laguz::bench {
namespace {

using Reals = std::vector<double>;

/// x and y turned, a stride apart.
void turn(std::int64_t n, double c, double s, double* x, double* y, std::int64_t stride) {
  for (std::int64_t k = 0; k < n * stride; k += stride) {
    const double p = x[k], q = y[k];
    x[k] = c * p - s * q;
    y[k] = s * p + c * q;
  }
}

}  // namespace

Reals logistic_rows(const Inputs& in) {
  double sum = 0;
  for (std::int64_t i = 0; i < in.size(0); ++i) {
    const double r = 2.5 + 0.5 * in.array(0)[i];
    double m = 0.3;
    for (int step = 0; step < 1000; ++step) m = r * m * (1 - m);
    sum += m;
  }
  return {sum};
}

Reals newton_rows(const Inputs& in) {
  double sum = 0;
  for (std::int64_t i = 0; i < in.size(0); ++i) {
    const double a = in.array(0)[i];
    double x = a, d = 1;
    while (std::abs(d) > 1e-10) {
      d = (x * x - a) / (2 * x);
      x -= d;
    }
    sum += x;
  }
  return {sum};
}

Reals horner_rows(const Inputs& in) {
  const std::int64_t m = in.size(0), n = in.size(1);
  const double *cs = in.array(0), *xs = in.array(1);
  double sum = 0;
  for (std::int64_t i = 0; i < n; ++i) {
    double y = 0;
    for (std::int64_t k = 0; k < m; ++k) y = y * xs[i] + cs[k];
    sum += y * y;
  }
  return {sum};
}

Reals relu_rows(const Inputs& in) {
  const std::int64_t m = in.size(0), n = in.size(1);
  const double *weights = in.array(0), *xs = in.array(1);
  double sum = 0;
  for (std::int64_t i = 0; i < m; ++i) {
    double state = 0;
    for (std::int64_t j = 0; j < n; ++j) state = std::max(0.0, 0.9 * state + weights[i] * xs[j]);
    sum += state;
  }
  return {sum};
}

Reals rnn_relu_rows(const Inputs& in) {
  constexpr int kUnits = 8;
  const double *w = in.array(0), *u = in.array(1), *xs = in.array(2);
  double sum = 0;
  for (std::int64_t i = 0; i < in.length(2); ++i) {
    std::array<double, kUnits> h{}, next{};
    for (std::int64_t j = 0; j < in.length(2, 1); ++j) {
      for (int r = 0; r < kUnits; ++r) {
        double dot = 0;
        for (int c = 0; c < kUnits; ++c) dot += w[r * kUnits + c] * h[c];
        next[r] = std::max(0.0, dot * 0.3 + u[r] * xs[i * in.length(2, 1) + j]);
      }
      h = next;
    }
    for (const double x : h) sum += x;
  }
  return {sum};
}

Reals logistic_maps(const Inputs& in) {
  std::vector<double> xs(static_cast<std::size_t>(in.size(0)), 0.4);
  for (int t = 0; t < 1000; ++t)
    for (std::size_t i = 0; i < xs.size(); ++i) xs[i] = in.array(0)[i] * xs[i] * (1 - xs[i]);
  double sum = 0;
  for (const double x : xs) sum += x;
  return {sum};
}

Reals recurrences_below(const Inputs& in) {
  const double *ws = in.array(0), *xs = in.array(1);
  double sum = 0;
  for (std::int64_t i = 0; i < in.size(0); ++i) {
    double s = 1;
    for (std::int64_t j = 0; j < i; ++j) s = s * (1 + 0.01 * ws[j] * xs[i]) + 0.001;
    sum += s;
  }
  return {sum};
}

Reals binomial_rows(const Inputs& in) {
  constexpr int kSteps = 32;
  double sum = 0;
  for (std::int64_t i = 0; i < in.size(0); ++i) {
    std::array<double, kSteps + 1> v;
    for (int j = 0; j <= kSteps; ++j) v[j] = in.array(0)[i] * j;
    for (int k = 0; k < kSteps; ++k)
      for (int j = 0; j < kSteps - k; ++j) v[j] = 0.5 * (v[j + 1] * v[j + 1] * 0.01 + v[j]);
    sum += v[0];
  }
  return {sum};
}

Reals viterbi_rows(const Inputs& in) {
  constexpr int kStates = 6;
  const double* moves = in.array(0);
  double sum = 0;
  for (std::int64_t n = 0; n < in.length(1); ++n) {
    const double* scores = in.array(1) + n * in.length(1, 1) * kStates;
    std::array<double, kStates> v, next;
    std::copy_n(scores, kStates, v.begin());
    for (std::int64_t t = 1; t < in.length(1, 1); ++t) {
      for (int j = 0; j < kStates; ++j) {
        double largest = v[0] + moves[j];
        for (int k = 1; k < kStates; ++k)
          largest = std::max(largest, v[k] + moves[k * kStates + j]);
        next[j] = scores[t * kStates + j] + largest;
      }
      v = next;
    }
    sum += *std::max_element(v.begin(), v.end());
  }
  return {sum};
}

namespace {

template <int kSize>
Reals systems(const Inputs& in) {
  double sum = 0;
  for (std::int64_t n = 0; n < in.length(0); ++n) {
    std::array<double, kSize * kSize> a;
    std::array<double, kSize> b, x{};
    std::copy_n(in.array(0) + n * kSize * kSize, kSize * kSize, a.begin());
    std::copy_n(in.array(1) + n * kSize, kSize, b.begin());
    for (int k = 0; k < kSize; ++k)
      for (int i = k + 1; i < kSize; ++i) {
        const double f = a[i * kSize + k] / a[k * kSize + k];
        b[i] -= f * b[k];
        for (int j = 0; j < kSize; ++j) a[i * kSize + j] -= f * a[k * kSize + j];
      }
    for (int k = kSize - 1; k >= 0; --k) {
      double dot = 0;
      for (int j = 0; j < kSize; ++j) dot += a[k * kSize + j] * x[j];
      x[k] = (b[k] - dot) / a[k * kSize + k];
      sum += x[k];
    }
  }
  return {sum};
}

}  // namespace

Reals systems_of_four(const Inputs& in) { return systems<4>(in); }
Reals systems_of_eight(const Inputs& in) { return systems<8>(in); }

Reals local_alignment(const Inputs& in) {
  const std::int64_t rows = in.length(0), n = in.length(0, 1);
  double sum = 0;
  Reals h(static_cast<std::size_t>(n + 1));
  for (std::int64_t r = 0; r < rows; ++r) {
    const double *a = in.array(0) + r * n, *b = in.array(0) + (r + 1) % rows * n;
    std::fill(h.begin(), h.end(), 0.0);
    double best = 0;
    for (std::int64_t i = 0; i < n; ++i) {
      double diagonal = 0;
      for (std::int64_t j = 1; j <= n; ++j) {
        const double up = h[j], apart = a[i] - b[j - 1];
        h[j] = std::max({0.0, diagonal + 1 - apart * apart, up - 0.3, h[j - 1] - 0.3});
        diagonal = up;
        best = std::max(best, h[j]);
      }
    }
    sum += best;
  }
  return {sum};
}

Reals jacobi_guarded(const Inputs& in) {
  constexpr int kSweeps = 4;
  const std::int64_t n = in.length(0);
  Reals copy(in.array(0), in.array(0) + n * n);
  double* a = copy.data();
  for (int sweep = 0; sweep < kSweeps; ++sweep)
    for (std::int64_t p = 0; p < n - 1; ++p)
      for (std::int64_t q = p + 1; q < n; ++q) {
        if (std::abs(a[p * n + q]) < 1e-12) continue;
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
