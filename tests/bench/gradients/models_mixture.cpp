// Gaussian mixtures and k-means.
#include <algorithm>
#include <cmath>
#include <limits>

#include "models.hpp"

namespace laguz::bench {
namespace {

double log_sum_exp(std::int64_t n, const double* x) {
  const double most = *std::max_element(x, x + n);
  double sum = 0;
  for (std::int64_t i = 0; i < n; ++i) sum += std::exp(x[i] - most);
  return most + std::log(sum);
}

/// The parameters, and what all points need of them.
struct Mixture {
  std::int64_t n, d, k, t;
  const double *alphas, *means, *qs, *ls, *x;
  std::vector<double> exp_qs, constants;

  explicit Mixture(const Inputs& in)
      : n(in.length(4)),
        d(in.length(4, 1)),
        k(in.length(0)),
        t(in.length(3, 1)),
        alphas(in.array(0)),
        means(in.array(1)),
        qs(in.array(2)),
        ls(in.array(3)),
        x(in.array(4)) {
    for (std::int64_t c = 0; c < k; ++c) {
      double sum = alphas[c];
      for (std::int64_t i = 0; i < d; ++i) {
        sum += qs[c * d + i];
        exp_qs.push_back(std::exp(qs[c * d + i]));
      }
      constants.push_back(sum);
    }
  }

  /// A point's term of a component; [away] and [y] are its distance from the mean, before and
  /// after the factor.
  double term(const double* point, std::int64_t c, double* away, double* y) const {
    for (std::int64_t i = 0; i < d; ++i) away[i] = point[i] - means[c * d + i];
    const double* l = ls + c * t;
    double norm = 0;
    for (std::int64_t i = 0; i < d; ++i) {
      double s = exp_qs[static_cast<std::size_t>(c * d + i)] * away[i];
      for (std::int64_t j = 0; j < i; ++j) s += l[j] * away[j];
      l += i;
      y[i] = s;
      norm += s * s;
    }
    return constants[static_cast<std::size_t>(c)] - 0.5 * norm;
  }
};

std::vector<double> numbers(std::int64_t n) {
  return std::vector<double>(static_cast<std::size_t>(n));
}

/// Which centre is nearest to a point, and its squared distance.
std::pair<std::int64_t, double> nearest(std::int64_t k, std::int64_t d, const double* point,
                                        const double* centres) {
  std::int64_t best = 0;
  double least = std::numeric_limits<double>::infinity();
  for (std::int64_t c = 0; c < k; ++c) {
    double distance = 0;
    for (std::int64_t i = 0; i < d; ++i) {
      const double e = point[i] - centres[c * d + i];
      distance += e * e;
    }
    if (distance < least) least = distance, best = c;
  }
  return {best, least};
}

}  // namespace

std::vector<double> gmm(const Inputs& in) {
  const Mixture m(in);
  std::vector<double> terms = numbers(m.k), away = numbers(m.d), y = numbers(m.d);
  double total = 0;
  for (std::int64_t p = 0; p < m.n; ++p) {
    for (std::int64_t c = 0; c < m.k; ++c)
      terms[static_cast<std::size_t>(c)] = m.term(m.x + p * m.d, c, away.data(), y.data());
    total += log_sum_exp(m.k, terms.data());
  }
  return {total - static_cast<double>(m.n) * log_sum_exp(m.k, m.alphas)};
}

std::vector<double> gmm_adjoint(const Inputs& in) {
  const Mixture m(in);
  const std::int64_t d = m.d, k = m.k, t = m.t;
  std::vector<double> out = numbers(k + 2 * k * d + k * t);
  double* const alphas = out.data();
  double* const means = alphas + k;
  double* const qs = means + k * d;
  double* const ls = qs + k * d;
  std::vector<double> terms = numbers(k), away = numbers(k * d), y = numbers(k * d);
  std::vector<double> back = numbers(d);
  for (std::int64_t p = 0; p < m.n; ++p) {
    for (std::int64_t c = 0; c < k; ++c)
      terms[static_cast<std::size_t>(c)] =
          m.term(m.x + p * d, c, away.data() + c * d, y.data() + c * d);
    const double most = *std::max_element(terms.begin(), terms.end());
    double sum = 0;
    for (double& term : terms) sum += term = std::exp(term - most);
    for (std::int64_t c = 0; c < k; ++c) {
      const double weight = terms[static_cast<std::size_t>(c)] / sum;
      alphas[c] += weight;
      const double* const from_mean = away.data() + c * d;
      const double* const exp_q = m.exp_qs.data() + c * d;
      const double* l = m.ls + c * t;
      double* l_back = ls + c * t;
      for (std::int64_t i = 0; i < d; ++i) {
        const double y_back = -weight * y[static_cast<std::size_t>(c * d + i)];
        qs[c * d + i] += weight + y_back * exp_q[i] * from_mean[i];
        for (std::int64_t j = 0; j < i; ++j) {
          l_back[j] += y_back * from_mean[j];
          back[static_cast<std::size_t>(j)] += y_back * l[j];
        }
        back[static_cast<std::size_t>(i)] = y_back * exp_q[i];
        l += i;
        l_back += i;
      }
      for (std::int64_t i = 0; i < d; ++i) means[c * d + i] -= back[static_cast<std::size_t>(i)];
    }
  }
  const double all = log_sum_exp(k, m.alphas);
  for (std::int64_t c = 0; c < k; ++c)
    alphas[c] -= static_cast<double>(m.n) * std::exp(m.alphas[c] - all);
  return out;
}

std::vector<double> kmeans(const Inputs& in) {
  const std::int64_t n = in.length(0), d = in.length(0, 1), k = in.length(1);
  double total = 0;
  for (std::int64_t p = 0; p < n; ++p)
    total += nearest(k, d, in.array(0) + p * d, in.array(1)).second;
  return {total};
}

std::vector<double> kmeans_adjoint(const Inputs& in) {
  const std::int64_t n = in.length(0), d = in.length(0, 1), k = in.length(1);
  const double* const centres = in.array(1);
  std::vector<double> out = numbers(k * d);
  for (std::int64_t p = 0; p < n; ++p) {
    const double* const point = in.array(0) + p * d;
    const std::int64_t c = nearest(k, d, point, centres).first;
    for (std::int64_t i = 0; i < d; ++i)
      out[static_cast<std::size_t>(c * d + i)] += 2 * (centres[c * d + i] - point[i]);
  }
  return out;
}

std::vector<double> kmeans_hessian(const Inputs& in) {
  const std::int64_t n = in.length(0), d = in.length(0, 1), k = in.length(1);
  const double* const centres = in.array(1);
  std::vector<double> out = numbers(2 * k * d);
  double* const hessian = out.data() + k * d;
  for (std::int64_t p = 0; p < n; ++p) {
    const double* const point = in.array(0) + p * d;
    const std::int64_t c = nearest(k, d, point, centres).first;
    for (std::int64_t i = 0; i < d; ++i) {
      out[static_cast<std::size_t>(c * d + i)] += 2 * (centres[c * d + i] - point[i]);
      hessian[c * d + i] += 2;
    }
  }
  return out;
}

}  // namespace laguz::bench
