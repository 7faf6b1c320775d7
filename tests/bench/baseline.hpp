// The other side of each benchmark: the same work in plain C++, built with -O3 -march=native.
#pragma once

#include <cstdint>
#include <vector>

namespace laguz::bench {

void chain(const double* x, double* out, std::int64_t n);
double transcendental(const double* x, std::int64_t n);

struct Mixture {
  std::int64_t n, d, k;
  std::vector<double> alphas, means, qs, ls, x;
};
double mixture_objective(const Mixture& m);

// programs/typical.fut
void product(std::int64_t n, const double* a, const double* b, double* out);
/// The grid after [steps], in [g]; [next]: as much room.
void stencil(std::int64_t n, std::int64_t steps, std::vector<double>& g, std::vector<double>& next);
void histogram(const std::vector<std::int64_t>& is, std::vector<std::int64_t>& bins);
void radix_sort(std::vector<std::uint32_t>& xs);
void kmeans(std::int64_t d, const std::vector<double>& xs, std::vector<double>& centres);
void mandelbrot(std::int64_t n, std::int64_t limit, std::int64_t* out);
void segmented_sums(std::int64_t n, const bool* starts, const std::int64_t* xs, std::int64_t* out);
std::int64_t subsequence(const std::vector<std::int64_t>& a, const std::vector<std::int64_t>& b);

#ifdef LAGUZ_OPENBLAS
// On one thread.
void blas_product(std::int64_t n, const double* a, const double* b, double* out);
void blas_product(std::int64_t n, const float* a, const float* b, float* out);
void blas_vector(std::int64_t n, bool transposed, const double* a, const double* x, double* out);
#endif

}  // namespace laguz::bench
