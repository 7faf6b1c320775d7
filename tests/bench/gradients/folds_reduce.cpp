// Reductions in C++.
#include <algorithm>
#include <array>
#include <cmath>

#include "folds.hpp"

namespace laguz::bench::folds {
namespace {

/// Log-sum-exp in two passes.
double log_sum_exp(const double* xs, std::int64_t n) {
  double top = xs[0], sum = 0;
  for (std::int64_t i = 1; i < n; ++i) top = std::max(top, xs[i]);
  for (std::int64_t i = 0; i < n; ++i) sum += std::exp(xs[i] - top);
  return top + std::log(sum);
}

std::int64_t position_of_max(const double* xs, std::int64_t n) {
  std::int64_t at = 0;
  for (std::int64_t i = 1; i < n; ++i)
    if (xs[i] > xs[at]) at = i;
  return at;
}

double mean(const double* xs, std::int64_t n) {
  double sum = 0;
  for (std::int64_t i = 0; i < n; ++i) sum += xs[i];
  return sum / static_cast<double>(n);
}

}  // namespace

Numbers reduce_lse(const Inputs& in) { return {log_sum_exp(in.array(0), in.size(0))}; }

Numbers reduce_lse_adjoint(const Inputs& in) {
  const std::int64_t n = in.size(0);
  const double* xs = in.array(0);
  const double lse = log_sum_exp(xs, n);
  Numbers out(static_cast<std::size_t>(n));
  for (std::int64_t i = 0; i < n; ++i) out[i] = std::exp(xs[i] - lse);
  return out;
}

Numbers reduce_argmax(const Inputs& in) {
  const std::int64_t n = in.size(0);
  const double* xs = in.array(0);
  const std::int64_t at = position_of_max(xs, n);
  return {xs[at] * xs[at] + 0.5 * xs[at] * xs[(at + 1) % n]};
}

Numbers reduce_argmax_adjoint(const Inputs& in) {
  const std::int64_t n = in.size(0);
  const double* xs = in.array(0);
  const std::int64_t at = position_of_max(xs, n), next = (at + 1) % n;
  Numbers out(static_cast<std::size_t>(n));
  out[at] += 2 * xs[at] + 0.5 * xs[next];
  out[next] += 0.5 * xs[at];
  return out;
}

Numbers reduce_product(const Inputs& in) {
  const std::int64_t n = in.size(0);
  const double* xs = in.array(0);
  double product = 1;
  for (std::int64_t i = 0; i < n; ++i) product *= xs[i];
  return {product};
}

Numbers reduce_product_adjoint(const Inputs& in) {
  const std::int64_t n = in.size(0);
  const double* xs = in.array(0);
  Numbers out(static_cast<std::size_t>(n));
  double before = 1, after = 1;
  for (std::int64_t i = 0; i < n; ++i) {
    out[i] = before;
    before *= xs[i];
  }
  for (std::int64_t i = n - 1; i >= 0; --i) {
    out[i] *= after;
    after *= xs[i];
  }
  return out;
}

Numbers reduce_max(const Inputs& in) {
  const double *xs = in.array(0), *ws = in.array(1);
  double top = -1e300;
  for (std::int64_t i = 0; i < in.size(0); ++i) top = std::max(top, ws[i] * std::sin(xs[i]));
  return {top * top};
}

Numbers reduce_sumprod(const Inputs& in) {
  const double* rs = in.array(0);
  const double t = in.real(1);
  double p = 1, dp = 0;
  for (std::int64_t i = 0; i < in.size(0); ++i) {
    dp = dp * (1 - rs[i] * t) - p * rs[i];
    p *= 1 - rs[i] * t;
  }
  return {t - p / dp};
}

Numbers reduce_linear(const Inputs& in) {
  const double *as = in.array(0), *bs = in.array(1);
  double x = in.real(2);
  for (std::int64_t i = 0; i < in.size(0); ++i) x = as[i] * x + bs[i];
  return {x * x};
}

Numbers reduce_linear_adjoint(const Inputs& in) {
  const std::int64_t n = in.size(0);
  const double *as = in.array(0), *bs = in.array(1);
  Numbers out(static_cast<std::size_t>(2 * n + 1));
  double x = in.real(2);
  for (std::int64_t i = 0; i < n; ++i) {
    out[i] = x;
    x = as[i] * x + bs[i];
  }
  double adjoint = 2 * x;
  for (std::int64_t i = n - 1; i >= 0; --i) {
    out[i] *= adjoint;
    out[n + i] = adjoint;
    adjoint *= as[i];
  }
  out[2 * n] = adjoint;
  return out;
}

Numbers reduce_complex(const Inputs& in) {
  const double *re = in.array(0), *im = in.array(1);
  double x = 1, y = 0;
  for (std::int64_t i = 0; i < in.size(0); ++i) {
    const double next = x * re[i] - y * im[i];
    y = x * im[i] + y * re[i];
    x = next;
  }
  return {x + 2 * y};
}

Numbers reduce_mat2(const Inputs& in) {
  const double* ms = in.array(0);
  double a = 1, b = 0, c = 0, d = 1;
  for (std::int64_t i = 0; i < in.length(0); ++i) {
    const double* m = ms + 4 * i;
    const double a1 = a * m[0] + b * m[2], c1 = c * m[0] + d * m[2];
    b = a * m[1] + b * m[3];
    d = c * m[1] + d * m[3];
    a = a1;
    c = c1;
  }
  return {a + d};
}

namespace {

/// Means of the columns, less [c].
Numbers column_means_less(const Inputs& in) {
  const std::int64_t n = in.length(0), d = in.length(0, 1);
  const double *xss = in.array(0), *c = in.array(1);
  Numbers total(static_cast<std::size_t>(d));
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = 0; j < d; ++j) total[j] += xss[i * d + j];
  for (std::int64_t j = 0; j < d; ++j) total[j] = total[j] / static_cast<double>(n) - c[j];
  return total;
}

}  // namespace

Numbers reduce_vec(const Inputs& in) {
  double sum = 0;
  for (const double x : column_means_less(in)) sum += x * x;
  return {sum};
}

Numbers reduce_vec_adjoint(const Inputs& in) {
  const std::int64_t n = in.length(0), d = in.length(0, 1);
  const Numbers means = column_means_less(in);
  Numbers out(static_cast<std::size_t>(n * d + d));
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = 0; j < d; ++j) out[i * d + j] = 2 * means[j] / static_cast<double>(n);
  for (std::int64_t j = 0; j < d; ++j) out[n * d + j] = -2 * means[j];
  return out;
}

Numbers reduce_vecmax(const Inputs& in) {
  const std::int64_t n = in.length(0), d = in.length(0, 1);
  const double *xss = in.array(0), *w = in.array(1);
  Numbers top(xss, xss + d);
  for (std::int64_t i = 1; i < n; ++i)
    for (std::int64_t j = 0; j < d; ++j) top[j] = std::max(top[j], xss[i * d + j]);
  double sum = 0;
  for (std::int64_t j = 0; j < d; ++j) sum += w[j] * top[j] * top[j];
  return {sum};
}

Numbers reduce_inner(const Inputs& in) {
  const std::int64_t n = in.length(0), m = in.length(0, 1);
  const double* xss = in.array(0);
  double sum = 0;
  for (std::int64_t i = 0; i < n; ++i) sum += log_sum_exp(xss + i * m, m) - xss[i * m];
  return {sum / static_cast<double>(n)};
}

Numbers reduce_inner_adjoint(const Inputs& in) {
  const std::int64_t n = in.length(0), m = in.length(0, 1);
  Numbers out(static_cast<std::size_t>(n * m));
  for (std::int64_t i = 0; i < n; ++i) {
    const double* xs = in.array(0) + i * m;
    const double lse = log_sum_exp(xs, m);
    for (std::int64_t j = 0; j < m; ++j)
      out[i * m + j] = std::exp(xs[j] - lse) / static_cast<double>(n);
    out[i * m] -= 1 / static_cast<double>(n);
  }
  return out;
}

Numbers variance(const Inputs& in) {
  const std::int64_t n = in.size(0);
  const double* xs = in.array(0);
  const double centre = mean(xs, n);
  double sum = 0;
  for (std::int64_t i = 0; i < n; ++i) sum += (xs[i] - centre) * (xs[i] - centre);
  return {sum / static_cast<double>(n - 1)};
}

Numbers variance_adjoint(const Inputs& in) {
  const std::int64_t n = in.size(0);
  const double* xs = in.array(0);
  const double centre = mean(xs, n), factor = 2 / static_cast<double>(n - 1);
  Numbers out(static_cast<std::size_t>(n));
  for (std::int64_t i = 0; i < n; ++i) out[i] = factor * (xs[i] - centre);
  return out;
}

Numbers norm(const Inputs& in) {
  const std::int64_t n = in.size(0);
  const double* xs = in.array(0);
  double scale = 0, sum = 0;
  for (std::int64_t i = 0; i < n; ++i) scale = std::max(scale, std::abs(xs[i]));
  for (std::int64_t i = 0; i < n; ++i) sum += (xs[i] / scale) * (xs[i] / scale);
  return {scale * std::sqrt(sum)};
}

Numbers norm_adjoint(const Inputs& in) {
  const std::int64_t n = in.size(0);
  const double* xs = in.array(0);
  const double length = norm(in).front();
  Numbers out(static_cast<std::size_t>(n));
  for (std::int64_t i = 0; i < n; ++i) out[i] = xs[i] / length;
  return out;
}

Numbers max_subarray(const Inputs& in) {
  const double* xs = in.array(0);
  double best = 0, here = 0;
  for (std::int64_t i = 0; i < in.size(0); ++i) {
    here = std::max(here + xs[i], 0.0);
    best = std::max(best, here);
  }
  return {best};
}

Numbers max_subarray_adjoint(const Inputs& in) {
  const std::int64_t n = in.size(0);
  const double* xs = in.array(0);
  double best = 0, here = 0;
  std::int64_t start = 0, best_start = 0, best_end = 0;
  for (std::int64_t i = 0; i < n; ++i) {
    here += xs[i];
    if (here < 0) {
      here = 0;
      start = i + 1;
    } else if (here > best) {
      best = here;
      best_start = start;
      best_end = i + 1;
    }
  }
  Numbers out(static_cast<std::size_t>(n));
  std::fill(out.begin() + best_start, out.begin() + best_end, 1.0);
  return out;
}

}  // namespace laguz::bench::folds
