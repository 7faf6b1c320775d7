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
  constexpr int kMost = 40;
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
    const double noise = std::max(noise_of(above), noise_of(below)) / width;
    if (!table.add((above - below) / width, noise)) break;
  }
  return table.best();
}

std::optional<Slope> Differences::one_sided(int side) {
  Extrapolation table(1, 1);
  for (int k = 0; k < steps_; ++k) {
    const double there = at(k, side), by = side * distance(k);
    if (!std::isfinite(there)) continue;
    const double noise = std::max(noise_of(there), noise_of(middle())) / std::abs(by);
    if (!table.add((there - middle()) / by, noise)) break;
  }
  return table.best();
}

double Differences::middle() {
  if (!middle_) middle_ = f_(0);
  return *middle_;
}

double Differences::noise_of(double value) const {
  return precision_.epsilon * std::abs(value) + noise_ + std::numeric_limits<double>::min();
}

void Differences::look_at_noise() {
  // Fourth differences of a smooth function are next to nothing at small distances, and those of
  // errors some eight times as large as they are. (At no powers of two: what is rounded on a grid
  // would be a line.)
  constexpr double kGrowth = 8, kOdd = 0.71, kFurthest = 0x1p-10, kSmaller = 0x1p-10;
  constexpr int kPoints = 8;
  for (double by = kFurthest; by >= precision_.least; by *= kSmaller)
    for (const int side : {1, -1}) {
      double value[kPoints];
      for (int k = 0; k < kPoints; ++k) value[k] = f_(side * (k + 1) * kOdd * by);
      for (int k = 0; k + 4 < kPoints; ++k) {
        const double fourth =
            value[k] - 4 * value[k + 1] + 6 * value[k + 2] - 4 * value[k + 3] + value[k + 4];
        if (std::isfinite(fourth)) noise_ = std::max(noise_, std::abs(fourth) / kGrowth);
      }
    }
}

double Differences::jump() {
  // Of a function without a jump the values come together as fast as the distances get smaller.
  const int last = std::min(6, steps_ / 2);
  if (last < 2) return 0;
  constexpr double kSure = 64;
  const auto apart = [&](double nearest, double further, double size) {
    const bool stays = std::abs(further - nearest) < std::abs(nearest) / 2;
    return std::isfinite(nearest) && stays && std::abs(nearest) > kSure * noise_of(size)
               ? std::abs(nearest)
               : 0;
  };
  const int near = steps_ - 1, far = steps_ - last;
  const double size = std::max(std::abs(at(near, 1)), std::abs(at(near, -1)));
  const double sides = apart(at(near, 1) - at(near, -1), at(far, 1) - at(far, -1), size);
  const auto from_middle = [&](int side) {
    return apart(at(near, side) - middle(), at(far, side) - middle(), size);
  };
  // (Where the middle belongs to one side, that is the jump between them.)
  return sides > 0 ? sides : std::min(from_middle(1), from_middle(-1));
}

bool Differences::goes_in_steps() {
  const int near = std::min(4, steps_ / 2);
  if (near < 2) return false;
  for (int k = steps_ - near; k < steps_; ++k)
    if (at(k, 1) != middle() || at(k, -1) != middle()) return false;
  constexpr double kBeside = 1 + 0x1p-8;  // in halves, too
  int others = 0, level = 0;
  for (int k = 0; k < steps_ - near; ++k)
    for (const int side : {1, -1}) {
      if (at(k, side) == middle() || !std::isfinite(at(k, side))) continue;
      ++others;
      if (f_(side * distance(k) * kBeside) == at(k, side)) ++level;
    }
  return others > 0 && 2 * level > others;
}

}  // namespace laguz::engine
