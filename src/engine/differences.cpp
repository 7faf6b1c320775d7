#include "engine/differences.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <utility>

#include "engine/extrapolation.hpp"

namespace laguz::engine {

Differences::Differences(std::function<double(double)> f, Precision precision)
    : f_(std::move(f)), precision_(precision) {
  constexpr int kMost = 40;
  while (steps_ < kMost && distance(steps_) >= precision_.least) ++steps_;
  int all = steps_;
  while (distance(all) >= precision_.finest) ++all;
  known_.resize(2 * static_cast<std::size_t>(all));
  noise_.resize(static_cast<std::size_t>(all));
}

Differences Differences::at_other_distances(double factor) const {
  Precision precision = precision_;
  precision.scale *= factor;
  precision.least *= factor;
  precision.finest *= factor;
  Differences other(f_, precision);
  other.noise_ = noise_;
  return other;
}

double Differences::distance(int k) const { return std::ldexp(precision_.scale, -k); }

double Differences::at(int k, int side) {
  auto& known = known_[2 * static_cast<std::size_t>(k) + (side > 0 ? 1 : 0)];
  if (!known) known = f_(side * distance(k));
  return *known;
}

std::optional<Slope> Differences::slope() {
  return sweep(Extrapolation(2, 2), [&](int k) -> std::optional<Slope> {
    const double above = at(k, 1), below = at(k, -1), width = 2 * distance(k);
    if (!std::isfinite(above) || !std::isfinite(below)) return std::nullopt;
    return Slope{.value = (above - below) / width,
                 .error = std::max(noise_of(above, k), noise_of(below, k)) / width};
  });
}

std::optional<Slope> Differences::one_sided(int side) {
  return sweep(Extrapolation(1, 1), [&](int k) -> std::optional<Slope> {
    const double there = at(k, side), by = side * distance(k);
    if (!std::isfinite(there)) return std::nullopt;
    return Slope{.value = (there - middle()) / by,
                 .error = std::max(noise_of(there, k), noise_of(middle(), k)) / std::abs(by)};
  });
}

Slope Differences::overall() {
  const double widest = (at(0, 1) - at(0, -1)) / (2 * distance(0));
  const double next = (at(1, 1) - at(1, -1)) / (2 * distance(1));
  return {.value = widest, .error = std::abs(widest - next)};
}

std::optional<Slope> Differences::sweep(
    Extrapolation table, const std::function<std::optional<Slope>(int)>& estimate) const {
  // Where nothing is to be gained, some nearer ones are looked at, and all of them if one is
  // another: the function may be a line with something narrow on it.
  constexpr int kStride = 6;
  const auto goes_on = [&](int from) {
    for (int k = steps_ - 1; k > from; k -= kStride)
      if (const auto one = estimate(k); one && !table.expects(one->value, one->error)) return false;
    return true;
  };
  bool looked = false;
  for (int k = 0; k < steps_; ++k) {
    const auto one = estimate(k);
    if (!one) continue;
    table.add(one->value, one->error);
    if (looked || !table.is_exact()) continue;
    if (goes_on(k)) break;
    looked = true;
  }
  return table.best();
}

double Differences::middle() {
  if (!middle_) middle_ = f_(0);
  return *middle_;
}

double Differences::noise_of(double value, int k) const {
  return precision_.epsilon * std::abs(value) + noise_[static_cast<std::size_t>(k)] +
         std::numeric_limits<double>::min();
}

void Differences::look_at_noise() {
  // Fourth differences of a smooth function are next to nothing at small distances, and those of
  // errors some eight times as large as they are. (At no powers of two: what is rounded on a grid
  // would be a line.) What is seen at some distance may be the function's at larger ones only.
  constexpr double kGrowth = 8, kOdd = 0.71;
  constexpr int kPoints = 8, kFurthest = 4, kSmaller = 4;
  double largest = 0;
  int k = static_cast<int>(noise_.size()) - 1;
  const auto look = [&](double by) {
    for (const int side : {1, -1}) {
      double value[kPoints];
      for (int i = 0; i < kPoints; ++i) value[i] = f_(side * (i + 1) * kOdd * by);
      for (int i = 0; i + 4 < kPoints; ++i) {
        const double fourth =
            value[i] - 4 * value[i + 1] + 6 * value[i + 2] - 4 * value[i + 3] + value[i + 4];
        if (std::isfinite(fourth)) largest = std::max(largest, std::abs(fourth) / kGrowth);
      }
    }
  };
  for (int next = steps_ - 1;; next -= kSmaller) {
    if (next >= kFurthest) look(distance(next));
    if (next == steps_ - 1) least_noise_ = largest;
    for (; k > next - kSmaller && k >= 0; --k)
      noise_[static_cast<std::size_t>(k)] = std::max(noise_[static_cast<std::size_t>(k)], largest);
    if (k < 0) break;
  }
}

bool Differences::look_at_jumps() {
  constexpr int kNear = 6, kLeastLevel = 3;
  int k = steps_ - 1 - kNear;
  if (k < 0) return false;
  // The nearest place where it is off the line of what is near by, and beyond.
  const double slope = (at(k, 1) - at(k, -1)) / (2 * distance(k));
  const auto is_off = [&](int side) {
    const double along = side * slope * distance(k);
    const double off = std::abs(at(k, side) - middle() - along);
    return std::isfinite(off) && 2 * off > std::abs(along) + noise_of(middle(), k);
  };
  // (Both sides: what is rounded on a grid then is no finer one than that distance.)
  while (k >= kLeastLevel && !(is_off(1) && is_off(-1))) --k;
  if (k < kLeastLevel)
    while (k >= 0 && !is_off(1) && !is_off(-1)) --k;
  if (k < 0) return false;
  double largest = 0;
  const auto jumps = [&](double from, double to) {
    const double jump = jump_between(from, to, slope);
    largest = std::max(largest, jump);
    return jump > 0;
  };
  for (const int side : {1, -1}) {
    const double by = side * distance(k);
    // There may be room for one jump only.
    if (k < kLeastLevel ? is_off(side) && !jumps(by / 2, by)
                        : !jumps(2 * by, 4 * by) || !jumps(4 * by, 8 * by))
      return false;
  }
  for (double& noise : noise_) noise = std::max(noise, largest);
  return true;
}

double Differences::jump_between(double from, double to, double slope) const {
  // Follows what is most off the line, which gets as small as the distance where there is no jump.
  constexpr double kLeast = 1e-3;
  const auto off = [&](double a, double fa, double b, double fb) {
    return std::abs(fb - fa - slope * (b - a));
  };
  double low = f_(from), high = f_(to);
  const double all = off(from, low, to, high);
  while (std::abs(to - from) > 2 * precision_.finest) {
    const double between = from + (to - from) / 2;
    const double value = f_(between);
    if (off(from, low, between, value) >= off(between, value, to, high)) {
      to = between;
      high = value;
    } else {
      from = between;
      low = value;
    }
  }
  const double jump = off(from, low, to, high);
  const bool is_one = jump > kLeast * all && jump > precision_.epsilon * std::abs(high);
  return is_one ? jump : 0;
}

double Differences::jump() {
  // At distances that are too small for slopes, too.
  return jump_down_to(static_cast<int>(noise_.size()) - 1);
}

double Differences::jump_down_to(int near) {
  // Of a function without a jump the values come together as fast as the distances get smaller.
  constexpr double kSure = 64;
  const int last = std::min(6, steps_ / 2), far = steps_ - 1 - last;
  if (last < 2) return 0;
  const auto stays = [&](const std::function<double(int)>& apart) {
    const double nearest = apart(near);
    const double size = std::max({std::abs(at(near, 1)), std::abs(at(near, -1))});
    if (!std::isfinite(nearest) || std::abs(nearest) <= kSure * noise_of(size, near)) return 0.0;
    for (int k = near - 1; k >= far; --k)
      if (!(std::abs(apart(k) - nearest) < std::abs(nearest) / 2)) return 0.0;
    return std::abs(nearest);
  };
  const double sides = stays([&](int k) { return at(k, 1) - at(k, -1); });
  // (Where the middle belongs to one side, that is the jump between them.)
  if (sides > 0) return sides;
  return std::min(stays([&](int k) { return at(k, 1) - middle(); }),
                  stays([&](int k) { return at(k, -1) - middle(); }));
}

bool Differences::is_too_fast() {
  if (jump_down_to(steps_ - 1) > 0) return true;
  constexpr double kPart = 64;
  double low = middle(), high = middle();
  for (int k = 0; k < steps_; ++k)
    for (const int side : {1, -1})
      if (std::isfinite(at(k, side))) {
        low = std::min(low, at(k, side));
        high = std::max(high, at(k, side));
      }
  return kPart * least_noise_ > high - low;
}

bool Differences::goes_in_steps() {
  const int near = std::min(4, steps_ / 2);
  if (near < 2) return false;
  for (int k = steps_ - near; k < steps_; ++k)
    if (at(k, 1) != middle() || at(k, -1) != middle()) return false;
  constexpr double kBeside = 1 + 0x1p-8;  // in halves, too
  constexpr std::size_t kSeveral = 2;     // one alone is a threshold
  std::set<double> values;
  int others = 0, level = 0;
  for (int k = 0; k < steps_ - near; ++k)
    for (const int side : {1, -1}) {
      if (at(k, side) == middle() || !std::isfinite(at(k, side))) continue;
      ++others;
      values.insert(at(k, side));
      if (f_(side * distance(k) * kBeside) == at(k, side)) ++level;
    }
  return values.size() >= kSeveral && 2 * level > others;
}

}  // namespace laguz::engine
