// Loops whose states are long arrays, of which an iteration looks at a part, or at all now and
// then; and layers, one after the other.
#include <algorithm>
#include <cmath>

#include "sequences.hpp"

namespace laguz::bench {

using Index = std::int64_t;
using Numbers = std::vector<double>;

Numbers few_of_many_max(const Inputs& in) {
  const Index n = in.length(0), k = in.length(1), steps = in.length(2);
  Numbers x(in.array(0), in.array(0) + n), values(static_cast<std::size_t>(k));
  double* const v = values.data();
  for (Index s = 0; s < steps; ++s) {
    const Index* const at = in.array<Index>(2) + s * k;
    for (Index j = 0; j < k; ++j) {
      const double old = x[static_cast<std::size_t>((at[j] * 7 + s) % n)];
      v[j] = 0.5 * old + in.array(1)[j] * std::sin(old);
    }
    for (Index j = 0; j < k; ++j) {
      double& place = x[static_cast<std::size_t>(at[j])];
      place = std::max(place, v[j]);
    }
  }
  double sum = 0;
  for (Index j = 0; j < k; ++j) {
    const double one = x[static_cast<std::size_t>(in.array<Index>(2)[j])];
    sum += one * one;
  }
  return {sum};
}

Numbers few_of_many_rows(const Inputs& in) {
  const Index n = in.length(0), d = in.length(0, 1), k = in.length(1), steps = in.length(2);
  Numbers all(in.array(0), in.array(0) + n * d), made(static_cast<std::size_t>(k * d));
  double *const x = all.data(), *const rows = made.data();
  for (Index s = 0; s < steps; ++s) {
    const Index* const at = in.array<Index>(2) + s * k;
    for (Index j = 0; j < k; ++j)
      for (Index c = 0; c < d; ++c) {
        const double v = x[(at[j] * 7 + s) % n * d + c];
        rows[j * d + c] = v + in.array(1)[j] * std::sin(v);
      }
    for (Index j = 0; j < k; ++j) std::copy(rows + j * d, rows + (j + 1) * d, x + at[j] * d);
  }
  double sum = 0;
  for (Index j = 0; j < k; ++j)
    for (Index c = 0; c < d; ++c) {
      const double v = x[in.array<Index>(2)[j] * d + c];
      sum += v * v;
    }
  return {sum};
}

Numbers sometimes_anew(const Inputs& in) {
  const Index n = in.length(0), steps = in.length(2);
  Numbers x(in.array(0), in.array(0) + n);
  const double growth = std::exp(in.real(1));
  for (Index s = 0; s < steps; ++s) {
    x[static_cast<std::size_t>(in.array<Index>(2)[s])] *= growth;
    if (s % 100 != 99) continue;
    double z = 0;
    for (const double v : x) z += v;
    for (double& v : x) v = v * static_cast<double>(n) / z;
  }
  double sum = 0;
  for (const double v : x) sum += v * std::log(v + 0.1);
  return {sum};
}

Numbers rnn_inputs(const Inputs& in) {
  const Index d = in.length(0), steps = in.length(1);
  Numbers h(static_cast<std::size_t>(d)), next(h);
  for (Index s = 0; s < steps; ++s) {
    for (Index i = 0; i < d; ++i) {
      double sum = 0;
      for (Index j = 0; j < d; ++j) sum += in.array(0)[i * d + j] * h[static_cast<std::size_t>(j)];
      next[static_cast<std::size_t>(i)] = std::tanh(in.array(1)[s * d + i] + sum);
    }
    std::swap(h, next);
  }
  double sum = 0;
  for (const double v : h) sum += v * v;
  return {sum};
}

Numbers residual_rows(const Inputs& in) {
  const Index layers = in.length(0), d = in.length(1, 1), n = in.length(1);
  Numbers all(in.array(1), in.array(1) + n * d), made(static_cast<std::size_t>(d));
  for (Index l = 0; l < layers; ++l)
    for (Index r = 0; r < n; ++r) {
      double* const y = all.data() + r * d;
      for (Index i = 0; i < d; ++i) {
        double sum = 0;
        for (Index j = 0; j < d; ++j) sum += in.array(0)[(l * d + i) * d + j] * y[j];
        made[static_cast<std::size_t>(i)] = y[i] + std::tanh(sum);
      }
      std::copy(made.begin(), made.end(), y);
    }
  double sum = 0;
  for (const double v : all) sum += v * v;
  return {sum};
}

}  // namespace laguz::bench
