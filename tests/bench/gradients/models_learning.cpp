// Regressions, factors of sparse ratings, embeddings, principal components.
#include <algorithm>
#include <cmath>

#include "models.hpp"

namespace laguz::bench {
namespace {

using Index = std::int64_t;

double dot(Index n, const double* a, const double* b) {
  double sum = 0;
  for (Index i = 0; i < n; ++i) sum += a[i] * b[i];
  return sum;
}

/// a += s b
void add(Index n, double s, const double* b, double* a) {
  for (Index i = 0; i < n; ++i) a[i] += s * b[i];
}

std::vector<double> numbers(Index n) { return std::vector<double>(static_cast<std::size_t>(n)); }

}  // namespace

std::vector<double> logistic(const Inputs& in) {
  const Index n = in.length(0), d = in.length(0, 1);
  const double *x = in.array(0), *y = in.array(1), *w = in.array(2), b = in.real(3);
  double sum = 0;
  for (Index i = 0; i < n; ++i) {
    const double z = dot(d, x + i * d, w) + b;
    sum += std::max(z, 0.0) + std::log1p(std::exp(-std::abs(z))) - y[i] * z;
  }
  return {sum / static_cast<double>(n) + 0.01 * dot(d, w, w)};
}

std::vector<double> logistic_adjoint(const Inputs& in) {
  const Index n = in.length(0), d = in.length(0, 1);
  const double *x = in.array(0), *y = in.array(1), *w = in.array(2), b = in.real(3);
  std::vector<double> out = numbers(d + 1);
  for (Index i = 0; i < n; ++i) {
    const double z = dot(d, x + i * d, w) + b;
    const double back = (1 / (1 + std::exp(-z)) - y[i]) / static_cast<double>(n);
    add(d, back, x + i * d, out.data());
    out.back() += back;
  }
  add(d, 0.02, w, out.data());
  return out;
}

std::vector<double> poisson(const Inputs& in) {
  const Index n = in.length(0), d = in.length(0, 1);
  const double *x = in.array(0), *exposure = in.array(2), *w = in.array(3);
  const auto* counts = in.array<Index>(1);
  double sum = 0;
  for (Index i = 0; i < n; ++i) {
    const double eta = std::log(exposure[i]) + dot(d, x + i * d, w);
    sum += std::exp(eta) - static_cast<double>(counts[i]) * eta;
  }
  return {sum};
}

std::vector<double> poisson_adjoint(const Inputs& in) {
  const Index n = in.length(0), d = in.length(0, 1);
  const double *x = in.array(0), *exposure = in.array(2), *w = in.array(3);
  const auto* counts = in.array<Index>(1);
  std::vector<double> out = numbers(d);
  for (Index i = 0; i < n; ++i) {
    const double rate = exposure[i] * std::exp(dot(d, x + i * d, w));
    add(d, rate - static_cast<double>(counts[i]), x + i * d, out.data());
  }
  return out;
}

std::vector<double> factors(const Inputs& in) {
  const Index r = in.length(0, 1), count = in.length(3);
  const double *u = in.array(0), *v = in.array(1), *bias = in.array(2), *ratings = in.array(5);
  const auto *us = in.array<Index>(3), *vs = in.array<Index>(4);
  double sum = 0;
  for (Index s = 0; s < count; ++s) {
    const double *a = u + us[s] * r, *b = v + vs[s] * r;
    const double e = ratings[s] - bias[vs[s]] - dot(r, a, b);
    sum += e * e + 0.02 * (dot(r, a, a) + dot(r, b, b));
  }
  return {sum};
}

std::vector<double> factors_adjoint(const Inputs& in) {
  const Index r = in.length(0, 1), count = in.length(3);
  const double *u = in.array(0), *v = in.array(1), *bias = in.array(2), *ratings = in.array(5);
  const auto *us = in.array<Index>(3), *vs = in.array<Index>(4);
  std::vector<double> out = numbers(in.size(0) + in.size(1) + in.size(2));
  double* const u_back = out.data();
  double* const v_back = u_back + in.size(0);
  double* const bias_back = v_back + in.size(1);
  for (Index s = 0; s < count; ++s) {
    const double *a = u + us[s] * r, *b = v + vs[s] * r;
    double *a_back = u_back + us[s] * r, *b_back = v_back + vs[s] * r;
    const double back = -2 * (ratings[s] - bias[vs[s]] - dot(r, a, b));
    bias_back[vs[s]] += back;
    for (Index i = 0; i < r; ++i) {
      a_back[i] += back * b[i] + 0.04 * a[i];
      b_back[i] += back * a[i] + 0.04 * b[i];
    }
  }
  return out;
}

std::vector<double> bags(const Inputs& in) {
  const Index e = in.length(0, 1), count = in.length(2), length = in.length(2, 1);
  const double *table = in.array(0), *w = in.array(1), *labels = in.array(3);
  const auto* words = in.array<Index>(2);
  std::vector<double> bag = numbers(e);
  double sum = 0;
  for (Index b = 0; b < count; ++b) {
    std::fill(bag.begin(), bag.end(), 0);
    for (Index l = 0; l < length; ++l) add(e, 1, table + words[b * length + l] * e, bag.data());
    const double score = dot(e, w, bag.data()) / static_cast<double>(length);
    const double p = 1 / (1 + std::exp(-score));
    sum -= labels[b] * std::log(p) + (1 - labels[b]) * std::log(1 - p);
  }
  return {sum};
}

std::vector<double> bags_adjoint(const Inputs& in) {
  const Index e = in.length(0, 1), count = in.length(2), length = in.length(2, 1);
  const double *table = in.array(0), *w = in.array(1), *labels = in.array(3);
  const auto* words = in.array<Index>(2);
  std::vector<double> out = numbers(in.size(0) + e), bag = numbers(e);
  double* const w_back = out.data() + in.size(0);
  for (Index b = 0; b < count; ++b) {
    std::fill(bag.begin(), bag.end(), 0);
    for (Index l = 0; l < length; ++l) add(e, 1, table + words[b * length + l] * e, bag.data());
    const double score = dot(e, w, bag.data()) / static_cast<double>(length);
    const double back = (1 / (1 + std::exp(-score)) - labels[b]) / static_cast<double>(length);
    add(e, back, bag.data(), w_back);
    for (Index l = 0; l < length; ++l) add(e, back, w, out.data() + words[b * length + l] * e);
  }
  return out;
}

std::vector<double> skipgram(const Inputs& in) {
  const Index e = in.length(0, 1), pairs = in.length(2), samples = in.length(4, 1);
  const double *inner = in.array(0), *outer = in.array(1);
  const auto *words = in.array<Index>(2), *contexts = in.array<Index>(3);
  const auto* negatives = in.array<Index>(4);
  double sum = 0;
  for (Index p = 0; p < pairs; ++p) {
    const double* const h = inner + words[p] * e;
    sum += std::log(1 + std::exp(-dot(e, h, outer + contexts[p] * e)));
    for (Index s = 0; s < samples; ++s)
      sum += std::log(1 + std::exp(dot(e, h, outer + negatives[p * samples + s] * e)));
  }
  return {sum};
}

std::vector<double> skipgram_adjoint(const Inputs& in) {
  const Index e = in.length(0, 1), pairs = in.length(2), samples = in.length(4, 1);
  const double *inner = in.array(0), *outer = in.array(1);
  const auto *words = in.array<Index>(2), *contexts = in.array<Index>(3);
  const auto* negatives = in.array<Index>(4);
  std::vector<double> out = numbers(in.size(0) + in.size(1));
  double* const outer_back = out.data() + in.size(0);
  for (Index p = 0; p < pairs; ++p) {
    const double* const h = inner + words[p] * e;
    double* const h_back = out.data() + words[p] * e;
    auto one = [&](Index word, double sign) {
      const double* const o = outer + word * e;
      double* const o_back = outer_back + word * e;
      const double back = sign / (1 + std::exp(-sign * dot(e, h, o)));
      for (Index i = 0; i < e; ++i) {
        h_back[i] += back * o[i];
        o_back[i] += back * h[i];
      }
    };
    one(contexts[p], -1);
    for (Index s = 0; s < samples; ++s) one(negatives[p * samples + s], 1);
  }
  return out;
}

std::vector<double> pca(const Inputs& in) {
  const Index n = in.length(0), d = in.length(0, 1), k = in.length(2, 1);
  const double *x = in.array(0), *mean = in.array(1), *w = in.array(2);
  std::vector<double> rest = numbers(d), code = numbers(k);
  double lost = 0;
  for (Index p = 0; p < n; ++p) {
    std::fill(code.begin(), code.end(), 0);
    for (Index i = 0; i < d; ++i) {
      rest[static_cast<std::size_t>(i)] = x[p * d + i] - mean[i];
      add(k, rest[static_cast<std::size_t>(i)], w + i * k, code.data());
    }
    for (Index i = 0; i < d; ++i) {
      const double r = rest[static_cast<std::size_t>(i)] - dot(k, w + i * k, code.data());
      lost += r * r;
    }
  }
  double skew = 0;
  for (Index a = 0; a < k; ++a)
    for (Index b = 0; b < k; ++b) {
      double gram = a == b ? -1 : 0;
      for (Index i = 0; i < d; ++i) gram += w[i * k + a] * w[i * k + b];
      skew += gram * gram;
    }
  return {lost / static_cast<double>(n) + skew};
}

}  // namespace laguz::bench
