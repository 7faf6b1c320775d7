// Slopes over distances each half as large as the one before, and where they lead to.
#pragma once

#include <optional>
#include <vector>

#include "engine/differences.hpp"

namespace laguz::engine {

/// Richardson's extrapolation of estimates whose errors begin with the power [first] of the
/// distance and go on in steps of [step]; of all in the table the one that agrees best with those
/// that it was made of (C. Ridders, 1982), and with what is seen nearer by.
class Extrapolation {
 public:
  Extrapolation(int first, int step) : first_(first), step_(step) {}

  /// The next estimate; [noise]: how wrong it may be for other reasons.
  void add(double estimate, double noise);
  /// One that is far nearer by. Whether it is what was to be expected.
  bool expects(double estimate, double noise) const;
  /// Nothing is gained by going on.
  bool is_exact() const;
  std::optional<Slope> best() const;

 private:
  /// By how much it is not what [best_] leads to.
  double beyond(double estimate, double noise) const;

  int first_, step_;
  std::vector<double> noise_;  ///< of all estimates
  std::vector<double> row_;
  Slope best_{};
  double rough_ = 0;  ///< how far the estimate at that distance is from what it leads to
};

}  // namespace laguz::engine
