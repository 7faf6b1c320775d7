// Functions that call themselves.
#include <algorithm>
#include <cmath>

#include "sequences.hpp"

namespace laguz::bench {
namespace {

using Index = std::int64_t;

double deep(double a, Index n, double x) {
  if (n == 0) return x;
  const double y = deep(a, n - 1, std::sin(x + a));
  return y * 0.999 + 0.001 * a * y * y;
}

double children(Index depth, double x) {
  if (depth == 0) return std::sin(x);
  double s = x;
  for (Index i = 0; i < 3; ++i)
    s = std::tanh(s * 0.5) + children(depth - 1, x + 0.1 * s * static_cast<double>(i));
  return s;
}

double mapped(Index depth, double x) {
  if (depth == 0) return std::sin(x);
  double sum = 0;
  for (Index i = 0; i < 3; ++i)
    sum += std::tanh(mapped(depth - 1, x + 0.1 * static_cast<double>(i)));
  return sum;
}

std::vector<double> sorted(const double* xs, Index n) {
  if (n <= 1) return {xs, xs + n};
  const Index h = n / 2;
  const std::vector<double> as = sorted(xs, h), bs = sorted(xs + h, n - h);
  std::vector<double> out;
  out.reserve(static_cast<std::size_t>(n));
  auto a = as.begin(), b = bs.begin();
  while (a != as.end() || b != bs.end()) {
    if (b == bs.end() || (a != as.end() && *a <= *b)) {
      out.push_back(*a++ * 1.001);
    } else {
      out.push_back(*b * *b);
      ++b;
    }
  }
  return out;
}

}  // namespace

std::vector<double> recursion_deep(const Inputs& in) {
  return {deep(in.real(1), in.whole(0), in.real(2))};
}

std::vector<double> recursion_children(const Inputs& in) {
  return {children(in.whole(0), in.real(1))};
}

std::vector<double> recursion_map(const Inputs& in) { return {mapped(in.whole(0), in.real(1))}; }

std::vector<double> recursion_sort(const Inputs& in) {
  const std::vector<double> all = sorted(in.array(1), in.length(1));
  double sum = 0;
  for (std::size_t i = 0; i < all.size(); ++i) sum += in.array(0)[i] * all[i];
  return {sum};
}

}  // namespace laguz::bench
