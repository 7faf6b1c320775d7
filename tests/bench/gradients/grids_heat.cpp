// Heat on a line and on a grid, by explicit steps.
#include <algorithm>

#include "grids.hpp"

namespace laguz::bench {
namespace {

using Reals = std::vector<double>;

constexpr int kSteps1d = 20;
constexpr int kSteps2d = 10;

enum class Edge { kItself, kRound };

/// The place before or after [i]: beyond the ends, the end itself or the other end.
template <Edge edge>
std::int64_t before(std::int64_t i, std::int64_t n) {
  return i > 0 ? i - 1 : edge == Edge::kItself ? 0 : n - 1;
}
template <Edge edge>
std::int64_t after(std::int64_t i, std::int64_t n) {
  return i < n - 1 ? i + 1 : edge == Edge::kItself ? n - 1 : 0;
}

/// v[i] = u[i-1] - 2 u[i] + u[i+1]
template <Edge edge>
void laplace(std::int64_t n, const double* u, double* v) {
  v[0] = u[before<edge>(0, n)] - 2 * u[0] + u[1];
  for (std::int64_t i = 1; i < n - 1; ++i) v[i] = u[i - 1] - 2 * u[i] + u[i + 1];
  v[n - 1] = u[n - 2] - 2 * u[n - 1] + u[after<edge>(n - 1, n)];
}

template <Edge edge>
void laplace(std::int64_t n, std::int64_t m, const double* u, double* v) {
  for (std::int64_t i = 0; i < n; ++i) {
    const double *north = u + before<edge>(i, n) * m, *south = u + after<edge>(i, n) * m;
    const double* here = u + i * m;
    double* out = v + i * m;
    for (std::int64_t j = 1; j < m - 1; ++j)
      out[j] = north[j] + south[j] + here[j - 1] + here[j + 1] - 4 * here[j];
    for (const std::int64_t j : {std::int64_t{0}, m - 1})
      out[j] =
          north[j] + south[j] + here[before<edge>(j, m)] + here[after<edge>(j, m)] - 4 * here[j];
  }
}

double distance(std::int64_t n, const double* u, const double* target) {
  double sum = 0;
  for (std::int64_t i = 0; i < n; ++i) sum += (u[i] - target[i]) * (u[i] - target[i]);
  return sum;
}

template <Edge edge>
Reals line(const Inputs& in) {
  const std::int64_t n = in.length(0);
  const double k = in.real(1);
  Reals u(in.array(0), in.array(0) + n), v(u.size());
  for (int step = 0; step < kSteps1d; ++step) {
    laplace<edge>(n, u.data(), v.data());
    for (std::size_t i = 0; i < u.size(); ++i) u[i] += k * v[i];
  }
  return {distance(n, u.data(), in.array(2))};
}

template <Edge edge>
Reals line_adjoint(const Inputs& in) {
  const std::size_t n = static_cast<std::size_t>(in.length(0));
  const double k = in.real(1);
  const double* target = in.array(2);
  Reals u(in.array(0), in.array(0) + n), kept(n * kSteps1d);
  for (int step = 0; step < kSteps1d; ++step) {
    double* v = kept.data() + static_cast<std::size_t>(step) * n;
    laplace<edge>(in.length(0), u.data(), v);
    for (std::size_t i = 0; i < n; ++i) u[i] += k * v[i];
  }
  Reals du(n), dv(n);
  double dk = 0;
  for (std::size_t i = 0; i < n; ++i) du[i] = 2 * (u[i] - target[i]);
  for (int step = kSteps1d; step-- > 0;) {
    const double* v = kept.data() + static_cast<std::size_t>(step) * n;
    for (std::size_t i = 0; i < n; ++i) dk += du[i] * v[i];
    laplace<edge>(in.length(0), du.data(), dv.data());
    for (std::size_t i = 0; i < n; ++i) du[i] += k * dv[i];
  }
  du.push_back(dk);
  return du;
}

template <Edge edge>
Reals grid(const Inputs& in) {
  const std::int64_t n = in.length(0), m = in.length(0, 1);
  const double k = in.real(1), r = in.real(2);
  Reals u(in.array(0), in.array(0) + n * m), v(u.size());
  for (int step = 0; step < kSteps2d; ++step) {
    laplace<edge>(n, m, u.data(), v.data());
    for (std::size_t i = 0; i < u.size(); ++i) u[i] += k * v[i] + r * u[i] * (1 - u[i]);
  }
  return {distance(n * m, u.data(), in.array(3))};
}

template <Edge edge>
Reals grid_adjoint(const Inputs& in) {
  const std::int64_t n = in.length(0), m = in.length(0, 1);
  const std::size_t size = static_cast<std::size_t>(n * m);
  const double k = in.real(1), r = in.real(2);
  const double* target = in.array(3);
  Reals states(size * (kSteps2d + 1)), v(size), du(size);
  std::copy(in.array(0), in.array(0) + size, states.begin());
  double* u = states.data();
  for (int step = 0; step < kSteps2d; ++step, u += size) {
    laplace<edge>(n, m, u, v.data());
    for (std::size_t i = 0; i < size; ++i) u[size + i] = u[i] + k * v[i] + r * u[i] * (1 - u[i]);
  }
  for (std::size_t i = 0; i < size; ++i) du[i] = 2 * (u[i] - target[i]);
  double dk = 0, dr = 0;
  for (int step = kSteps2d; step-- > 0;) {
    u -= size;
    // The Laplacian is symmetric: du . (L u) = u . (L du).
    laplace<edge>(n, m, du.data(), v.data());
    for (std::size_t i = 0; i < size; ++i) {
      dk += u[i] * v[i];
      dr += du[i] * u[i] * (1 - u[i]);
      du[i] += k * v[i] + du[i] * r * (1 - 2 * u[i]);
    }
  }
  du.push_back(dk);
  du.push_back(dr);
  return du;
}

}  // namespace

Reals heat1d(const Inputs& in) { return line<Edge::kItself>(in); }
Reals heat1d_adjoint(const Inputs& in) { return line_adjoint<Edge::kItself>(in); }
Reals heat1d_ring(const Inputs& in) { return line<Edge::kRound>(in); }
Reals heat1d_ring_adjoint(const Inputs& in) { return line_adjoint<Edge::kRound>(in); }
Reals heat2d(const Inputs& in) { return grid<Edge::kItself>(in); }
Reals heat2d_adjoint(const Inputs& in) { return grid_adjoint<Edge::kItself>(in); }
Reals heat2d_torus(const Inputs& in) { return grid<Edge::kRound>(in); }
Reals heat2d_torus_adjoint(const Inputs& in) { return grid_adjoint<Edge::kRound>(in); }

}  // namespace laguz::bench
