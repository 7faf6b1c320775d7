// Programs that look at their arrays through slices, rotations and the like: what they read is
// this.
#include <cmath>

#include "rows.hpp"

namespace laguz::bench {
namespace {

using Index = std::int64_t;
using Reals = std::vector<double>;

}  // namespace

Reals ring_pairs(const Inputs& in) {
  const Index m = in.length(0, 1);
  double sum = 0;
  for (Index i = 0; i < in.length(0); ++i) {
    const double* row = in.array(0) + i * m;
    double s = 0;
    for (Index j = 0; j < m; ++j) s += std::sin(row[j]) * row[(j + 1) % m];
    sum += s;
  }
  return {sum};
}

Reals heads_of_drops(const Inputs& in) {
  const double* a = in.array(0);
  double sum = 0;
  for (Index i = 0; i < in.length(0); ++i) sum += std::sin(a[i]) * a[i / 2];
  return {sum};
}

Reals windows_of_drops(const Inputs& in) {
  constexpr Index kWindow = 5;
  const double* a = in.array(0);
  double sum = 0;
  for (Index i = 0; i < in.length(0) - kWindow; ++i) {
    double window = 0;
    for (Index j = i; j < i + kWindow; ++j) window += a[j];
    sum += std::sin(window);
  }
  return {sum};
}

Reals drops_in_a_loop(const Inputs& in) {
  const double* a = in.array(0);
  double s = 0;
  for (Index i = 0; i < in.length(0); ++i) s = 0.5 * s + std::sin(s * a[i]) + a[i];
  return {s};
}

}  // namespace laguz::bench
