// What differences say of the slope of a function at a point, and of why there may be none.
#pragma once

#include <functional>
#include <optional>
#include <vector>

namespace laguz::engine {

/// A slope, and how wrong it may be.
struct Slope {
  double value = 0;
  double error = 0;
};

/// A function near 0, as it is evaluated: it may be a rounded one.
class Differences {
 public:
  struct Precision {
    double scale;    ///< the greatest distance
    double least;    ///< the smallest
    double epsilon;  ///< how wrong values are, relatively
  };
  /// [f] is a function of the distance from the point.
  Differences(std::function<double(double)> f, Precision precision);

  /// From both sides; none if the function is no number on either side at any distance.
  std::optional<Slope> slope();
  std::optional<Slope> left() { return one_sided(-1); }
  std::optional<Slope> right() { return one_sided(1); }

  /// How far the values on both sides stay from each other however near they are; 0 if they meet.
  double jump();
  /// The function is the same on both sides in a neighbourhood, and another one further away.
  bool is_level();

 private:
  /// The value at the [k]-th distance on a [side], each half as far as the one before.
  double at(int k, int side);
  double distance(int k) const;
  std::optional<Slope> one_sided(int side);

  std::function<double(double)> f_;
  Precision precision_;
  int steps_ = 0;
  std::vector<std::optional<double>> known_;  ///< 0 apart, distances by turns on both sides
  std::optional<double> middle_;
};

}  // namespace laguz::engine
