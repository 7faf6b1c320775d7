// Perceptrons, attention, logistic regression, and their adjoints.
#include <algorithm>
#include <cmath>

#include "dense.hpp"

namespace laguz::bench::dense {
namespace {

/// bias + xs wᵀ, where xs is b x n and w is m x n.
Reals layer(std::int64_t b, std::int64_t n, std::int64_t m, const double* w, const double* bias,
            const double* xs) {
  Reals out = zeros(b * m);
  for (std::int64_t i = 0; i < b; ++i) std::copy(bias, bias + m, out.data() + i * m);
  multiply(b, n, m, xs, transposed(m, n, w).data(), out.data());
  return out;
}

/// Sums of the columns of an n x m matrix.
Reals column_sums(std::int64_t n, std::int64_t m, const double* a) {
  Reals out = zeros(m);
  double* const sums = out.data();
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = 0; j < m; ++j) sums[j] += a[i * m + j];
  return out;
}

/// Makes a softmax of [xs]; gives the logarithm of the sum of exponentials.
double softmax(std::int64_t n, double* xs) {
  const double largest = *std::max_element(xs, xs + n);
  double total = 0;
  for (std::int64_t i = 0; i < n; ++i) total += xs[i] = std::exp(xs[i] - largest);
  for (std::int64_t i = 0; i < n; ++i) xs[i] /= total;
  return largest + std::log(total);
}

/// The mean of the cross-entropies; [scores], b x c, become its derivative by them.
double cross_entropy(std::int64_t b, std::int64_t c, double* scores, const std::int64_t* labels) {
  const double scale = static_cast<double>(b);
  double sum = 0;
  for (std::int64_t i = 0; i < b; ++i) {
    double* const row = scores + i * c;
    const double chosen = row[labels[i]];
    sum += softmax(c, row) - chosen;
    row[labels[i]] -= 1;
    for (std::int64_t j = 0; j < c; ++j) row[j] /= scale;
  }
  return sum / scale;
}

/// Its value only.
double cross_entropy_value(std::int64_t b, std::int64_t c, const double* scores,
                           const std::int64_t* labels) {
  double sum = 0;
  for (std::int64_t i = 0; i < b; ++i) {
    const double* row = scores + i * c;
    const double largest = *std::max_element(row, row + c);
    double total = 0;
    for (std::int64_t j = 0; j < c; ++j) total += std::exp(row[j] - largest);
    sum += largest + std::log(total) - row[labels[i]];
  }
  return sum / static_cast<double>(b);
}

// w1, b1, w2, b2, xs, labels
struct Mlp {
  explicit Mlp(const Inputs& in)
      : b(in.length(4)), n(in.length(4, 1)), h(in.length(0)), c(in.length(2)) {
    hidden = layer(b, n, h, in.array(0), in.array(1), in.array(4));
    for (double& x : hidden) x = std::max(x, 0.0);
    scores = layer(b, h, c, in.array(2), in.array(3), hidden.data());
  }
  std::int64_t b, n, h, c;
  Reals hidden, scores;
};

}  // namespace

Reals mlp(const Inputs& in) {
  const Mlp net(in);
  return {cross_entropy_value(net.b, net.c, net.scores.data(), in.array<std::int64_t>(5))};
}

Reals mlp_adjoint(const Inputs& in) {
  Mlp net(in);
  cross_entropy(net.b, net.c, net.scores.data(), in.array<std::int64_t>(5));
  const Reals& bar = net.scores;
  Reals inner = times(net.b, net.c, net.h, bar.data(), in.array(2));
  for (std::size_t i = 0; i < inner.size(); ++i)
    if (net.hidden[i] <= 0) inner[i] = 0;
  Reals out = transposed_times(net.h, net.b, net.n, inner.data(), in.array(4));
  append(out, column_sums(net.b, net.h, inner.data()));
  append(out, transposed_times(net.c, net.b, net.h, bar.data(), net.hidden.data()));
  append(out, column_sums(net.b, net.c, bar.data()));
  return out;
}

namespace {

// w1, w2, xs, ys
struct TanhLayers {
  explicit TanhLayers(const Inputs& in)
      : b(in.length(2)), n(in.length(2, 1)), h(in.length(1)), m(in.length(1, 1)) {
    hidden = times(b, n, h, in.array(2), in.array(0));
    for (double& x : hidden) x = std::tanh(x);
    out = times(b, h, m, hidden.data(), in.array(1));
    for (double& x : out) x = std::tanh(x);
  }
  std::int64_t b, n, h, m;
  Reals hidden, out;
};

}  // namespace

Reals tanh_layers(const Inputs& in) {
  const TanhLayers net(in);
  const double* ys = in.array(3);
  double sum = 0;
  for (std::size_t i = 0; i < net.out.size(); ++i)
    sum += (net.out[i] - ys[i]) * (net.out[i] - ys[i]);
  return {sum / static_cast<double>(net.b * net.m)};
}

Reals tanh_layers_adjoint(const Inputs& in) {
  const TanhLayers net(in);
  const double* ys = in.array(3);
  const double scale = 2 / static_cast<double>(net.b * net.m);
  Reals bar = zeros(net.b * net.m);
  for (std::size_t i = 0; i < bar.size(); ++i)
    bar[i] = scale * (net.out[i] - ys[i]) * (1 - net.out[i] * net.out[i]);
  Reals inner = times_transposed(net.b, net.m, net.h, bar.data(), in.array(1));
  for (std::size_t i = 0; i < inner.size(); ++i) inner[i] *= 1 - net.hidden[i] * net.hidden[i];
  Reals out = transposed_times(net.n, net.b, net.h, in.array(2), inner.data());
  append(out, transposed_times(net.h, net.b, net.m, net.hidden.data(), bar.data()));
  return out;
}

namespace {

/// What each position looks at: softmax (q kᵀ / sqrt d), by rows.
Reals attention_weights(const Inputs& in) {
  const std::int64_t n = in.length(0), d = in.length(0, 1);
  const double root = std::sqrt(static_cast<double>(d));
  Reals weights = times_transposed(n, d, n, in.array(0), in.array(1));
  for (double& x : weights) x /= root;
  for (std::int64_t i = 0; i < n; ++i) softmax(n, weights.data() + i * n);
  return weights;
}

}  // namespace

Reals attention(const Inputs& in) {
  const std::int64_t n = in.length(0), d = in.length(0, 1);
  const Reals out = times(n, n, d, attention_weights(in).data(), in.array(2));
  return {dot(n * d, in.array(3), out.data())};
}

Reals attention_adjoint(const Inputs& in) {
  const std::int64_t n = in.length(0), d = in.length(0, 1);
  const double *q = in.array(0), *k = in.array(1), *v = in.array(2), *w = in.array(3);
  const double root = std::sqrt(static_cast<double>(d));
  const Reals weights = attention_weights(in);
  Reals bar = times_transposed(n, d, n, w, v);
  for (std::int64_t i = 0; i < n; ++i) {
    const double* p = weights.data() + i * n;
    double* const row = bar.data() + i * n;
    const double mean = dot(n, p, row);
    for (std::int64_t j = 0; j < n; ++j) row[j] = p[j] * (row[j] - mean) / root;
  }
  Reals out = times(n, n, d, bar.data(), k);
  append(out, transposed_times(n, n, d, bar.data(), q));
  append(out, transposed_times(n, n, d, weights.data(), w));
  return out;
}

namespace {

constexpr double kPenalty = 0.01;

}  // namespace

Reals softmax_regression(const Inputs& in) {
  const std::int64_t n = in.length(1), d = in.length(1, 1), c = in.length(0);
  const Reals scores = times_transposed(n, d, c, in.array(1), in.array(0));
  return {cross_entropy_value(n, c, scores.data(), in.array<std::int64_t>(2)) +
          kPenalty * dot(c * d, in.array(0), in.array(0))};
}

Reals softmax_regression_adjoint(const Inputs& in) {
  const std::int64_t n = in.length(1), d = in.length(1, 1), c = in.length(0);
  Reals scores = times_transposed(n, d, c, in.array(1), in.array(0));
  cross_entropy(n, c, scores.data(), in.array<std::int64_t>(2));
  Reals out = transposed_times(c, n, d, scores.data(), in.array(1));
  for (std::size_t i = 0; i < out.size(); ++i) out[i] += 2 * kPenalty * in.array(0)[i];
  return out;
}

}  // namespace laguz::bench::dense
