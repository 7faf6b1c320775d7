#include "engine/number_check.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace laguz::engine {
namespace {

constexpr double kSureOfSlope = 10;  ///< times the error of a slope

}  // namespace

CheckedNumber NumberCheck::look(std::size_t k, std::size_t i) {
  const Place place{k, i};
  CheckedNumber one;
  one.reverse = function_.gradient()[k].values[i];
  Differences near = around(place);
  const auto slope = scaled(near.slope(), place);
  one.differences = slope ? slope->value : std::numeric_limits<double>::quiet_NaN();
  one.error = slope ? slope->error : 0;
  if (!slope || !std::isfinite(one.reverse))
    one.agreement = Agreement::number;
  else if (one.reverse == 0 && function_.steps(k, i) == CheckedFunction::Steps::alone)
    in_steps(one, place, near);
  else if (!agree(one.reverse, *slope, function_.leaves()[k].size[i]))
    doubt(one, place, near);
  else if (one.reverse == 0 && slope->changes && near.goes_in_steps())
    in_steps(one, place, near);
  else if (is_kink(one, scaled(near.left(), place), scaled(near.right(), place))) {
    near.look_at_noise();
    one.agreement = Agreement::agrees;
    if (is_kink(one, scaled(near.left(), place), scaled(near.right(), place))) bend(one, place);
  }
  return one;
}

Differences NumberCheck::differences(std::size_t k, std::function<double(double)> f) const {
  constexpr double kScale = 0x1p-3;  // of sizes
  // Nearer by, rounding is most of what differences see.
  const double finest = epsilon_of(function_.leaves()[k].numbers.type);
  return {std::move(f),
          {.scale = kScale,
           .least = std::pow(finest, 0.75),
           .finest = finest,
           .epsilon = function_.epsilon()}};
}

Differences NumberCheck::around(const Place& place) const {
  return differences(place.k, [this, place](double by) {
    return function_.moved(place.k, place.i, place.by + by);
  });
}

std::optional<Slope> NumberCheck::scaled(const std::optional<Slope>& slope,
                                         const Place& place) const {
  if (!slope) return std::nullopt;
  const double size = function_.leaves()[place.k].size[place.i];
  Slope by_number = *slope;
  by_number.value /= size;
  by_number.error /= size;
  return by_number;
}

bool NumberCheck::agree(double reverse, const Slope& slope, double size) const {
  constexpr double kSmall = 1e-3, kNothing = 1e-9;  // of the greatest slope; of the value
  const double apart = std::abs(reverse - slope.value);
  const double both = std::max(std::abs(reverse), std::abs(slope.value));
  if (apart <= tolerance_ * both + kSmall * tolerance_ * function_.steepest() / size) return true;
  // No slope, as far as can be seen.
  return both <= kSureOfSlope * slope.error &&
         slope.error * size <= kNothing * function_.greatest();
}

bool NumberCheck::is_near(double reverse, const Slope& slope) const {
  return std::abs(reverse - slope.value) <= kSureOfSlope * slope.error;
}

/// They are not the same at first sight.
void NumberCheck::doubt(CheckedNumber& one, const Place& place, Differences& near) {
  near.look_at_noise();
  const double size = function_.leaves()[place.k].size[place.i];
  const auto settle = [&] {
    const Slope sure = scaled(near.slope(), place).value_or(Slope{one.differences, one.error});
    one.differences = sure.value;
    one.error = sure.error;
    return sure;
  };
  const Slope sure = settle();
  one.jump = near.jump();
  if (one.jump > 0) {
    one.agreement = Agreement::jump;
    // (What jumps is the function, whatever its derivative is said to be.)
    one.passed = function_.passed(place.k, CheckedFunction::Rules::aside);
    if (function_.steps(place.k, place.i, CheckedFunction::Rules::aside) ==
        CheckedFunction::Steps::none)
      one.passed.integers = one.passed.roundings = {};  // these are others'
    one.differences = std::numeric_limits<double>::quiet_NaN();
  } else if (one.reverse == 0 && near.goes_in_steps()) {
    in_steps(one, place, near);
  } else if (!agree(one.reverse, sure, size)) {
    if (!is_near(one.reverse, sure) && blame(one, place, sure)) return;
    // What is seen near by may be but a step of something that has been rounded.
    const bool may_be_rounded = !sure.settles || !is_near(one.reverse, sure);
    const bool is_rounded = may_be_rounded && near.look_at_jumps();
    const Slope further = is_rounded ? settle() : sure;
    if (!is_rounded || !agree(one.reverse, further, size)) explain(one, place, near, further);
  }
}

void NumberCheck::explain(CheckedNumber& one, const Place& place, Differences& near,
                          const Slope& sure) {
  if (is_kink(one, scaled(near.left(), place), scaled(near.right(), place)))
    bend(one, place);
  else
    disagree(one, place, near, sure);
}

void NumberCheck::in_steps(CheckedNumber& one, const Place& place, Differences& near) const {
  const auto overall = scaled(near.overall(), place);
  one.differences = overall->value;
  one.error = overall->error;
  one.agreement = Agreement::steps;
  one.passed = function_.passed(place.k);
}

/// Finds out why, of a function that looks smooth.
void NumberCheck::disagree(CheckedNumber& one, const Place& place, Differences& near, Slope slope) {
  if (!is_near(one.reverse, slope) && blame(one, place, slope)) return;
  // What is rounded on a grid can make the same mistake at distances that are powers of two; and
  // what changes at all distances can happen to be alike at some.
  constexpr double kOther = 0.71;
  if (const auto again = scaled(near.at_other_distances(kOther).slope(), place)) {
    one.error += again->error + std::abs(again->value - slope.value);
    slope.settles = slope.settles && again->settles;
  }
  slope.error = one.error;
  if (near.is_too_fast())
    one.agreement = Agreement::unsettled;
  else if (is_near(one.reverse, slope))
    one.agreement = slope.settles ? Agreement::rounding : Agreement::unsettled;
  else if (is_right_beside(place, slope))
    one.agreement = Agreement::tie;
  else if (function_.steps(place.k, place.i) != CheckedFunction::Steps::none) {
    // Steps may be as near to each other as numbers are: bits.
    one.agreement = Agreement::steps;
    one.passed = function_.passed(place.k);
  } else {
    one.agreement = Agreement::wrong;
    if (const auto& cancelled = function_.cancelled()) {
      one.cancels = cancelled->what;
      one.places = {cancelled->at};
    }
  }
}

/// Whether the gradient is right near by on both sides: a smooth one there is, on average, what it
/// is between them but for the square of the distance.
bool NumberCheck::is_right_beside(const Place& place, const Slope& slope) {
  constexpr double kBeside = 0x1p-10, kClose = 1e-4;
  const double below = function_.slope_at(place.k, place.i, -kBeside, {});
  const double above = function_.slope_at(place.k, place.i, kBeside, {});
  return std::abs((below + above) / 2 - slope.value) <=
         (kClose + tolerance_) *
             std::max({std::abs(below), std::abs(above), std::abs(slope.value)});
}

bool NumberCheck::is_kink(CheckedNumber& one, const std::optional<Slope>& left,
                          const std::optional<Slope>& right) const {
  if (!left || !right) return false;
  const double about = left->error + right->error +
                       tolerance_ * std::max(std::abs(left->value), std::abs(right->value));
  if (std::abs(left->value - right->value) <= kSureOfSlope * about) return false;
  const auto [low, high] = std::minmax(left->value, right->value);
  if (one.reverse < low - about || one.reverse > high + about) return false;
  one.left = left->value;
  one.right = right->value;
  return true;
}

/// At a kink any slope between will do. A derivative of the user's own that is wrong is wrong
/// beside it, too, as far as one can go without another kink.
void NumberCheck::bend(CheckedNumber& one, const Place& place) {
  one.agreement = Agreement::kink;
  if (function_.rules().empty()) return;
  const double size = function_.leaves()[place.k].size[place.i];
  for (const double by : {-0x1p-8, 0x1p-8, -0x1p-16, 0x1p-16}) {
    const Place beside{place.k, place.i, by};
    const double reverse = function_.slope_at(beside.k, beside.i, by, {});
    Differences near = around(beside);
    auto slope = scaled(near.slope(), beside);
    if (!slope || !std::isfinite(reverse) || agree(reverse, *slope, size)) continue;
    near.look_at_noise();
    slope = scaled(near.slope(), beside);
    if (!slope || agree(reverse, *slope, size) || is_near(reverse, *slope)) continue;
    CheckedNumber there = one;
    if (!blame(there, beside, *slope)) continue;
    there.reverse = reverse;
    there.differences = slope->value;
    there.error = slope->error;
    there.beside = by * size;
    one = there;
    if (one.agreement == Agreement::rule) return;
  }
}

/// Whether it is right without derivatives of the user's own; then those that matter are named.
bool NumberCheck::blame(CheckedNumber& one, const Place& place, const Slope& slope) {
  const double size = function_.leaves()[place.k].size[place.i];
  const auto right_without = [&](const Aside& aside) {
    const double without = function_.slope_at(place.k, place.i, place.by, aside);
    return agree(without, slope, size) || is_near(without, slope);
  };
  Aside all;
  for (const ad::Rule& rule : function_.rules()) all.insert(rule.id);
  if (all.empty() || !right_without(all)) return false;
  one.agreement = Agreement::stopped;
  for (const ad::Rule& rule : function_.rules()) {
    auto others = all;
    others.erase(rule.id);
    if (right_without(others)) continue;
    if (rule.span) one.places.push_back(rule.span);
    if (!rule.is_stop) one.agreement = Agreement::rule;
  }
  return true;
}

}  // namespace laguz::engine
