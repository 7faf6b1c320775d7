// Bundle adjustment and skinning.
#include <array>
#include <cmath>

#include "models.hpp"

namespace laguz::bench {
namespace {

using Vector = std::array<double, 3>;

Vector operator+(const Vector& a, const Vector& b) {
  return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}
Vector operator*(double s, const Vector& a) { return {s * a[0], s * a[1], s * a[2]}; }
double dot(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
Vector cross(const Vector& a, const Vector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

/// A point as a camera sees it, and what came up on the way.
struct View {
  Vector away, axis{}, crossed, seen;
  double square, angle = 0, cosine = 1, sine = 0, along = 0, u, v, distance, bend;
  std::array<double, 2> place;

  View(const double* cam, const double* point)
      : away{point[0] - cam[3], point[1] - cam[4], point[2] - cam[5]} {
    const Vector r{cam[0], cam[1], cam[2]};
    square = dot(r, r);
    if (square > 0) {
      angle = std::sqrt(square);
      cosine = std::cos(angle);
      sine = std::sin(angle);
      axis = {r[0] / angle, r[1] / angle, r[2] / angle};
      along = dot(axis, away);
      crossed = cross(axis, away);
      seen = cosine * away + sine * crossed + along * (1 - cosine) * axis;
    } else {
      crossed = cross(r, away);
      seen = away + crossed;
    }
    u = seen[0] / seen[2];
    v = seen[1] / seen[2];
    distance = u * u + v * v;
    bend = 1 + cam[9] * distance + cam[10] * distance * distance;
    place = {cam[6] * u * bend + cam[7], cam[6] * v * bend + cam[8]};
  }

  /// Adds to the cotangents of camera and point what that of the place, (p, q), gives.
  void back(const double* cam, double p, double q, double* cam_back, double* point_back) const {
    const double focal = cam[6];
    cam_back[6] += (p * u + q * v) * bend;
    cam_back[7] += p;
    cam_back[8] += q;
    const double bend_back = focal * (p * u + q * v);
    cam_back[9] += bend_back * distance;
    cam_back[10] += bend_back * distance * distance;
    const double distance_back = bend_back * (cam[9] + 2 * cam[10] * distance);
    const double u_back = focal * bend * p + 2 * u * distance_back;
    const double v_back = focal * bend * q + 2 * v * distance_back;
    const double z = 1 / seen[2];
    const Vector seen_back{u_back * z, v_back * z, -(u_back * u + v_back * v) * z};
    Vector r_back, away_back;
    if (square > 0) {
      const double onto_axis = dot(axis, seen_back), along_back = onto_axis * (1 - cosine);
      const Vector crossed_back = sine * seen_back;
      const Vector axis_back =
          along * (1 - cosine) * seen_back + along_back * away + cross(away, crossed_back);
      away_back = cosine * seen_back + along_back * axis + cross(crossed_back, axis);
      const double cosine_back = dot(away, seen_back) - along * onto_axis;
      const double angle_back =
          cosine * dot(crossed, seen_back) - sine * cosine_back - dot(axis_back, axis) / angle;
      r_back = 1 / angle * axis_back + angle_back * axis;
    } else {
      const Vector r{cam[0], cam[1], cam[2]};
      r_back = cross(away, seen_back);
      away_back = seen_back + cross(seen_back, r);
    }
    for (int i = 0; i < 3; ++i) {
      cam_back[i] += r_back[static_cast<std::size_t>(i)];
      cam_back[3 + i] -= away_back[static_cast<std::size_t>(i)];
      point_back[i] += away_back[static_cast<std::size_t>(i)];
    }
  }
};

using Matrix = std::array<double, 16>;

Matrix multiply(const Matrix& a, const Matrix& b) {
  Matrix c{};
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t k = 0; k < 4; ++k)
      for (std::size_t j = 0; j < 4; ++j) c[4 * i + j] += a[4 * i + k] * b[4 * k + j];
  return c;
}

Matrix local_transform(const double* angle, const double* offset) {
  const double cx = std::cos(angle[0]), sx = std::sin(angle[0]);
  const double cy = std::cos(angle[1]), sy = std::sin(angle[1]);
  const double cz = std::cos(angle[2]), sz = std::sin(angle[2]);
  const Matrix x{1, 0, 0, 0, 0, cx, -sx, 0, 0, sx, cx, 0, 0, 0, 0, 1};
  const Matrix y{cy, 0, sy, 0, 0, 1, 0, 0, -sy, 0, cy, 0, 0, 0, 0, 1};
  const Matrix z{cz, -sz, 0, offset[0], sz, cz, 0, offset[1], 0, 0, 1, offset[2], 0, 0, 0, 1};
  return multiply(z, multiply(y, x));
}

}  // namespace

std::vector<double> bundle(const Inputs& in) {
  const double *cams = in.array(0), *points = in.array(1), *weights = in.array(2);
  const auto *which_cam = in.array<std::int64_t>(3), *which_point = in.array<std::int64_t>(4);
  const double* features = in.array(5);
  double sum = 0;
  for (std::int64_t o = 0; o < in.length(2); ++o) {
    const View view(cams + 11 * which_cam[o], points + 3 * which_point[o]);
    const double e = weights[o] * (view.place[0] - features[2 * o]);
    const double f = weights[o] * (view.place[1] - features[2 * o + 1]);
    sum += e * e + f * f;
  }
  return {sum};
}

std::vector<double> bundle_adjoint(const Inputs& in) {
  const double *cams = in.array(0), *points = in.array(1), *weights = in.array(2);
  const auto *which_cam = in.array<std::int64_t>(3), *which_point = in.array<std::int64_t>(4);
  const double* features = in.array(5);
  std::vector<double> out(static_cast<std::size_t>(in.size(0) + in.size(1) + in.size(2)));
  double* const cams_back = out.data();
  double* const points_back = cams_back + in.size(0);
  double* const weights_back = points_back + in.size(1);
  for (std::int64_t o = 0; o < in.length(2); ++o) {
    const std::int64_t c = 11 * which_cam[o], p = 3 * which_point[o];
    const View view(cams + c, points + p);
    const double x = view.place[0] - features[2 * o], y = view.place[1] - features[2 * o + 1];
    weights_back[o] = 2 * weights[o] * (x * x + y * y);
    const double scale = 2 * weights[o] * weights[o];
    view.back(cams + c, scale * x, scale * y, cams_back + c, points_back + p);
  }
  return out;
}

std::vector<double> skeleton(const Inputs& in) {
  const std::int64_t bones = in.length(0), count = in.length(3);
  const double *angles = in.array(0), *offsets = in.array(1);
  const auto* parents = in.array<std::int64_t>(2);
  const double *vertices = in.array(3), *weights = in.array(4), *targets = in.array(5);
  std::vector<Matrix> world(static_cast<std::size_t>(bones));
  for (std::int64_t b = 0; b < bones; ++b) {
    const Matrix own = local_transform(angles + 3 * b, offsets + 3 * b);
    world[static_cast<std::size_t>(b)] =
        b == 0 ? own : multiply(world[static_cast<std::size_t>(parents[b])], own);
  }
  double sum = 0;
  for (std::int64_t v = 0; v < count; ++v) {
    Vector place{};
    for (std::int64_t b = 0; b < bones; ++b) {
      const Matrix& m = world[static_cast<std::size_t>(b)];
      for (std::size_t i = 0; i < 3; ++i) {
        double s = 0;
        for (std::size_t j = 0; j < 4; ++j) s += m[4 * i + j] * vertices[4 * v + std::int64_t(j)];
        place[i] += weights[v * bones + b] * s;
      }
    }
    for (std::int64_t i = 0; i < 3; ++i) {
      const double e = place[static_cast<std::size_t>(i)] - targets[3 * v + i];
      sum += e * e;
    }
  }
  return {sum};
}

}  // namespace laguz::bench
