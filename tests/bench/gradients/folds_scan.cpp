// Scans in C++.
#include <algorithm>
#include <cmath>

#include "folds.hpp"

namespace laguz::bench::folds {

Numbers scan_product(const Inputs& in) {
  const double *xs = in.array(0), *ws = in.array(1);
  double product = 1, sum = 0;
  for (std::int64_t i = 0; i < in.size(0); ++i) {
    product *= xs[i];
    sum += ws[i] * product;
  }
  return {sum};
}

Numbers scan_product_adjoint(const Inputs& in) {
  const std::int64_t n = in.size(0);
  const double *xs = in.array(0), *ws = in.array(1);
  Numbers out(static_cast<std::size_t>(2 * n));
  double* products = out.data() + n;
  double product = 1;
  for (std::int64_t i = 0; i < n; ++i) products[i] = product *= xs[i];
  double adjoint = 0;
  for (std::int64_t i = n - 1; i >= 0; --i) {
    adjoint += ws[i];
    out[i] = adjoint * (i > 0 ? products[i - 1] : 1);
    adjoint *= xs[i];
  }
  return out;
}

Numbers scan_sum(const Inputs& in) {
  const std::int64_t n = in.size(0);
  const double* xs = in.array(0);
  double place = 0, sum = 0;
  for (std::int64_t i = 0; i < n; ++i) {
    place += xs[i];
    sum += place * place;
  }
  return {sum / static_cast<double>(n)};
}

Numbers scan_sum_adjoint(const Inputs& in) {
  const std::int64_t n = in.size(0);
  const double* xs = in.array(0);
  Numbers out(static_cast<std::size_t>(n));
  double place = 0, adjoint = 0;
  for (std::int64_t i = 0; i < n; ++i) out[i] = place += xs[i];
  for (std::int64_t i = n - 1; i >= 0; --i) out[i] = adjoint += 2 * out[i] / static_cast<double>(n);
  return out;
}

Numbers scan_max(const Inputs& in) {
  const double *xs = in.array(0), *ws = in.array(1);
  double top = xs[0], sum = 0;
  for (std::int64_t i = 0; i < in.size(0); ++i) {
    top = std::max(top, xs[i]);
    sum += ws[i] * top * top;
  }
  return {sum};
}

Numbers scan_linear(const Inputs& in) {
  const std::int64_t n = in.size(0);
  const double *as = in.array(0), *bs = in.array(1);
  double y = 0, sum = 0;
  for (std::int64_t i = 0; i < n; ++i) {
    y = as[i] * y + bs[i];
    sum += y * y;
  }
  return {sum / static_cast<double>(n)};
}

Numbers scan_linear_adjoint(const Inputs& in) {
  const std::int64_t n = in.size(0);
  const double *as = in.array(0), *bs = in.array(1);
  Numbers out(static_cast<std::size_t>(2 * n));
  double* ys = out.data() + n;
  double y = 0;
  for (std::int64_t i = 0; i < n; ++i) ys[i] = y = as[i] * y + bs[i];
  double adjoint = 0;
  for (std::int64_t i = n - 1; i >= 0; --i) {
    adjoint += 2 * ys[i] / static_cast<double>(n);
    out[i] = i > 0 ? adjoint * ys[i - 1] : 0;
    ys[i] = adjoint;
    adjoint *= as[i];
  }
  return out;
}

Numbers scan_linear_short(const Inputs& in) {
  const double *slopes = in.array(0), *shifts = in.array(1);
  double a = 1, b = 0, sum = 0;
  for (std::int64_t i = 0; i < in.size(0); ++i) {
    const double c = 1 + 0.001 * slopes[i];
    a *= c;
    b = b * c + shifts[i];
    sum += a * b;
  }
  return {sum};
}

Numbers scan_lse(const Inputs& in) {
  const double *xs = in.array(0), *ws = in.array(1);
  double lse = xs[0], sum = ws[0] * lse;
  for (std::int64_t i = 1; i < in.size(0); ++i) {
    lse = std::max(lse, xs[i]) + std::log1p(std::exp(-std::abs(lse - xs[i])));
    sum += ws[i] * lse;
  }
  return {sum};
}

Numbers scan_mat2(const Inputs& in) {
  const double *ms = in.array(0), *ws = in.array(1);
  double a = 1, b = 0, c = 0, d = 1, sum = 0;
  for (std::int64_t i = 0; i < in.length(0); ++i) {
    const double* m = ms + 4 * i;
    const double a1 = a * m[0] + b * m[2], c1 = c * m[0] + d * m[2];
    b = a * m[1] + b * m[3];
    d = c * m[1] + d * m[3];
    a = a1;
    c = c1;
    sum += ws[i] * (a + 2 * b - c + 0.5 * d);
  }
  return {sum};
}

Numbers scan_inner(const Inputs& in) {
  const std::int64_t n = in.length(0), m = in.length(0, 1);
  const double* xss = in.array(0);
  double sum = 0;
  for (std::int64_t i = 0; i < n; ++i) {
    double y = 0;
    for (std::int64_t j = 0; j < m; ++j) {
      y += xss[i * m + j];
      sum += y * y;
    }
  }
  return {sum};
}

Numbers scan_inner_adjoint(const Inputs& in) {
  const std::int64_t n = in.length(0), m = in.length(0, 1);
  const double* xss = in.array(0);
  Numbers out(static_cast<std::size_t>(n * m));
  for (std::int64_t i = 0; i < n; ++i) {
    double* row = out.data() + i * m;
    double y = 0, adjoint = 0;
    for (std::int64_t j = 0; j < m; ++j) row[j] = y += xss[i * m + j];
    for (std::int64_t j = m - 1; j >= 0; --j) row[j] = adjoint += 2 * row[j];
  }
  return out;
}

Numbers scan_sum_vector(const Inputs& in) {
  const std::int64_t n = in.length(0), d = in.length(0, 1);
  const double* steps = in.array(0);
  Numbers place(static_cast<std::size_t>(d));
  double sum = 0;
  for (std::int64_t i = 0; i < n; ++i) {
    double squares = 1;
    for (std::int64_t j = 0; j < d; ++j) {
      place[j] += steps[i * d + j];
      squares += place[j] * place[j];
    }
    sum += std::sqrt(squares);
  }
  return {sum};
}

Numbers cumulative_returns(const Inputs& in) {
  const std::int64_t n = in.size(0);
  const double* returns = in.array(0);
  double wealth = 1, peak = 0, worst = 0, sum = 0;
  for (std::int64_t i = 0; i < n; ++i) {
    wealth *= 1 + returns[i];
    peak = std::max(peak, wealth);
    const double fall = (peak - wealth) / peak;
    worst = std::max(worst, fall);
    sum += fall;
  }
  return {worst + sum / static_cast<double>(n) - 0.1 * std::log(wealth)};
}

Numbers segmented_sum(const Inputs& in) {
  const std::int64_t n = in.size(0);
  const std::int64_t* starts = in.array<std::int64_t>(0);
  const double* xs = in.array(1);
  double here = 0, sum = 0;
  for (std::int64_t i = 0; i < n; ++i) {
    if (starts[i] == 0) here = 0;
    here += xs[i];
    if (starts[i + 1 < n ? i + 1 : 0] == 0) sum += here * here;
  }
  return {sum};
}

Numbers segmented_sum_adjoint(const Inputs& in) {
  const std::int64_t n = in.size(0);
  const std::int64_t* starts = in.array<std::int64_t>(0);
  const double* xs = in.array(1);
  Numbers out(static_cast<std::size_t>(n));
  double here = 0, adjoint = 0;
  for (std::int64_t i = 0; i < n; ++i) {
    if (starts[i] == 0) here = 0;
    out[i] = here += xs[i];
  }
  for (std::int64_t i = n - 1; i >= 0; --i) {
    if (starts[i + 1 < n ? i + 1 : 0] == 0) adjoint += 2 * out[i];
    out[i] = adjoint;
    if (starts[i] == 0) adjoint = 0;
  }
  return out;
}

Numbers segmented_scan_product(const Inputs& in) {
  const std::int64_t* starts = in.array<std::int64_t>(0);
  const double *xs = in.array(1), *ws = in.array(2);
  double product = 1, sum = 0;
  for (std::int64_t i = 0; i < in.size(0); ++i) {
    product = starts[i] == 0 ? xs[i] : product * xs[i];
    sum += ws[i] * product;
  }
  return {sum};
}

Numbers stream_blocks(const Inputs& in) {
  const std::int64_t n = in.size(1);
  const double alpha = in.real(0);
  const double* xs = in.array(1);
  double level = 0, sum = 0;
  for (std::int64_t i = 0; i < n; ++i) {
    const double error = xs[i] - level;
    level += alpha * error;
    sum += error * error;
  }
  return {sum / static_cast<double>(n)};
}

Numbers stream_blocks_adjoint(const Inputs& in) {
  const std::int64_t n = in.size(1);
  const double alpha = in.real(0);
  const double* xs = in.array(1);
  Numbers out(static_cast<std::size_t>(n + 1));
  double* errors = out.data() + 1;
  double level = 0;
  for (std::int64_t i = 0; i < n; ++i) {
    errors[i] = xs[i] - level;
    level += alpha * errors[i];
  }
  double of_level = 0, of_alpha = 0;
  for (std::int64_t i = n - 1; i >= 0; --i) {
    const double of_error = alpha * of_level + 2 * errors[i] / static_cast<double>(n);
    of_alpha += of_level * errors[i];
    errors[i] = of_error;
    of_level -= of_error;
  }
  out[0] = of_alpha;
  return out;
}

}  // namespace laguz::bench::folds
