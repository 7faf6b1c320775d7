// Many bodies: gravity, liquids, springs.
#include <cmath>

#include "numeric.hpp"

namespace laguz::bench {
namespace {

using Reals = std::vector<double>;

constexpr double kSoft = 0.01;
constexpr int kSteps = 5;
constexpr double kTime = 0.001;
constexpr double kCutOff2 = 6.25;

/// Positions by columns.
struct Columns {
  explicit Columns(std::size_t n) : x(n), y(n), z(n) {}
  /// From rows of three.
  Columns(std::size_t n, const double* rows) : Columns(n) {
    for (std::size_t i = 0; i < n; ++i) {
      x[i] = rows[3 * i];
      y[i] = rows[3 * i + 1];
      z[i] = rows[3 * i + 2];
    }
  }
  Reals x, y, z;
};

double potential(std::size_t n, const double* x, const double* y, const double* z,
                 const double* m) {
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i) {
    double part = 0;
    for (std::size_t j = 0; j < n; ++j) {
      const double dx = x[i] - x[j], dy = y[i] - y[j], dz = z[i] - z[j];
      part += m[j] / std::sqrt(dx * dx + dy * dy + dz * dz + kSoft);
    }
    sum -= m[i] * part;
  }
  return 0.5 * sum;
}

/// What pulls each body, divided by its mass.
void pulls(std::size_t n, const double* x, const double* y, const double* z, const double* m,
           Columns& out) {
  for (std::size_t i = 0; i < n; ++i) {
    double fx = 0, fy = 0, fz = 0;
    for (std::size_t j = 0; j < n; ++j) {
      const double dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i];
      const double r2 = dx * dx + dy * dy + dz * dz + kSoft;
      const double f = m[j] / (r2 * std::sqrt(r2));
      fx += f * dx;
      fy += f * dy;
      fz += f * dz;
    }
    out.x[i] = fx;
    out.y[i] = fy;
    out.z[i] = fz;
  }
}

double wrapped(double d, double side) { return d - side * std::round(d / side); }

}  // namespace

Reals nbody_columns(const Inputs& in) {
  return {potential(static_cast<std::size_t>(in.length(0)), in.array(0), in.array(1), in.array(2),
                    in.array(3))};
}

Reals nbody_columns_adjoint(const Inputs& in) {
  const std::size_t n = static_cast<std::size_t>(in.length(0));
  const double* m = in.array(3);
  Columns pull(n);
  pulls(n, in.array(0), in.array(1), in.array(2), m, pull);
  Reals out;
  out.reserve(3 * n);
  for (const Reals* column : {&pull.x, &pull.y, &pull.z})
    for (std::size_t i = 0; i < n; ++i) out.push_back(-m[i] * (*column)[i]);
  return out;
}

Reals nbody_rows(const Inputs& in) {
  const std::size_t n = static_cast<std::size_t>(in.length(0));
  const Columns p(n, in.array(0));
  return {potential(n, p.x.data(), p.y.data(), p.z.data(), in.array(1))};
}

Reals nbody_rows_adjoint(const Inputs& in) {
  const std::size_t n = static_cast<std::size_t>(in.length(0));
  const double* m = in.array(1);
  const Columns p(n, in.array(0));
  Columns pull(n);
  pulls(n, p.x.data(), p.y.data(), p.z.data(), m, pull);
  Reals out(3 * n);
  for (std::size_t i = 0; i < n; ++i) {
    out[3 * i] = -m[i] * pull.x[i];
    out[3 * i + 1] = -m[i] * pull.y[i];
    out[3 * i + 2] = -m[i] * pull.z[i];
  }
  return out;
}

Reals nbody_steps(const Inputs& in) {
  const std::size_t n = static_cast<std::size_t>(in.length(0));
  const double* m = in.array(2);
  Columns p(n, in.array(0)), v(n, in.array(1)), f(n);
  auto add = [n](Reals& to, double k, const Reals& what) {
    for (std::size_t i = 0; i < n; ++i) to[i] += k * what[i];
  };
  auto add_all = [&](Columns& to, double k, const Columns& what) {
    add(to.x, k, what.x);
    add(to.y, k, what.y);
    add(to.z, k, what.z);
  };
  pulls(n, p.x.data(), p.y.data(), p.z.data(), m, f);
  for (int step = 0; step < kSteps; ++step) {
    add_all(v, kTime / 2, f);
    add_all(p, kTime, v);
    pulls(n, p.x.data(), p.y.data(), p.z.data(), m, f);
    add_all(v, kTime / 2, f);
  }
  double kinetic = 0;
  for (std::size_t i = 0; i < n; ++i)
    kinetic += 0.5 * m[i] * (v.x[i] * v.x[i] + v.y[i] * v.y[i] + v.z[i] * v.z[i]);
  return {kinetic + potential(n, p.x.data(), p.y.data(), p.z.data(), m)};
}

Reals lennard_jones(const Inputs& in) {
  const std::int64_t n = in.length(0);
  const double *p = in.array(0), side = in.real(1);
  double sum = 0;
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = 0; j < i; ++j) {
      const double dx = wrapped(p[3 * i] - p[3 * j], side),
                   dy = wrapped(p[3 * i + 1] - p[3 * j + 1], side),
                   dz = wrapped(p[3 * i + 2] - p[3 * j + 2], side);
      const double r2 = dx * dx + dy * dy + dz * dz;
      if (r2 > kCutOff2) continue;
      const double s = 1 / (r2 * r2 * r2);
      sum += 4 * (s * s - s);
    }
  return {sum};
}

Reals lennard_jones_adjoint(const Inputs& in) {
  const std::int64_t n = in.length(0);
  const double *p = in.array(0), side = in.real(1);
  Reals out(static_cast<std::size_t>(3 * n));
  double* dp = out.data();
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = 0; j < i; ++j) {
      const double dx = wrapped(p[3 * i] - p[3 * j], side),
                   dy = wrapped(p[3 * i + 1] - p[3 * j + 1], side),
                   dz = wrapped(p[3 * i + 2] - p[3 * j + 2], side);
      const double r2 = dx * dx + dy * dy + dz * dz;
      if (r2 > kCutOff2) continue;
      const double s = 1 / (r2 * r2 * r2);
      const double w = 4 * (2 * s - 1) * -6 * s / r2;
      dp[3 * i] += w * dx;
      dp[3 * i + 1] += w * dy;
      dp[3 * i + 2] += w * dz;
      dp[3 * j] -= w * dx;
      dp[3 * j + 1] -= w * dy;
      dp[3 * j + 2] -= w * dz;
    }
  return out;
}

Reals spring_mesh(const Inputs& in) {
  double sum = 0;
  for (std::int64_t e = 0; e < in.length(1); ++e) {
    const std::int64_t* ends = in.array<std::int64_t>(1) + 2 * e;
    const double *p = in.array(0) + 3 * ends[0], *q = in.array(0) + 3 * ends[1];
    const double dx = p[0] - q[0], dy = p[1] - q[1], dz = p[2] - q[2];
    const double longer = std::sqrt(dx * dx + dy * dy + dz * dz) - in.array(2)[e];
    sum += longer * longer;
  }
  return {0.5 * in.real(3) * sum};
}

Reals spring_mesh_adjoint(const Inputs& in) {
  const std::int64_t n = in.length(0), m = in.length(1);
  const double stiff = in.real(3);
  Reals out(static_cast<std::size_t>(3 * n + m + 1));
  double *dp = out.data(), *drest = dp + 3 * n;
  double sum = 0;
  for (std::int64_t e = 0; e < m; ++e) {
    const std::int64_t* ends = in.array<std::int64_t>(1) + 2 * e;
    const double *p = in.array(0) + 3 * ends[0], *q = in.array(0) + 3 * ends[1];
    const double d[] = {p[0] - q[0], p[1] - q[1], p[2] - q[2]};
    const double length = std::sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    const double longer = length - in.array(2)[e];
    sum += longer * longer;
    drest[e] = -stiff * longer;
    for (int k = 0; k < 3; ++k) {
      const double w = stiff * longer * d[k] / length;
      dp[3 * ends[0] + k] += w;
      dp[3 * ends[1] + k] -= w;
    }
  }
  drest[m] = 0.5 * sum;
  return out;
}

}  // namespace laguz::bench
