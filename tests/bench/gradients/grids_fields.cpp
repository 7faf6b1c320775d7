// Waves, Burgers' equation, Poisson's equation.
#include <algorithm>

#include "grids.hpp"

namespace laguz::bench {
namespace {

using Reals = std::vector<double>;

constexpr int kBurgersSteps = 50;
constexpr int kSweeps = 50;
constexpr int kReceivers = 2;  ///< the row of the receivers

/// after = 2 now - before + c laplace(now) within the border
void wave_step(std::int64_t n, std::int64_t m, const double* c, const double* before,
               const double* now, double* after) {
  for (std::int64_t i = 1; i < n - 1; ++i)
    for (std::int64_t k = i * m + 1; k < i * m + m - 1; ++k)
      after[k] = 2 * now[k] - before[k] +
                 c[k] * (now[k - m] + now[k + m] + now[k - 1] + now[k + 1] - 4 * now[k]);
}

/// next = (neighbours of u + h2 f) / 4, where u is 0 outside; u and next have a border of zeros.
void jacobi_sweep(std::int64_t n, double h2, const double* f, const double* u, double* next) {
  const std::int64_t m = n + 2;
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = 0; j < n; ++j) {
      const std::int64_t k = (i + 1) * m + j + 1;
      next[k] = 0.25 * (u[k - m] + u[k + m] + u[k - 1] + u[k + 1] + h2 * f[i * n + j]);
    }
}

Reals jacobi_solution(std::int64_t n, const double* f) {
  const double h = 1 / static_cast<double>(n + 1);
  Reals u(static_cast<std::size_t>((n + 2) * (n + 2))), next(u.size());
  for (int sweep = 0; sweep < kSweeps; ++sweep) {
    jacobi_sweep(n, h * h, f, u.data(), next.data());
    u.swap(next);
  }
  return u;
}

void burgers_step(std::size_t n, double dt, const double* u, double* v) {
  auto at = [=](std::size_t i, std::size_t left, std::size_t right) {
    const double slope = u[i] > 0 ? u[i] - u[left] : u[right] - u[i];
    return u[i] - dt * u[i] * slope;
  };
  v[0] = at(0, n - 1, 1);
  for (std::size_t i = 1; i < n - 1; ++i) v[i] = at(i, i - 1, i + 1);
  v[n - 1] = at(n - 1, n - 2, 0);
}

}  // namespace

Reals wave2d(const Inputs& in) {
  const std::int64_t n = in.length(0), m = in.length(0, 1), t = in.length(1);
  const double *wavelet = in.array(1), *observed = in.array(2);
  Reals before(static_cast<std::size_t>(n * m)), now(before.size()), after(before.size());
  double sum = 0;
  for (std::int64_t i = 0; i < t; ++i) {
    wave_step(n, m, in.array(0), before.data(), now.data(), after.data());
    after[static_cast<std::size_t>(n / 2 * m + m / 2)] += wavelet[i];
    for (std::int64_t j = 0; j < m; ++j) {
      const double error =
          after[static_cast<std::size_t>(kReceivers * m + j)] - observed[i * m + j];
      sum += error * error;
    }
    before.swap(now);
    now.swap(after);
  }
  return {sum};
}

Reals wave2d_adjoint(const Inputs& in) {
  const std::int64_t n = in.length(0), m = in.length(0, 1), t = in.length(1), size = n * m;
  const double *c = in.array(0), *wavelet = in.array(1), *observed = in.array(2);
  Reals states(static_cast<std::size_t>(size * (t + 2)));
  for (std::int64_t i = 0; i < t; ++i) {
    double* before = states.data() + i * size;
    wave_step(n, m, c, before, before + size, before + 2 * size);
    before[2 * size + n / 2 * m + m / 2] += wavelet[i];
  }
  Reals dc(static_cast<std::size_t>(size)), dbefore(dc.size()), dnow(dc.size()), dafter(dc.size());
  for (std::int64_t i = t; i-- > 0;) {
    const double *now = states.data() + (i + 1) * size, *after = now + size;
    double* d = dafter.data();
    for (std::int64_t j = 0; j < m; ++j) {
      const std::int64_t k = kReceivers * m + j;
      d[k] += 2 * (after[k] - observed[i * m + j]);
    }
    std::fill(dbefore.begin(), dbefore.end(), 0.0);
    for (std::int64_t row = 1; row < n - 1; ++row)
      for (std::int64_t k = row * m + 1; k < row * m + m - 1; ++k) {
        dc[static_cast<std::size_t>(k)] +=
            d[k] * (now[k - m] + now[k + m] + now[k - 1] + now[k + 1] - 4 * now[k]);
        const double w = c[k] * d[k];
        dnow[static_cast<std::size_t>(k)] += 2 * d[k] - 4 * w;
        dnow[static_cast<std::size_t>(k - m)] += w;
        dnow[static_cast<std::size_t>(k + m)] += w;
        dnow[static_cast<std::size_t>(k - 1)] += w;
        dnow[static_cast<std::size_t>(k + 1)] += w;
        dbefore[static_cast<std::size_t>(k)] = -d[k];
      }
    dafter.swap(dnow);
    dnow.swap(dbefore);
  }
  return dc;
}

Reals burgers1d(const Inputs& in) {
  const std::size_t n = static_cast<std::size_t>(in.length(0));
  Reals u(in.array(0), in.array(0) + n), v(n);
  for (int step = 0; step < kBurgersSteps; ++step) {
    burgers_step(n, in.real(1), u.data(), v.data());
    u.swap(v);
  }
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i) sum += in.array(2)[i] * u[i] * u[i];
  return {sum};
}

Reals burgers1d_adjoint(const Inputs& in) {
  const std::size_t n = static_cast<std::size_t>(in.length(0));
  const double dt = in.real(1);
  Reals states(n * (kBurgersSteps + 1)), du(n), dv(n);
  double* u = states.data();
  std::copy(in.array(0), in.array(0) + n, u);
  for (int step = 0; step < kBurgersSteps; ++step, u += n) burgers_step(n, dt, u, u + n);
  for (std::size_t i = 0; i < n; ++i) du[i] = 2 * in.array(2)[i] * u[i];
  double d_dt = 0;
  for (int step = kBurgersSteps; step-- > 0;) {
    u -= n;
    std::fill(dv.begin(), dv.end(), 0.0);
    for (std::size_t i = 0; i < n; ++i) {
      const std::size_t left = i > 0 ? i - 1 : n - 1, right = i + 1 < n ? i + 1 : 0;
      const double w = dt * du[i] * u[i];
      const bool rising = u[i] > 0;
      const double slope = rising ? u[i] - u[left] : u[right] - u[i];
      d_dt -= du[i] * u[i] * slope;
      dv[i] += du[i] * (1 - dt * slope) + (rising ? -w : w);
      dv[rising ? left : right] += rising ? w : -w;
    }
    du.swap(dv);
  }
  du.push_back(d_dt);
  return du;
}

Reals poisson_jacobi(const Inputs& in) {
  const std::int64_t n = in.length(0);
  const Reals u = jacobi_solution(n, in.array(0));
  double sum = 0;
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = 0; j < n; ++j) {
      const double error =
          u[static_cast<std::size_t>((i + 1) * (n + 2) + j + 1)] - in.array(1)[i * n + j];
      sum += error * error;
    }
  return {sum};
}

Reals poisson_jacobi_adjoint(const Inputs& in) {
  const std::int64_t n = in.length(0), m = n + 2;
  const double h = 1 / static_cast<double>(n + 1);
  const Reals u = jacobi_solution(n, in.array(0));
  Reals du(u.size()), next(u.size()), df(static_cast<std::size_t>(n * n));
  const Reals nothing(df.size());
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = 0; j < n; ++j) {
      const std::size_t k = static_cast<std::size_t>((i + 1) * m + j + 1);
      du[k] = 2 * (u[k] - in.array(1)[i * n + j]);
    }
  for (int sweep = 0; sweep < kSweeps; ++sweep) {
    for (std::int64_t i = 0; i < n; ++i)
      for (std::int64_t j = 0; j < n; ++j)
        df[static_cast<std::size_t>(i * n + j)] +=
            0.25 * h * h * du[static_cast<std::size_t>((i + 1) * m + j + 1)];
    jacobi_sweep(n, 0, nothing.data(), du.data(), next.data());
    du.swap(next);
  }
  return df;
}

}  // namespace laguz::bench
