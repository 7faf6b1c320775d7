// One number of the arguments: whether the derivative by it is right, and if not, why.
#pragma once

#include <functional>
#include <optional>
#include <unordered_set>

#include "engine/checked_function.hpp"
#include "engine/differences.hpp"
#include "engine/gradient_check.hpp"

namespace laguz::engine {

class NumberCheck {
 public:
  /// [tolerance] is relative.
  NumberCheck(CheckedFunction& function, double tolerance)
      : function_(function), tolerance_(tolerance) {}

  /// All but the path. By number [i] of leaf [k].
  CheckedNumber look(std::size_t k, std::size_t i);

  /// [f] is a function of how far numbers of a leaf are moved.
  Differences differences(std::size_t k, std::function<double(double)> f) const;
  /// [reverse] is the derivative by what [slope] is a slope of; [size]: of the numbers moved.
  bool agree(double reverse, const Slope& slope, double size) const;

 private:
  /// A number, and how far it is moved: the place that is looked at.
  struct Place {
    std::size_t k = 0, i = 0;
    double by = 0;
  };
  using Aside = std::unordered_set<core::VarId>;

  Differences around(const Place& place) const;
  std::optional<Slope> scaled(const std::optional<Slope>& slope, const Place& place) const;
  bool is_near(double reverse, const Slope& slope) const;

  void doubt(CheckedNumber& one, const Place& place, Differences& near);
  void explain(CheckedNumber& one, const Place& place, Differences& near, const Slope& sure);
  void disagree(CheckedNumber& one, const Place& place, Differences& near, Slope slope);
  bool is_kink(CheckedNumber& one, const std::optional<Slope>& left,
               const std::optional<Slope>& right) const;
  void bend(CheckedNumber& one, const Place& place);
  bool is_right_beside(const Place& place, const Slope& slope);
  bool blame(CheckedNumber& one, const Place& place, const Slope& slope);
  void in_steps(CheckedNumber& one, const Place& place, Differences& near) const;

  CheckedFunction& function_;
  const double tolerance_;
};

}  // namespace laguz::engine
