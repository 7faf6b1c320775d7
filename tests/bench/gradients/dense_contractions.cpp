// Sums of products over several axes: layers of sequences, heads, sums of three factors.
#include <algorithm>
#include <cmath>

#include "dense.hpp"

namespace laguz::bench::dense {
namespace {

double inner(const double* a, const double* b, std::int64_t n) {
  double sum = 0;
  for (std::int64_t i = 0; i < n; ++i) sum += a[i] * b[i];
  return sum;
}

}  // namespace

Reals layer_of_sequences(const Inputs& in) {
  const std::int64_t out = in.length(0), width = in.length(0, 1), rows = in.size(1) / width;
  double total = 0;
  for (std::int64_t r = 0; r < rows; ++r)
    for (std::int64_t o = 0; o < out; ++o)
      total += std::tanh(inner(in.array(0) + o * width, in.array(1) + r * width, width));
  return {total};
}

Reals layer_of_sequences_adjoint(const Inputs& in) {
  const std::int64_t out = in.length(0), width = in.length(0, 1), rows = in.size(1) / width;
  Reals result = zeros(in.size(0) + in.size(1));
  double* const weights = result.data();
  double* const inputs = weights + in.size(0);
  for (std::int64_t r = 0; r < rows; ++r)
    for (std::int64_t o = 0; o < out; ++o) {
      const double* const w = in.array(0) + o * width;
      const double* const x = in.array(1) + r * width;
      const double y = std::tanh(inner(w, x, width)), slope = 1 - y * y;
      for (std::int64_t i = 0; i < width; ++i) {
        weights[o * width + i] += slope * x[i];
        inputs[r * width + i] += slope * w[i];
      }
    }
  return result;
}

Reals attention_heads(const Inputs& in) {
  const std::int64_t heads = in.length(0) * in.length(0, 1), times = in.length(0, 2);
  const std::int64_t width = in.length(0, 3);
  double total = 0;
  Reals weights = zeros(times), row = zeros(width);
  for (std::int64_t h = 0; h < heads; ++h)
    for (std::int64_t q = 0; q < times; ++q) {
      const double* const query = in.array(0) + (h * times + q) * width;
      for (std::int64_t k = 0; k < times; ++k)
        weights[static_cast<std::size_t>(k)] =
            inner(query, in.array(1) + (h * times + k) * width, width);
      const double most = *std::max_element(weights.begin(), weights.end());
      double all = 0;
      for (double& weight : weights) all += weight = std::exp(weight - most);
      row.assign(row.size(), 0);
      for (std::int64_t k = 0; k < times; ++k)
        for (std::int64_t i = 0; i < width; ++i)
          row[static_cast<std::size_t>(i)] +=
              weights[static_cast<std::size_t>(k)] / all * in.array(2)[(h * times + k) * width + i];
      for (const double x : row) total += x * x;
    }
  return {total};
}

Reals attention_parts(const Inputs& in) {
  const std::int64_t heads = in.length(0), times = in.length(4), all = in.length(4, 1);
  const std::int64_t width = all / heads;
  std::vector<Reals> projected;
  for (int w = 1; w <= 3; ++w) {
    Reals& rows = projected.emplace_back(zeros(times * all));
    for (std::int64_t t = 0; t < times; ++t)
      for (std::int64_t o = 0; o < all; ++o)
        rows[static_cast<std::size_t>(t * all + o)] =
            inner(in.array(w) + o * all, in.array(4) + t * all, all);
  }
  double total = 0;
  Reals weights = zeros(times), row = zeros(width);
  for (std::int64_t h = 0; h < heads; ++h)
    for (std::int64_t q = 0; q < times; ++q) {
      const auto part = [&](std::size_t w, std::int64_t t) {
        return projected[w].data() + t * all + h * width;
      };
      for (std::int64_t k = 0; k < times; ++k)
        weights[static_cast<std::size_t>(k)] = inner(part(0, q), part(1, k), width);
      const double most = *std::max_element(weights.begin(), weights.end());
      double sum = 0;
      for (double& weight : weights) sum += weight = std::exp(weight - most);
      row.assign(row.size(), 0);
      for (std::int64_t k = 0; k < times; ++k)
        for (std::int64_t i = 0; i < width; ++i)
          row[static_cast<std::size_t>(i)] +=
              weights[static_cast<std::size_t>(k)] / sum * part(2, k)[i];
      for (const double x : row) total += in.array(0)[h] * x * x;
    }
  return {total};
}

Reals weighted_grams(const Inputs& in) {
  const std::int64_t rows = in.length(0), terms = in.length(1), width = in.length(1, 1);
  double total = 0;
  Reals gram = zeros(width * width);
  for (std::int64_t r = 0; r < rows; ++r) {
    gram.assign(gram.size(), 0);
    for (std::int64_t t = 0; t < terms; ++t)
      for (std::int64_t i = 0; i < width; ++i) {
        const double* const v = in.array(1) + t * width;
        const double left = in.array(0)[r * terms + t] * v[i];
        for (std::int64_t j = 0; j < width; ++j)
          gram[static_cast<std::size_t>(i * width + j)] += left * v[j];
      }
    for (const double x : gram) total += x * x;
  }
  return {total};
}

Reals contraction_of_three(const Inputs& in) {
  const std::int64_t n = in.length(0), m = in.length(0, 1), p = in.length(1, 1);
  const std::int64_t q = in.length(2, 1);
  double total = 0;
  Reals row = zeros(q);
  for (std::int64_t x = 0; x < n; ++x)
    for (std::int64_t i = 0; i < p; ++i) {
      row.assign(row.size(), 0);
      for (std::int64_t t = 0; t < m; ++t) {
        const double left = in.array(0)[x * m + t] * in.array(1)[t * p + i];
        for (std::int64_t j = 0; j < q; ++j)
          row[static_cast<std::size_t>(j)] += left * in.array(2)[t * q + j];
      }
      for (const double t : row) total += t * std::tanh(t);
    }
  return {total};
}

Reals diagonal_of_product(const Inputs& in) {
  const std::int64_t n = in.length(0), m = in.length(0, 1);
  Reals product = zeros(n * n);
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t t = 0; t < m; ++t)
      for (std::int64_t j = 0; j < n; ++j)
        product[static_cast<std::size_t>(i * n + j)] +=
            in.array(0)[i * m + t] * in.array(1)[t * n + j];
  double total = 0;
  for (std::int64_t i = 0; i < n; ++i) {
    const double x = product[static_cast<std::size_t>(i * n + i)];
    total += x * x;
  }
  return {total};
}

Reals inner_products_squared(const Inputs& in) {
  const std::int64_t width = in.length(0, 1);
  double total = 0;
  for (std::int64_t x = 0; x < in.length(1); ++x)
    for (std::int64_t a = 0; a < in.length(0); ++a) {
      const double s = inner(in.array(0) + a * width, in.array(1) + x * width, width);
      total += s * s;
    }
  return {total};
}

}  // namespace laguz::bench::dense
