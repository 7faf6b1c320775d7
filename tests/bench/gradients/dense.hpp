// What the files of dense share: products of matrices, and the work of the programs.
#pragma once

#include <cstddef>
#include <vector>

#include "blas.hpp"
#include "case.hpp"

namespace laguz::bench::dense {

using Reals = std::vector<double>;

inline Reals zeros(std::int64_t n) { return Reals(static_cast<std::size_t>(n)); }

inline void append(Reals& out, const Reals& more) {
  out.insert(out.end(), more.begin(), more.end());
}

/// c += a b, where a is n x m and b is m x p: by OpenBLAS where it is, else four rows of c by eight
/// columns at a time.
template <class T>
void multiply(std::int64_t n, std::int64_t m, std::int64_t p, const T* a, const T* b, T* c) {
#ifdef LAGUZ_OPENBLAS
  return blas_multiply(static_cast<int>(n), static_cast<int>(m), static_cast<int>(p), a, b, T{1},
                       c);
#else
  constexpr int kRows = 4, kColumns = 8;
  std::int64_t i = 0;
  for (; i + kRows <= n; i += kRows) {
    std::int64_t j = 0;
    for (; j + kColumns <= p; j += kColumns) {
      T sums[kRows][kColumns] = {};
      for (std::int64_t k = 0; k < m; ++k)
        for (int r = 0; r < kRows; ++r)
          for (int s = 0; s < kColumns; ++s) sums[r][s] += a[(i + r) * m + k] * b[k * p + j + s];
      for (int r = 0; r < kRows; ++r)
        for (int s = 0; s < kColumns; ++s) c[(i + r) * p + j + s] += sums[r][s];
    }
    for (int r = 0; r < kRows; ++r)
      for (std::int64_t k = 0; k < m; ++k)
        for (std::int64_t s = j; s < p; ++s)
          c[(i + r) * p + s] += a[(i + r) * m + k] * b[k * p + s];
  }
  for (; i < n; ++i)
    for (std::int64_t k = 0; k < m; ++k)
      for (std::int64_t j = 0; j < p; ++j) c[i * p + j] += a[i * m + k] * b[k * p + j];
#endif
}

/// Of an n x m matrix.
template <class T>
std::vector<T> transposed(std::int64_t n, std::int64_t m, const T* a) {
  std::vector<T> out(static_cast<std::size_t>(n * m));
  T* const to = out.data();
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = 0; j < m; ++j) to[j * n + i] = a[i * m + j];
  return out;
}

/// a bᵀ, where a is n x m and b is p x m.
Reals times_transposed(std::int64_t n, std::int64_t m, std::int64_t p, const double* a,
                       const double* b);
/// aᵀ b, where a is m x n and b is m x p.
Reals transposed_times(std::int64_t n, std::int64_t m, std::int64_t p, const double* a,
                       const double* b);
/// a b, where a is n x m and b is m x p.
Reals times(std::int64_t n, std::int64_t m, std::int64_t p, const double* a, const double* b);

/// In four sums, as one would.
double dot(std::int64_t n, const double* x, const double* y);

// dense_products.cpp
Reals product(const Inputs& in);
Reals product_adjoint(const Inputs& in);
Reals product_f32(const Inputs& in);
Reals product_f32_adjoint(const Inputs& in);
Reals matrix_square(const Inputs& in);
Reals attention_after(const Inputs& in);
Reals product_batched(const Inputs& in);
Reals product_batched_adjoint(const Inputs& in);
Reals matvec_chain(const Inputs& in);
Reals matvec_chain_adjoint(const Inputs& in);
Reals cosines(const Inputs& in);
Reals cosines_adjoint(const Inputs& in);

// dense_networks.cpp
Reals mlp(const Inputs& in);
Reals mlp_adjoint(const Inputs& in);
Reals tanh_layers(const Inputs& in);
Reals tanh_layers_adjoint(const Inputs& in);
Reals attention(const Inputs& in);
Reals attention_adjoint(const Inputs& in);
Reals softmax_regression(const Inputs& in);
Reals softmax_regression_adjoint(const Inputs& in);

// dense_norms.cpp
Reals batchnorm(const Inputs& in);
Reals batchnorm_adjoint(const Inputs& in);
Reals layernorm(const Inputs& in);
Reals layernorm_adjoint(const Inputs& in);

// dense_convolutions.cpp
Reals conv1d(const Inputs& in);
Reals conv1d_adjoint(const Inputs& in);
Reals conv2d(const Inputs& in);
Reals conv2d_adjoint(const Inputs& in);
Reals conv_channels(const Inputs& in);
Reals table_lookups(const Inputs& in);

// dense_batches.cpp
Reals conv_batch(const Inputs& in);
Reals group_norm(const Inputs& in);

// dense_contractions.cpp
Reals layer_of_sequences(const Inputs& in);
Reals layer_of_sequences_adjoint(const Inputs& in);
Reals attention_heads(const Inputs& in);
Reals attention_parts(const Inputs& in);
Reals weighted_grams(const Inputs& in);
Reals contraction_of_three(const Inputs& in);
Reals diagonal_of_product(const Inputs& in);
Reals inner_products_squared(const Inputs& in);

}  // namespace laguz::bench::dense
