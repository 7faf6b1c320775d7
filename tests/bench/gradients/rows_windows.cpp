// Windows, parts and lags of one long row, and points under a few small matrices.
#include <algorithm>
#include <array>
#include <cmath>

#include "rows.hpp"

namespace laguz::bench {
namespace {

using Index = std::int64_t;
using Reals = std::vector<double>;

template <class Choose>
Reals extrema(const double* x, Index n, const Choose& choose) {
  constexpr Index kReach = 8;
  Reals best(static_cast<std::size_t>(n));
  for (Index i = 0; i < n; ++i) {
    const Index from = std::max<Index>(0, i - kReach), to = std::min(n, i + kReach + 1);
    double found = x[from];
    for (Index k = from + 1; k < to; ++k) found = choose(found, x[k]);
    best[static_cast<std::size_t>(i)] = found;
  }
  return best;
}

}  // namespace

Reals sliding_extrema(const Inputs& in) {
  const double* x = in.array(0);
  const Index n = in.length(0);
  const Reals dilated = extrema(x, n, [](double a, double b) { return std::max(a, b); });
  const Reals closed =
      extrema(dilated.data(), n, [](double a, double b) { return std::min(a, b); });
  double sum = 0;
  for (Index i = 0; i < n; ++i) {
    const double apart = closed[static_cast<std::size_t>(i)] - x[i];
    sum += apart * apart;
  }
  return {sum};
}

Reals ragged_softmax(const Inputs& in) {
  const double* x = in.array(0);
  double sum = 0;
  for (Index i = 0; i < in.length(0) / 40; ++i) {
    const Index length = 10 + (i * 13) % 61;
    const double top = *std::max_element(x, x + length);
    double scaled = 0;
    for (Index k = 0; k < length; ++k) scaled += std::exp(x[k] - top);
    sum += top + std::log(scaled);
    x += length;
  }
  return {sum};
}

Reals autocorrelation(const Inputs& in) {
  constexpr Index kLags = 21;
  const double* x = in.array(0);
  double sum = 0;
  for (Index lag = 0; lag < kLags; ++lag) {
    double product = 0;
    for (Index i = 0; i + lag < in.length(0); ++i) product += x[i] * x[i + lag];
    sum += product * product;
  }
  return {sum};
}

Reals skinning(const Inputs& in) {
  const double* bones = in.array(2);
  double sum = 0;
  for (Index i = 0; i < in.length(0); ++i) {
    const double *p = in.array(0) + 3 * i, *w = in.array(1) + 5 * i;
    std::array<double, 3> q{};
    for (Index r = 0; r < 3; ++r)
      for (Index b = 0; b < 5; ++b) {
        const double* m = bones + 12 * b + 4 * r;
        q[static_cast<std::size_t>(r)] += w[b] * (m[0] * p[0] + m[1] * p[1] + m[2] * p[2] + m[3]);
      }
    sum += q[0] * q[0] + q[1] * q[2];
  }
  return {sum};
}

Reals substeps_for(const Inputs& in) {
  const double* p = in.array(1);
  double x = p[0];
  for (Index i = 0; i < in.length(0); ++i) {
    const double y = in.array(0)[i];
    const Index times = 1 + static_cast<Index>(2 * y);
    const double h = 0.3 / static_cast<double>(times);
    for (Index k = 0; k < times; ++k) x += h * (y - p[1] * x * x);
  }
  return {x};
}

Reals reaction_small(const Inputs& in) {
  constexpr Index kSide = 16, kSteps = 200;
  const double* p = in.array(1);
  Reals u(in.array(0), in.array(0) + kSide * kSide), next(u.size());
  const auto at = [&](Index i, Index j) {
    return u[static_cast<std::size_t>((i + kSide) % kSide * kSide + (j + kSide) % kSide)];
  };
  for (Index t = 0; t < kSteps; ++t) {
    for (Index i = 0; i < kSide; ++i)
      for (Index j = 0; j < kSide; ++j) {
        const double here = at(i, j);
        const double around = at(i - 1, j) + at(i + 1, j) + at(i, j - 1) + at(i, j + 1);
        next[static_cast<std::size_t>(i * kSide + j)] =
            here + 0.05 * (p[0] * (around - 4 * here) + here * (p[1] - here * here));
      }
    u.swap(next);
  }
  double sum = 0;
  for (const double x : u) sum += x;
  return {sum};
}

}  // namespace laguz::bench
