// Models that compute for each row what is the same for all rows; in C++, once.
#include <cmath>

#include "dense.hpp"
#include "models.hpp"

namespace laguz::bench {

using dense::dot;
using dense::times_transposed;
using Index = std::int64_t;

std::vector<double> interactions(const Inputs& in) {
  const Index n = in.length(0), k = in.length(0, 1), d = in.length(1, 1);
  const std::vector<double> products = times_transposed(k, d, k, in.array(1), in.array(1));
  double sum = 0;
  for (Index r = 0; r < n; ++r) {
    const double* x = in.array(0) + r * k;
    double s = 0;
    for (Index i = 0; i < k; ++i)
      for (Index j = 0; j < i; ++j)
        s += x[i] * x[j] * products[static_cast<std::size_t>(i * k + j)];
    sum += 1 / (1 + std::exp(-s));
  }
  return {sum};
}

std::vector<double> projected_attention(const Inputs& in) {
  const Index n = in.length(0), e = in.length(0, 1), m = in.length(1), d = in.length(1, 1);
  const std::vector<double> keys = times_transposed(m, d, e, in.array(1), in.array(2));
  const std::vector<double> values = times_transposed(m, d, e, in.array(1), in.array(3));
  double sum = 0;
  for (Index i = 0; i < n; ++i) {
    const double* q = in.array(0) + i * e;
    double mixed = 0, all = 0;
    for (Index t = 0; t < m; ++t) {
      const double weight = std::exp(dot(e, q, keys.data() + t * e));
      mixed += weight * dot(e, q, values.data() + t * e);
      all += weight;
    }
    sum += mixed / all;
  }
  return {sum};
}

std::vector<double> densities(const Inputs& in) {
  const Index n = in.length(0), d = in.length(0, 1);
  std::vector<double> l = times_transposed(d, d, d, in.array(1), in.array(1));
  const auto at = [&](Index i, Index j) -> double& {
    return l[static_cast<std::size_t>(i * d + j)];
  };
  double logs = 0;
  for (Index i = 0; i < d; ++i) at(i, i) += 1;
  for (Index j = 0; j < d; ++j) {
    at(j, j) = std::sqrt(at(j, j) - dot(j, &at(j, 0), &at(j, 0)));
    logs += std::log(at(j, j));
    for (Index i = j + 1; i < d; ++i)
      at(i, j) = (at(i, j) - dot(j, &at(i, 0), &at(j, 0))) / at(j, j);
  }
  double sum = 0;
  std::vector<double> z(static_cast<std::size_t>(d));
  for (Index r = 0; r < n; ++r) {
    double squares = 0;
    for (Index i = 0; i < d; ++i) {
      const double one = (in.array(0)[r * d + i] - dot(i, &at(i, 0), z.data())) / at(i, i);
      z[static_cast<std::size_t>(i)] = one;
      squares += one * one;
    }
    sum += 0.5 * squares + logs;
  }
  return {sum};
}

}  // namespace laguz::bench
