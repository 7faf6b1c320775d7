// Maps with something in them, filters, reshaping, in C++.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "folds.hpp"

namespace laguz::bench::folds {

Numbers filter_sum(const Inputs& in) {
  const double* xs = in.array(0);
  double sum = 0;
  std::int64_t count = 0;
  for (std::int64_t i = 0; i < in.size(0); ++i)
    if (xs[i] > 0) {
      sum += std::log(xs[i]);
      ++count;
    }
  return {sum / static_cast<double>(count)};
}

Numbers filter_sum_adjoint(const Inputs& in) {
  const std::int64_t n = in.size(0);
  const double* xs = in.array(0);
  std::int64_t count = 0;
  for (std::int64_t i = 0; i < n; ++i) count += xs[i] > 0;
  Numbers out(static_cast<std::size_t>(n));
  for (std::int64_t i = 0; i < n; ++i)
    out[i] = xs[i] > 0 ? 1 / (xs[i] * static_cast<double>(count)) : 0;
  return out;
}

Numbers partition_sums(const Inputs& in) {
  const std::int64_t n = in.size(0);
  const double* xs = in.array(0);
  double up = 0, down = 0;
  for (std::int64_t i = 0; i < n; ++i)
    if (xs[i] >= 0)
      up += std::pow(xs[i] + 0.01, 0.88);
    else
      down += std::pow(0.01 - xs[i], 0.92);
  return {(up - in.real(1) * down) / static_cast<double>(n)};
}

Numbers zip_unzip_records(const Inputs& in) {
  const std::int64_t n = in.size(0);
  const double *masses = in.array(0), *xs = in.array(1), *ys = in.array(2), *vxs = in.array(3),
               *vys = in.array(4);
  const double dt = in.real(5);
  double kinetic = 0, px = 0, py = 0;
  for (std::int64_t i = 0; i < n; ++i) {
    double x = xs[i], y = ys[i], vx = vxs[i], vy = vys[i];
    for (int step = 0; step < 2; ++step) {
      vx += dt * (-x / masses[i]);
      vy += dt * (-y / masses[i]);
      x += dt * vx;
      y += dt * vy;
    }
    kinetic += 0.5 * masses[i] * (vx * vx + vy * vy);
    px += masses[i] * vx;
    py += masses[i] * vy;
  }
  return {kinetic + (px * px + py * py) / static_cast<double>(n)};
}

Numbers nested_maps_3d(const Inputs& in) {
  const std::int64_t n = in.length(0), m = in.length(0, 1), k = in.length(0, 2);
  const double* a = in.array(0);
  Numbers first(static_cast<std::size_t>(m * k)), tops(static_cast<std::size_t>(k));
  Numbers means(static_cast<std::size_t>(m));
  double total = 0;
  for (std::int64_t i = 0; i < n; ++i) {
    const double* slab = a + i * m * k;
    std::fill(tops.begin(), tops.end(), -std::numeric_limits<double>::infinity());
    for (std::int64_t j = 0; j < m; ++j) {
      const double* row = slab + j * k;
      double sum = 0;
      for (std::int64_t l = 0; l < k; ++l) {
        sum += row[l];
        tops[l] = std::max(tops[l], row[l]);
        first[j * k + l] += row[l] * row[l];
      }
      means[j] = sum / static_cast<double>(k);
    }
    for (std::int64_t j = 0; j < m; ++j)
      for (std::int64_t l = 0; l < k; ++l) {
        const double x = (slab[j * k + l] - means[j]) * tops[l];
        total += x * x;
      }
  }
  for (const double x : first) total += std::log(x);
  return {total};
}

Numbers flatten_unflatten(const Inputs& in) {
  const std::int64_t n = in.length(0), m = in.length(0, 1);
  const double* image = in.array(0);
  Numbers flat(static_cast<std::size_t>(n * m));
  double* block = flat.data();
  for (std::int64_t i = 0; i < n; i += 8)
    for (std::int64_t j = 0; j < m; j += 8, block += 64) {
      double mean = 0, var = 0;
      for (std::int64_t y = 0; y < 8; ++y)
        for (std::int64_t x = 0; x < 8; ++x) {
          block[y * 8 + x] = image[(i + y) * m + j + x];
          mean += block[y * 8 + x];
        }
      mean /= 64;
      for (std::int64_t p = 0; p < 64; ++p) var += (block[p] - mean) * (block[p] - mean);
      const double factor = 1 / std::sqrt(var / 64 + 0.001);
      for (std::int64_t p = 0; p < 64; ++p) block[p] = (block[p] - mean) * factor;
    }
  const std::size_t size = flat.size();
  double sum = (flat[size - 1] - flat[0]) * (flat[size - 1] - flat[0]);
  for (std::size_t p = 0; p + 1 < size; ++p)
    sum += (flat[p] - flat[p + 1]) * (flat[p] - flat[p + 1]);
  return {sum};
}

Numbers iota_tabulate_sum(const Inputs& in) {
  const std::int64_t n = in.whole(0);
  const double* p = in.array(1);
  double sum = 0;
  for (std::int64_t i = 0; i < n; ++i) {
    const double x = (static_cast<double>(i) + 0.5) / static_cast<double>(n);
    sum += p[0] * std::exp(-p[1] * x) * std::sin(p[2] * x + p[3]);
  }
  return {sum / static_cast<double>(n)};
}

Numbers iota_tabulate_sum_adjoint(const Inputs& in) {
  const std::int64_t n = in.whole(0);
  const double* p = in.array(1);
  double p0 = 0, p1 = 0, p2 = 0, p3 = 0;
  for (std::int64_t i = 0; i < n; ++i) {
    const double x = (static_cast<double>(i) + 0.5) / static_cast<double>(n);
    const double e = std::exp(-p[1] * x), s = std::sin(p[2] * x + p[3]);
    const double c = p[0] * e * std::cos(p[2] * x + p[3]);
    p0 += e * s;
    p1 -= x * p[0] * e * s;
    p2 += c * x;
    p3 += c;
  }
  const double scale = 1 / static_cast<double>(n);
  return {p0 * scale, p1 * scale, p2 * scale, p3 * scale};
}

namespace {

/// The nearest of the others, and the square of its distance.
std::pair<std::int64_t, double> nearest(const double* ps, std::int64_t n, std::int64_t i) {
  std::pair<std::int64_t, double> best{-1, std::numeric_limits<double>::infinity()};
  for (std::int64_t j = 0; j < n; ++j) {
    if (j == i) continue;
    double square = 0;
    for (int k = 0; k < 3; ++k) {
      const double difference = ps[3 * i + k] - ps[3 * j + k];
      square += difference * difference;
    }
    if (square < best.second) best = {j, square};
  }
  return best;
}

}  // namespace

Numbers pairwise_min(const Inputs& in) {
  const std::int64_t n = in.length(0);
  double sum = 0;
  for (std::int64_t i = 0; i < n; ++i) sum += std::sqrt(nearest(in.array(0), n, i).second);
  return {sum / static_cast<double>(n)};
}

Numbers pairwise_min_adjoint(const Inputs& in) {
  const std::int64_t n = in.length(0);
  const double* ps = in.array(0);
  Numbers out(static_cast<std::size_t>(3 * n));
  for (std::int64_t i = 0; i < n; ++i) {
    const auto [j, square] = nearest(ps, n, i);
    const double factor = 1 / (std::sqrt(square) * static_cast<double>(n));
    for (int k = 0; k < 3; ++k) {
      const double partial = factor * (ps[3 * i + k] - ps[3 * j + k]);
      out[3 * i + k] += partial;
      out[3 * j + k] -= partial;
    }
  }
  return out;
}

Numbers while_in_map(const Inputs& in) {
  const double a = in.real(0);
  const std::int64_t n = in.size(1);
  const double* xs = in.array(1);
  double total = 0;
  for (std::int64_t i = 0; i < n; ++i) {
    double x = xs[i], sum = 0;
    for (int turn = 0; x > 1 && turn < 200; ++turn) {
      x = turn % 3 == 2 ? a * x + 0.1 : 0.5 * x + 0.01 * std::sqrt(x);
      sum += x;
    }
    total += sum;
  }
  return {total / static_cast<double>(n)};
}

Numbers if_in_map(const Inputs& in) {
  const double a = in.real(0);
  const std::int64_t n = in.size(1);
  const double* xs = in.array(1);
  double total = 0;
  for (std::int64_t i = 0; i < n; ++i) {
    const double x = xs[i];
    double y = 0;
    if (x < 0.1)
      for (int k = 0; k < 20; ++k) y = y * x * a + 1 / static_cast<double>(k + 1);
    else if (x < 0.5)
      y = std::log(a + x) * std::exp(-x);
    else
      y = std::sqrt(x);
    total += y;
  }
  return {total / static_cast<double>(n)};
}

Numbers small_soacs_in_loop(const Inputs& in) {
  const std::int64_t steps = in.whole(0);
  const double stiffness = in.real(1), dt = 0.001;
  constexpr std::size_t n = 8;
  std::array<double, n> xs, vs{}, forces;
  std::copy_n(in.array(2), n, xs.begin());
  for (std::int64_t step = 0; step < steps; ++step) {
    for (std::size_t i = 0; i < n; ++i)
      forces[i] = stiffness * (xs[(i + n - 1) % n] - 2 * xs[i] + xs[(i + 1) % n]) - std::sin(xs[i]);
    for (std::size_t i = 0; i < n; ++i) {
      vs[i] += dt * forces[i];
      xs[i] += dt * vs[i];
    }
  }
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i) sum += xs[i] * xs[i] + vs[i] * vs[i];
  return {sum};
}

}  // namespace laguz::bench::folds
