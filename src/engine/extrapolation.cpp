#include "engine/extrapolation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace laguz::engine {
namespace {

constexpr double kSureOfNoise = 10;

}  // namespace

void Extrapolation::add(double estimate, double noise) {
  constexpr std::size_t kMost = 8;
  constexpr double kNoLonger = 4;  // times the error
  const double infinity = std::numeric_limits<double>::infinity();
  if (row_.empty()) best_ = {.value = estimate, .error = infinity};
  // However well those further away agreed: that is not where they lead to.
  const double beyond = this->beyond(estimate, noise);
  if (beyond > best_.error) {
    best_.settles = false;
    best_.error = beyond;
  }
  std::vector<double> row{estimate};
  noise_.push_back(noise);
  double worst = noise;  // of those that go into an estimate
  bool changes = false;
  for (std::size_t j = 0; j < row_.size() && j < kMost; ++j) {
    const double factor = std::pow(2.0, first_ + step_ * static_cast<int>(j));
    worst = std::max(worst, noise_[noise_.size() - 2 - j]);
    const double next = (factor * row[j] - row_[j]) / (factor - 1);
    const double error = std::max(std::abs(next - row[j]), std::abs(next - row_[j])) + worst;
    if (error < best_.error) {
      changes = best_.changes || !best_.settles ||
                (std::isfinite(best_.error) &&
                 std::abs(next - best_.value) > kNoLonger * (best_.error + error));
      best_ = {.value = next, .error = error, .changes = changes};
      rough_ = std::abs(estimate - next);
    }
    row.push_back(next);
  }
  row_ = std::move(row);
}

double Extrapolation::beyond(double estimate, double noise) const {
  if (!std::isfinite(best_.error)) return 0;
  return std::abs(estimate - best_.value) - rough_ - kSureOfNoise * noise;
}

bool Extrapolation::expects(double estimate, double noise) const {
  return beyond(estimate, noise) <= kSureOfNoise * best_.error;
}

bool Extrapolation::is_exact() const {
  constexpr double kEnough = 1e-11;
  return !row_.empty() && best_.error <= kEnough * std::abs(best_.value);
}

std::optional<Slope> Extrapolation::best() const {
  return row_.empty() || !std::isfinite(best_.error) ? std::nullopt : std::optional(best_);
}

}  // namespace laguz::engine
