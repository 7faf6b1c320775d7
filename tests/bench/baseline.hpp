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

}  // namespace laguz::bench
