// Dynamic programming by hand.
#include <algorithm>
#include <cmath>

#include "sequences.hpp"

namespace laguz::bench {
namespace {

using Index = std::int64_t;
using Vector = std::vector<double>;

constexpr double kNever = -1e30;

Vector zeros(Index n) { return Vector(static_cast<std::size_t>(n)); }

double log_sum_exp(Index n, const double* x) {
  const double most = *std::max_element(x, x + n);
  double sum = 0;
  for (Index i = 0; i < n; ++i) sum += std::exp(x[i] - most);
  return most + std::log(sum);
}

double log_add(double a, double b) {
  const double most = std::max(a, b);
  return most + std::log1p(std::exp(std::min(a, b) - most));
}

double log_add(double a, double b, double c) {
  const double most = std::max(a, std::max(b, c));
  return most + std::log(std::exp(a - most) + std::exp(b - most) + std::exp(c - most));
}

/// Of one sequence; label(s) is that of a state, 0 a blank.
template <class Label>
double ctc_loss(Index frames, Index v, Index states, const double* logp, const Label& label) {
  Vector alpha(static_cast<std::size_t>(states), kNever), next = alpha;
  for (Index s = 0; s < 2; ++s) alpha[s] = logp[label(s)];
  for (Index t = 1; t < frames; ++t) {
    for (Index s = 0; s < states; ++s) {
      const bool skips = s > 1 && label(s) != 0 && label(s) != label(s - 2);
      next[s] = log_add(alpha[s], s > 0 ? alpha[s - 1] : kNever, skips ? alpha[s - 2] : kNever) +
                logp[t * v + label(s)];
    }
    alpha.swap(next);
  }
  return -log_add(alpha[states - 1], alpha[states - 2]);
}

constexpr double kGamma = 0.1;

/// The table of soft dynamic time warping, with a border.
Vector dtw_table(Index n, Index m, const double* x, const double* y) {
  Vector d(static_cast<std::size_t>((n + 1) * (m + 1)), 1e10);
  d[0] = 0;
  for (Index i = 0; i < n; ++i) {
    const double* above = &d[i * (m + 1)];
    double* row = &d[(i + 1) * (m + 1)];
    for (Index j = 0; j < m; ++j) {
      const double soft =
          -kGamma * log_add(-above[j] / kGamma, -above[j + 1] / kGamma, -row[j] / kGamma);
      row[j + 1] = (x[i] - y[j]) * (x[i] - y[j]) + soft;
    }
  }
  return d;
}

}  // namespace

std::vector<double> ctc(const Inputs& in) {
  const Index batch = in.length(0), frames = in.length(0, 1), v = in.length(0, 2);
  const Index l = in.length(1, 1);
  Vector logp = zeros(frames * v);
  double total = 0;
  for (Index b = 0; b < batch; ++b) {
    const std::int64_t* labels = in.array<std::int64_t>(1) + b * l;
    for (Index t = 0; t < frames; ++t) {
      const double* logits = in.array(0) + (b * frames + t) * v;
      const double sum = log_sum_exp(v, logits);
      for (Index k = 0; k < v; ++k) logp[t * v + k] = logits[k] - sum;
    }
    total += ctc_loss(frames, v, 2 * l + 1, logp.data(),
                      [labels](Index s) { return s % 2 == 0 ? 0 : labels[s / 2]; });
  }
  return {total / static_cast<double>(batch)};
}

std::vector<double> ctc_given(const Inputs& in) {
  const std::int64_t* labels = in.array<std::int64_t>(1);
  return {ctc_loss(in.length(0), in.length(0, 1), in.length(1), in.array(0),
                   [labels](Index s) { return labels[s]; })};
}

std::vector<double> dtw(const Inputs& in) {
  return {dtw_table(in.length(0), in.length(1), in.array(0), in.array(1)).back()};
}

std::vector<double> dtw_adjoint(const Inputs& in) {
  const Index n = in.length(0), m = in.length(1), w = m + 1;
  const double *x = in.array(0), *y = in.array(1);
  const Vector d = dtw_table(n, m, x, y);
  Vector e = zeros((n + 1) * w), out = zeros(n + m);
  e.back() = 1;
  for (Index i = n; i-- > 0;)
    for (Index j = m; j-- > 0;) {
      const Index at = (i + 1) * w + j + 1;
      const double diff = x[i] - y[j], own = e[at], soft = d[at] - diff * diff;
      out[i] += 2 * diff * own;
      out[n + j] -= 2 * diff * own;
      for (const Index from : {at - w - 1, at - w, at - 1})
        e[from] += own * std::exp((soft - d[from]) / kGamma);
    }
  return out;
}

std::vector<double> edit_distance(const Inputs& in) {
  const Index k = in.length(0), n = in.length(2), m = in.length(3);
  const double* scores = in.array(0);
  const double gap = in.real(1);
  const std::int64_t *a = in.array<std::int64_t>(2), *b = in.array<std::int64_t>(3);
  Vector above = zeros(m + 1), row = zeros(m + 1);
  double total = 0;
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < m; ++j) {
      const double both = above[j] + scores[a[i] * k + b[j]];
      row[j + 1] = log_add(0, log_add(both, log_add(above[j + 1] - gap, row[j] - gap)));
      total = log_add(total, row[j + 1]);
    }
    above.swap(row);
  }
  return {total};
}

std::vector<double> crf(const Inputs& in) {
  const Index n = in.length(0), k = in.length(0, 1);
  const double *emissions = in.array(0), *moves = in.array(1);
  const std::int64_t* tags = in.array<std::int64_t>(2);
  Vector alpha(emissions, emissions + k), next = zeros(k), sums = zeros(k);
  double own = emissions[tags[0]];
  for (Index i = 1; i < n; ++i) {
    for (Index j = 0; j < k; ++j) {
      for (Index l = 0; l < k; ++l) sums[l] = alpha[l] + moves[l * k + j];
      next[j] = emissions[i * k + j] + log_sum_exp(k, sums.data());
    }
    alpha.swap(next);
    own += emissions[i * k + tags[i]] + moves[tags[i - 1] * k + tags[i]];
  }
  return {log_sum_exp(k, alpha.data()) - own};
}

std::vector<double> crf_adjoint(const Inputs& in) {
  const Index n = in.length(0), k = in.length(0, 1);
  const double *emissions = in.array(0), *moves = in.array(1);
  const std::int64_t* tags = in.array<std::int64_t>(2);
  Vector alpha(emissions, emissions + n * k), sums = zeros(k);
  for (Index i = 1; i < n; ++i)
    for (Index j = 0; j < k; ++j) {
      for (Index l = 0; l < k; ++l) sums[l] = alpha[(i - 1) * k + l] + moves[l * k + j];
      alpha[i * k + j] += log_sum_exp(k, sums.data());
    }
  Vector out = zeros(n * k + k * k);
  double *de = out.data(), *dm = de + n * k;
  const double last = log_sum_exp(k, &alpha[(n - 1) * k]);
  for (Index j = 0; j < k; ++j) de[(n - 1) * k + j] = std::exp(alpha[(n - 1) * k + j] - last);
  for (Index i = n - 1; i > 0; --i)
    for (Index j = 0; j < k; ++j) {
      const double e = de[i * k + j], sum = alpha[i * k + j] - emissions[i * k + j];
      for (Index l = 0; l < k; ++l) {
        const double part = e * std::exp(alpha[(i - 1) * k + l] + moves[l * k + j] - sum);
        de[(i - 1) * k + l] += part;
        dm[l * k + j] += part;
      }
    }
  for (Index i = 0; i < n; ++i) {
    de[i * k + tags[i]] -= 1;
    if (i > 0) dm[tags[i - 1] * k + tags[i]] -= 1;
  }
  return out;
}

std::vector<double> hmm_log(const Inputs& in) {
  const Index k = in.length(0), n = in.length(4);
  const double *moves = in.array(1), *means = in.array(2), *widths = in.array(3);
  auto emission = [means, widths](Index j, double x) {
    const double z = (x - means[j]) / widths[j];
    return -0.5 * z * z - std::log(widths[j]);
  };
  Vector alpha = zeros(k), next = alpha, sums = alpha;
  for (Index j = 0; j < k; ++j) alpha[j] = in.array(0)[j] + emission(j, in.array(4)[0]);
  for (Index i = 1; i < n; ++i) {
    for (Index j = 0; j < k; ++j) {
      for (Index l = 0; l < k; ++l) sums[l] = alpha[l] + moves[l * k + j];
      next[j] = log_sum_exp(k, sums.data()) + emission(j, in.array(4)[i]);
    }
    alpha.swap(next);
  }
  return {log_sum_exp(k, alpha.data())};
}

std::vector<double> hmm_scaled(const Inputs& in) {
  const Index k = in.length(0), v = in.length(2, 1), n = in.length(3);
  const std::int64_t* seen = in.array<std::int64_t>(3);
  auto softmax = [](Index rows, Index columns, const double* x) {
    Vector out = zeros(rows * columns);
    for (Index i = 0; i < rows; ++i) {
      const double sum = log_sum_exp(columns, x + i * columns);
      for (Index j = 0; j < columns; ++j) out[i * columns + j] = std::exp(x[i * columns + j] - sum);
    }
    return out;
  };
  const Vector moves = softmax(k, k, in.array(1)), shows = softmax(k, v, in.array(2));
  Vector p = softmax(1, k, in.array(0)), next = zeros(k);
  double total = 0;
  for (Index i = 0; i < n; ++i) {
    double sum = 0;
    for (Index j = 0; j < k; ++j) sum += p[j] *= shows[j * v + seen[i]];
    total -= std::log(sum);
    std::fill(next.begin(), next.end(), 0.0);
    for (Index j = 0; j < k; ++j)
      for (Index l = 0; l < k; ++l) next[l] += p[j] / sum * moves[j * k + l];
    p.swap(next);
  }
  return {total};
}

std::vector<double> viterbi(const Inputs& in) {
  const Index n = in.length(0), k = in.length(0, 1);
  const double *emissions = in.array(0), *moves = in.array(1);
  Vector score(emissions, emissions + k), next = zeros(k);
  for (Index i = 1; i < n; ++i) {
    std::fill(next.begin(), next.end(), kNever);
    for (Index l = 0; l < k; ++l)
      for (Index j = 0; j < k; ++j) next[j] = std::max(next[j], score[l] + moves[l * k + j]);
    for (Index j = 0; j < k; ++j) score[j] = next[j] + emissions[i * k + j];
  }
  return {*std::max_element(score.begin(), score.end())};
}

}  // namespace laguz::bench
