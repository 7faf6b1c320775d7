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

  /// How far the values on both sides, or that in the middle, stay from each other however near
  /// they are; 0 if they meet but for what rounding does near by.
  double jump();
  /// The function does not change in a neighbourhood, nor in those of places further away where it
  /// is another one.
  bool goes_in_steps();

  /// From now on values are taken for as wrong as they differ from a smooth function near by: to be
  /// asked for if rounding may be more than that of the last operation. Some fifty evaluations.
  void look_at_noise();

 private:
  /// The value at the [k]-th distance on a [side], each half as far as the one before.
  double at(int k, int side);
  double distance(int k) const;
  std::optional<Slope> one_sided(int side);
  double middle();
  double noise_of(double value) const;

  std::function<double(double)> f_;
  Precision precision_;
  double noise_ = 0;  ///< of a value, by itself
  int steps_ = 0;
  std::vector<std::optional<double>> known_;  ///< 0 apart, distances by turns on both sides
  std::optional<double> middle_;
};

}  // namespace laguz::engine
