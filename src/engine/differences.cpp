#include "engine/differences.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace laguz::engine {
namespace {

/// Richardson's extrapolation of estimates at distances each half as large, whose errors begin with
/// the power [first] of the distance and go on in steps of [step]; of all in the table the one that
/// agrees best with those that it was made of (C. Ridders, 1982).
class Extrapolation {
 public:
  Extrapolation(int first, int step) : first_(first), step_(step) {}

  /// [noise]: how wrong the estimate may be for other reasons. False when it will get no better.
  bool add(double estimate, double noise) {
    std::vector<double> row{estimate};
    noise_ = std::max(noise_, noise);
    if (row_.empty()) best_ = {estimate, std::numeric_limits<double>::infinity()};
    for (std::size_t j = 0; j < row_.size() && j < kMost; ++j) {
      const double factor = std::pow(2.0, first_ + step_ * static_cast<int>(j));
      const double next = (factor * row[j] - row_[j]) / (factor - 1);
      const double error = std::max(std::abs(next - row[j]), std::abs(next - row_[j])) + noise_;
      if (error < best_.error) best_ = {next, error};
      row.push_back(next);
    }
    row_ = std::move(row);
    constexpr double kEnough = 1e-11;
    return best_.error > kEnough * std::abs(best_.value);
  }
  std::optional<Slope> best() const {
    return row_.empty() || !std::isfinite(best_.error) ? std::nullopt : std::optional(best_);
  }

 private:
  static constexpr std::size_t kMost = 8;
  int first_, step_;
  double noise_ = 0;
  std::vector<double> row_;
  Slope best_;
};

}  // namespace

Differences::Differences(std::function<double(double)> f, Precision precision)
    : f_(std::move(f)), precision_(precision) {
  constexpr int kMost = 30;
  while (steps_ < kMost && distance(steps_) >= precision_.least) ++steps_;
  known_.resize(2 * static_cast<std::size_t>(steps_));
}

double Differences::distance(int k) const { return std::ldexp(precision_.scale, -k); }

double Differences::at(int k, int side) {
  auto& known = known_[2 * static_cast<std::size_t>(k) + (side > 0 ? 1 : 0)];
  if (!known) known = f_(side * distance(k));
  return *known;
}

std::optional<Slope> Differences::slope() {
  Extrapolation table(2, 2);
  for (int k = 0; k < steps_; ++k) {
    const double above = at(k, 1), below = at(k, -1), width = 2 * distance(k);
    if (!std::isfinite(above) || !std::isfinite(below)) continue;
    const double noise = precision_.epsilon * std::max(std::abs(above), std::abs(below)) / width;
    if (!table.add((above - below) / width, noise)) break;
  }
  return table.best();
}

std::optional<Slope> Differences::one_sided(int side) {
  if (!middle_) middle_ = f_(0);
  Extrapolation table(1, 1);
  for (int k = 0; k < steps_; ++k) {
    const double there = at(k, side), by = side * distance(k);
    if (!std::isfinite(there)) continue;
    const double noise =
        precision_.epsilon * std::max(std::abs(there), std::abs(*middle_)) / std::abs(by);
    if (!table.add((there - *middle_) / by, noise)) break;
  }
  return table.best();
}

double Differences::jump() {
  // Of a function without a jump the values come together as fast as the distances get smaller.
  constexpr int kLast = 6;
  if (steps_ < 2 * kLast) return 0;
  const double nearest = at(steps_ - 1, 1) - at(steps_ - 1, -1);
  const double further = at(steps_ - kLast, 1) - at(steps_ - kLast, -1);
  const double size = std::max(std::abs(at(steps_ - 1, 1)), std::abs(at(steps_ - 1, -1)));
  const bool stays = std::abs(further - nearest) < std::abs(nearest) / 2;
  return std::isfinite(nearest) && stays && std::abs(nearest) > 64 * precision_.epsilon * size
             ? std::abs(nearest)
             : 0;
}

bool Differences::is_level() {
  constexpr int kNear = 4;
  if (steps_ < 2 * kNear) return false;
  if (!middle_) middle_ = f_(0);
  for (int k = steps_ - kNear; k < steps_; ++k)
    if (at(k, 1) != *middle_ || at(k, -1) != *middle_) return false;
  for (int k = 0; k < steps_ - kNear; ++k)
    if (at(k, 1) != *middle_ || at(k, -1) != *middle_) return true;
  return false;
}

}  // namespace laguz::engine
