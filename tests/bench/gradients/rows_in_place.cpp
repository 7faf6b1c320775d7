// Programs that write tables place by place, as one does in C.
#include <cmath>

#include "rows.hpp"

namespace laguz::bench {
namespace {

using Index = std::int64_t;
using Reals = std::vector<double>;

double weighted(const Reals& c, const double* w) {
  double sum = 0;
  for (std::size_t k = 0; k < c.size(); ++k) sum += c[k] * w[k];
  return sum;
}

}  // namespace

Reals product_in_place(const Inputs& in) {
  const Index n = in.length(0), p = in.length(0, 1), m = in.length(1, 1);
  const double *a = in.array(0), *b = in.array(1);
  Reals c(static_cast<std::size_t>(n * m), 0);
  for (Index i = 0; i < n; ++i)
    for (Index k = 0; k < p; ++k)
      for (Index j = 0; j < m; ++j)
        c[static_cast<std::size_t>(i * m + j)] += a[i * p + k] * b[k * m + j];
  return {weighted(c, in.array(2))};
}

Reals triangle_in_place(const Inputs& in) {
  const Index n = in.length(0), d = in.length(0, 1);
  const double *xs = in.array(0), *w = in.array(1);
  double sum = 0;
  for (Index i = 0; i < n; ++i)
    for (Index j = i + 1; j < n; ++j) {
      double s = 0;
      for (Index c = 0; c < d; ++c) {
        const double by = xs[i * d + c] - xs[j * d + c];
        s += by * by;
      }
      sum += std::exp(-0.5 * s) * w[i * n + j];
    }
  return {sum};
}

Reals stencil_whiles(const Inputs& in) {
  constexpr int kSteps = 10;
  const Index n = in.length(0), m = in.length(0, 1);
  Reals u(in.array(0), in.array(0) + n * m), v = u;
  for (int t = 0; t < kSteps; ++t) {
    v = u;
    for (Index i = 1; i < n - 1; ++i)
      for (Index j = 1; j < m - 1; ++j) {
        const double* at = u.data() + i * m + j;
        v[static_cast<std::size_t>(i * m + j)] =
            at[0] + 0.2 * (at[-m] + at[m] + at[-1] + at[1] - 4 * std::tanh(at[0]));
      }
    std::swap(u, v);
  }
  return {weighted(u, in.array(1))};
}

Reals recurrences_in_rows(const Inputs& in) {
  const Index n = in.length(0), m = in.length(0, 1);
  Reals y(in.array(0), in.array(0) + n * m);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < m - 1; ++j) {
      double* at = y.data() + i * m + j;
      at[1] += 0.9 * std::sin(at[0]);
    }
  return {weighted(y, in.array(1))};
}

}  // namespace laguz::bench
