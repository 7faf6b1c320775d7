// What differences say of the slope of a function at a point, and of why there may be none.
#pragma once

#include <functional>
#include <optional>
#include <vector>

namespace laguz::engine {

class Extrapolation;

/// A slope, and how wrong it may be.
struct Slope {
  double value = 0;
  double error = 0;
  bool changes = false;  ///< further away it is another one
  bool settles = true;   ///< at smaller distances it is no other one
};

/// A function near 0, as it is evaluated: it may be a rounded one.
class Differences {
 public:
  struct Precision {
    double scale;    ///< the greatest distance
    double least;    ///< the smallest that slopes are taken over
    double finest;   ///< the smallest that there is
    double epsilon;  ///< how wrong values are, relatively
  };
  /// [f] is a function of the distance from the point.
  Differences(std::function<double(double)> f, Precision precision);

  /// From both sides; none if the function is no number on either side at any distance. What is
  /// seen at small distances counts for more than what is seen at large ones.
  std::optional<Slope> slope();
  std::optional<Slope> left() { return one_sided(-1); }
  std::optional<Slope> right() { return one_sided(1); }

  /// Over the greatest distances, of a function that has values there.
  Slope overall();

  /// How far the values on both sides, or that in the middle, stay from each other however near
  /// they are; 0 if they meet but for what rounding does near by.
  double jump();
  /// The function does not change in a neighbourhood, and is others further away, which do not
  /// change near by either.
  bool goes_in_steps();

  /// From now on values are taken for as wrong as they differ from a smooth function near by: to be
  /// asked for if rounding may be more than that of the last operation. Some 150 evaluations.
  void look_at_noise();
  /// Whether the function jumps wherever it leaves its line near by: then it is a rounded one, and
  /// from now on values are taken for as wrong as it jumps. Some 200 evaluations.
  bool look_at_jumps();
  /// Whether even over the smallest distances it changes as much as it ever does, without a jump:
  /// no slope can be seen. (As far as noise has been looked at.)
  bool is_too_fast();

  /// The same at distances that are [factor] times as large, with what is known of noise.
  Differences at_other_distances(double factor) const;

 private:
  /// The value at the [k]-th distance on a [side], each half as far as the one before.
  double at(int k, int side);
  double distance(int k) const;
  std::optional<Slope> one_sided(int side);
  /// [estimate]: of the k-th distance, with its noise.
  std::optional<Slope> sweep(Extrapolation table,
                             const std::function<std::optional<Slope>(int)>& estimate) const;
  double middle();
  double noise_of(double value, int k) const;
  double jump_down_to(int near);
  double jump_between(double from, double to, double slope) const;

  std::function<double(double)> f_;
  Precision precision_;
  std::vector<double> noise_;                 ///< of a value, by itself, at each distance
  double least_noise_ = 0;                    ///< as it was seen at the smallest
  int steps_ = 0;                             ///< distances that slopes are taken over
  std::vector<std::optional<double>> known_;  ///< all distances, by turns on both sides
  std::optional<double> middle_;
};

}  // namespace laguz::engine
