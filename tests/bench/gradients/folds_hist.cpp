// Histograms, gathers, scatters and sorts in C++.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "folds.hpp"

namespace laguz::bench::folds {
namespace {

const std::int64_t* wholes(const Inputs& in, int i) { return in.array<std::int64_t>(i); }

constexpr double kLowest = std::numeric_limits<double>::lowest();

/// Bins of a histogram of the numbers [xs] at places in.array(0).
template <class Op>
Numbers histogram(const Inputs& in, const double* xs, std::int64_t bins, double neutral, Op op) {
  const std::int64_t* is = wholes(in, 0);
  Numbers out(static_cast<std::size_t>(bins), neutral);
  for (std::int64_t i = 0; i < in.size(0); ++i) out[is[i]] = op(out[is[i]], xs[i]);
  return out;
}

double add(double a, double b) { return a + b; }
double larger(double a, double b) { return std::max(a, b); }

double log_add_exp(double a, double b) {
  return std::max(a, b) + std::log1p(std::exp(-std::abs(a - b)));
}

}  // namespace

Numbers hist_add(const Inputs& in) {
  const Numbers bins = histogram(in, in.array(1), 1000, 0, add);
  const double mean = std::accumulate(bins.begin(), bins.end(), 0.0) / 1000;
  double sum = 0;
  for (const double b : bins) sum += (b - mean) * (b - mean) / mean;
  return {sum};
}

Numbers hist_add_adjoint(const Inputs& in) {
  Numbers bins = histogram(in, in.array(1), 1000, 0, add);
  const double mean = std::accumulate(bins.begin(), bins.end(), 0.0) / 1000;
  double of_mean = 0;
  for (double& b : bins) {
    const double partial = 2 * (b - mean) / mean;
    of_mean -= partial + (b - mean) * (b - mean) / (mean * mean);
    b = partial;
  }
  for (double& b : bins) b += of_mean / 1000;
  const std::int64_t* is = wholes(in, 0);
  Numbers out(static_cast<std::size_t>(in.size(0)));
  for (std::int64_t i = 0; i < in.size(0); ++i) out[i] = bins[is[i]];
  return out;
}

Numbers hist_max(const Inputs& in) {
  double sum = 0;
  for (const double t : histogram(in, in.array(1), 5000, kLowest, larger)) sum += t * t;
  return {sum};
}

Numbers hist_max_adjoint(const Inputs& in) {
  const std::int64_t* is = wholes(in, 0);
  const double* xs = in.array(1);
  std::vector<std::int64_t> first(5000, -1);
  for (std::int64_t i = 0; i < in.size(0); ++i) {
    std::int64_t& at = first[is[i]];
    if (at < 0 || xs[i] > xs[at]) at = i;
  }
  Numbers out(static_cast<std::size_t>(in.size(0)));
  for (const std::int64_t at : first)
    if (at >= 0) out[at] = 2 * xs[at];
  return out;
}

Numbers hist_min(const Inputs& in) {
  const std::int64_t* is = wholes(in, 0);
  const double *xs = in.array(1), *ys = in.array(2), at = in.real(3);
  Numbers nearest(5000, 10);
  for (std::int64_t i = 0; i < in.size(0); ++i) {
    const double distance = std::sqrt((xs[i] - at) * (xs[i] - at) + ys[i] * ys[i]);
    nearest[is[i]] = std::min(nearest[is[i]], distance);
  }
  return {std::accumulate(nearest.begin(), nearest.end(), 0.0)};
}

Numbers hist_mul(const Inputs& in) {
  double sum = 0;
  for (const double p :
       histogram(in, in.array(1), 2000, 1, [](double a, double b) { return a * b; }))
    sum -= std::log(p);
  return {sum};
}

/// As long as none is 0.
Numbers hist_mul_adjoint(const Inputs& in) {
  const double* ps = in.array(1);
  Numbers out(static_cast<std::size_t>(in.size(0)));
  for (std::int64_t i = 0; i < in.size(0); ++i) out[i] = -1 / ps[i];
  return out;
}

Numbers hist_vec_add(const Inputs& in) {
  const std::int64_t* is = wholes(in, 0);
  const std::int64_t n = in.length(1), d = in.length(1, 1), k = 500;
  const double* rows = in.array(1);
  Numbers sums(static_cast<std::size_t>(k * d));
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = 0; j < d; ++j) sums[is[i] * d + j] += rows[i * d + j];
  double total = 0;
  for (std::int64_t b = 0; b < k; ++b) {
    double squares = 1;
    for (std::int64_t j = 0; j < d; ++j) squares += sums[b * d + j] * sums[b * d + j];
    total += std::sqrt(squares);
  }
  return {total};
}

Numbers hist_vec_max(const Inputs& in) {
  const std::int64_t* is = wholes(in, 0);
  const std::int64_t n = in.length(1), d = in.length(1, 1), k = 500;
  const double* rows = in.array(1);
  Numbers tops(static_cast<std::size_t>(k * d), kLowest);
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = 0; j < d; ++j)
      tops[is[i] * d + j] = std::max(tops[is[i] * d + j], rows[i * d + j]);
  double total = 0;
  for (const double t : tops) total += t * t * t;
  return {total};
}

Numbers hist_lse(const Inputs& in) {
  double sum = 0;
  for (const double s : histogram(in, in.array(1), 1000, 0, log_add_exp)) sum += s * s;
  return {sum};
}

Numbers hist_lse_adjoint(const Inputs& in) {
  const std::int64_t* is = wholes(in, 0);
  const double* xs = in.array(1);
  const Numbers sums = histogram(in, xs, 1000, 0, log_add_exp);
  Numbers out(static_cast<std::size_t>(in.size(0)));
  for (std::int64_t i = 0; i < in.size(0); ++i) {
    const double s = sums[is[i]];
    out[i] = 2 * s * std::exp(xs[i] - s);
  }
  return out;
}

Numbers hist_satadd(const Inputs& in) {
  double sum = 0;
  for (const double b : histogram(in, in.array(1), 20000, 0,
                                  [](double a, double b) { return std::min(10.0, a + b); }))
    sum += b * b;
  return {sum};
}

Numbers hist_linear(const Inputs& in) {
  constexpr std::size_t kBins = 50;
  Numbers a(kBins, 1.0), b(kBins, 0.0);
  for (std::int64_t i = 0; i < in.size(0); ++i) {
    const auto bin = static_cast<std::size_t>(wholes(in, 0)[i]);
    b[bin] += a[bin] * in.array(2)[i];
    a[bin] *= 1 + 0.01 * in.array(1)[i];
  }
  double sum = 0;
  for (std::size_t k = 0; k < kBins; ++k) sum += a[k] * b[k];
  return {sum};
}

Numbers hist_pairs(const Inputs& in) {
  const std::int64_t* is = wholes(in, 0);
  const double* xs = in.array(1);
  Numbers sums(5000), tops(5000, kLowest);
  for (std::int64_t i = 0; i < in.size(0); ++i) {
    sums[is[i]] += xs[i];
    tops[is[i]] = std::max(tops[is[i]], std::sin(xs[i]));
  }
  return {std::inner_product(sums.begin(), sums.end(), tops.begin(), 0.0)};
}

Numbers gather_sum(const Inputs& in) {
  const std::int64_t* is = wholes(in, 0);
  const double* xs = in.array(1);
  double sum = 0;
  for (std::int64_t i = 0; i < in.size(0); ++i) sum += xs[is[i]] * xs[is[i]];
  return {sum};
}

Numbers gather_sum_adjoint(const Inputs& in) {
  const std::int64_t* is = wholes(in, 0);
  const double* xs = in.array(1);
  Numbers out(static_cast<std::size_t>(in.size(1)));
  for (std::int64_t i = 0; i < in.size(0); ++i) out[is[i]] += 2 * xs[is[i]];
  return out;
}

Numbers gather_rows(const Inputs& in) {
  const std::int64_t* is = wholes(in, 0);
  const std::int64_t n = in.size(0), d = in.length(1, 1);
  const double* table = in.array(1);
  double total = 0;
  for (std::int64_t i = 0; i < n; ++i) {
    const double *a = table + is[i] * d, *b = table + is[i + 1 < n ? i + 1 : 0] * d;
    double score = 0;
    for (std::int64_t j = 0; j < d; ++j) score += a[j] * b[j];
    total += std::log(1 + std::exp(-score));
  }
  return {total};
}

Numbers scatter_values(const Inputs& in) {
  const std::int64_t* is = wholes(in, 0);
  const std::int64_t m = in.size(1);
  const double *dest = in.array(1), *vs = in.array(2), *ws = in.array(3);
  Numbers ys(dest, dest + m);
  for (std::int64_t i = 0; i < in.size(0); ++i)
    if (is[i] >= 0 && is[i] < m) ys[is[i]] = vs[i];
  double sum = 0;
  for (std::int64_t j = 0; j < m; ++j) sum += ws[j] * ys[j] * ys[j];
  return {sum};
}

Numbers scatter_values_adjoint(const Inputs& in) {
  const std::int64_t* is = wholes(in, 0);
  const std::int64_t n = in.size(0), m = in.size(1);
  const double *dest = in.array(1), *vs = in.array(2), *ws = in.array(3);
  std::vector<std::int64_t> writer(static_cast<std::size_t>(m), -1);
  for (std::int64_t i = 0; i < n; ++i)
    if (is[i] >= 0 && is[i] < m) writer[is[i]] = i;
  Numbers out(static_cast<std::size_t>(m + n));
  for (std::int64_t j = 0; j < m; ++j) {
    if (writer[j] < 0)
      out[j] = 2 * ws[j] * dest[j];
    else
      out[m + writer[j]] = 2 * ws[j] * vs[writer[j]];
  }
  return out;
}

Numbers permute_scatter(const Inputs& in) {
  const std::int64_t n = in.size(0);
  const double *xs = in.array(0), *ws = in.array(1);
  Numbers ys(static_cast<std::size_t>(n));
  for (std::int64_t i = 0; i < n; ++i) ys[(i * 7919 + 13) % n] = xs[i];
  double sum = 0;
  for (std::int64_t i = 0; i < n; ++i) {
    const std::int64_t j = (i * 7919 + 13) % n;
    const double difference = ys[j] - ys[j + 1 < n ? j + 1 : 0];
    sum += ws[i] * std::sqrt(1 + difference * difference);
  }
  return {sum};
}

Numbers sorted_sum(const Inputs& in) {
  const double *xs = in.array(0), *ws = in.array(1);
  Numbers ys(xs, xs + in.size(0));
  std::sort(ys.begin(), ys.end());
  return {std::inner_product(ys.begin(), ys.end(), ws, 0.0)};
}

Numbers sorted_sum_adjoint(const Inputs& in) {
  const std::int64_t n = in.size(0);
  const double *xs = in.array(0), *ws = in.array(1);
  std::vector<std::pair<double, std::int64_t>> ys(static_cast<std::size_t>(n));
  for (std::int64_t i = 0; i < n; ++i) ys[i] = {xs[i], i};
  std::sort(ys.begin(), ys.end());
  Numbers out(static_cast<std::size_t>(2 * n));
  for (std::int64_t i = 0; i < n; ++i) {
    out[ys[i].second] = ws[i];
    out[n + i] = ys[i].first;
  }
  return out;
}

}  // namespace laguz::bench::folds
