// Rows that take different numbers of turns, and tables of scores.
#include <algorithm>
#include <array>
#include <cmath>

#include "rows.hpp"

namespace laguz::bench {
namespace {

using Reals = std::vector<double>;

}  // namespace

Reals ragged_roots(const Inputs& in) {
  double sum = 0;
  for (std::int64_t i = 0; i < in.size(0); ++i) {
    const double x = in.array(0)[i], r = in.array(1)[i];
    const int n = 2 + static_cast<int>(r * 1.5);
    double y = 1;
    for (int k = 0; k < 6; ++k) {
      double p = 1;
      for (int j = 0; j < n - 1; ++j) p *= y;
      y -= (p * y - x) / (n * p);
    }
    sum += y * r;
  }
  return {sum};
}

Reals ragged_smoothing(const Inputs& in) {
  constexpr int kRing = 8;
  double sum = 0;
  for (std::int64_t i = 0; i < in.length(0); ++i) {
    std::array<double, kRing> u;
    std::copy_n(in.array(0) + i * kRing, kRing, u.begin());
    const int times = 1 + static_cast<int>(u[0] * 2);
    for (int t = 0; t < 10; ++t) {
      for (double& x : u) x = std::sin(x);
      for (int s = 0; s < times; ++s) {
        const std::array<double, kRing> v = u;
        for (int k = 0; k < kRing; ++k) {
          const double c = v[(k + kRing - 1) % kRing];
          u[k] = 0.25 * v[(k + 1) % kRing] + 0.5 * v[k] + 0.25 * c * c;
        }
      }
    }
    double own = 0;
    for (const double x : u) own += x;
    sum += own;
  }
  return {sum};
}

Reals ragged_growth(const Inputs& in) {
  double sum = 0;
  for (std::int64_t i = 0; i < in.size(0); ++i) {
    double y = in.array(0)[i];
    for (int k = 0; k < 6; ++k) {
      for (int n = 0; y < 2 && n < 5; ++n) y *= 1 + 0.2 * in.array(1)[i];
      y = std::sqrt(y);
    }
    sum += y;
  }
  return {sum};
}

Reals ragged_triangle(const Inputs& in) {
  double sum = 0;
  for (std::int64_t row = 0; row < in.length(0); ++row) {
    const double* x = in.array(0) + row * in.length(0, 1);
    double s = 0.1;
    for (std::int64_t i = 0; i < 5 + row % 6; ++i)
      for (std::int64_t j = 0; j < i; ++j) s = std::sin(s * x[j] + x[i]);
    sum += s;
  }
  return {sum};
}

Reals substeps_while(const Inputs& in) {
  double sum = 0;
  for (std::int64_t i = 0; i < in.size(0); ++i) {
    double x = in.array(0)[i], own = 0;
    for (int t = 0; t < 12; ++t) {
      for (double u = 0; u < 1;) {
        const double d = std::cos(static_cast<double>(t)) - x * x * x;
        const double h = std::min(1 - u + 1e-12, 0.3 / (1 + std::abs(d)));
        x += h * d;
        u += h;
      }
      own += x * x;
    }
    sum += own;
  }
  return {sum};
}

Reals padded_layers(const Inputs& in) {
  constexpr int kState = 4, kSteps = 16, kLayers = 8;
  const double* w = in.array(1);
  double sum = 0;
  for (std::int64_t row = 0; row < in.length(0); ++row) {
    const double* x = in.array(0) + row * kSteps * kState;
    std::array<double, kState> h;
    h.fill(0.1);
    for (int layer = 0; layer < kLayers; ++layer)
      for (std::int64_t t = 0; t < 1 + row * 7 % kSteps; ++t) {
        const std::array<double, kState> before = h;
        for (int k = 0; k < kState; ++k) {
          double s = 0;
          for (int j = 0; j < kState; ++j) s += w[k * kState + j] * before[j];
          h[k] = std::tanh(s + x[t * kState + k]);
        }
      }
    for (const double v : h) sum += v;
  }
  return {sum};
}

Reals dtw_antidiagonals(const Inputs& in) {
  constexpr double kNone = 1e10;
  const std::int64_t m = in.length(0), n = in.size(1);
  const double* b = in.array(1);
  double sum = 0;
  Reals before, last, next(static_cast<std::size_t>(n + 1));
  for (std::int64_t row = 0; row < m; ++row) {
    const double* a = in.array(0) + row * n;
    before.assign(next.size(), kNone);
    last = before;
    for (std::int64_t d = 0; d < 2 * n - 1; ++d) {
      for (std::int64_t i = 0; i <= n; ++i) {
        const std::int64_t j = d - (i - 1);
        const auto at = static_cast<std::size_t>(i);
        next[at] = kNone;
        if (i == 0 || j < 0 || j > n - 1) continue;
        const double least =
            i == 1 && j == 0 ? 0 : std::min(before[at - 1], std::min(last[at - 1], last[at]));
        next[at] = (a[i - 1] - b[j]) * (a[i - 1] - b[j]) + least;
      }
      std::swap(before, last);
      std::swap(last, next);
    }
    sum += last[static_cast<std::size_t>(n)];
  }
  return {sum};
}

Reals alignment_vectors(const Inputs& in) {
  const std::int64_t m = in.length(0), n = in.length(0, 1), k = in.length(1);
  const double* b = in.array(1);
  double sum = 0;
  Reals h(static_cast<std::size_t>(k + 1));
  for (std::int64_t row = 0; row < m; ++row) {
    std::fill(h.begin(), h.end(), 0.0);
    double best = 0;
    for (std::int64_t i = 0; i < n; ++i) {
      const double* a = in.array(0) + (row * n + i) * 3;
      double diagonal = 0;
      for (std::int64_t j = 1; j <= k; ++j) {
        const double* c = b + (j - 1) * 3;
        const auto at = static_cast<std::size_t>(j);
        const double s = a[0] * c[0] + a[1] * c[1] + a[2] * c[2];
        const double up = h[at];
        h[at] = std::max(0.0, std::max(diagonal + s, std::max(up, h[at - 1]) - 0.3));
        diagonal = up;
        best = std::max(best, h[at]);
      }
    }
    sum += best;
  }
  return {sum};
}

Reals edit_rows(const Inputs& in) {
  const std::int64_t m = in.length(0), n = in.length(1);
  const auto* b = in.array<float>(1);
  double sum = 0;
  std::vector<float> r(static_cast<std::size_t>(n + 1));
  for (std::int64_t row = 0; row < m; ++row) {
    const auto* a = in.array<float>(0) + row * n;
    for (std::int64_t j = 0; j <= n; ++j) r[static_cast<std::size_t>(j)] = static_cast<float>(j);
    for (std::int64_t i = 0; i < n; ++i) {
      float diagonal = r[0];
      r[0] = static_cast<float>(i + 1);
      for (std::int64_t j = 0; j < n; ++j) {
        const auto at = static_cast<std::size_t>(j);
        const float above = r[at + 1];
        r[at + 1] =
            std::min(diagonal + std::abs(a[i] - b[j]), std::min(above + 0.3F, r[at] + 0.4F));
        diagonal = above;
      }
    }
    sum += r.back();
  }
  return {sum};
}

}  // namespace laguz::bench
