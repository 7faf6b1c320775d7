#include "engine/gradient_check.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <optional>
#include <random>

#include "engine/arguments.hpp"
#include "engine/checked_function.hpp"
#include "engine/differences.hpp"

namespace laguz::engine {

using support::ScalarType;

bool is_failure(Agreement agreement) {
  switch (agreement) {
    case Agreement::agrees:
    case Agreement::rounding:
    case Agreement::kink:
    case Agreement::stopped: return false;
    case Agreement::tie:
    case Agreement::steps:
    case Agreement::rule:
    case Agreement::jump:
    case Agreement::number:
    case Agreement::wrong: return true;
  }
  return true;
}

bool GradientCheck::has_failed() const {
  return !(modes <= modes_allowed) ||
         std::any_of(arguments.begin(), arguments.end(),
                     [](const CheckedArgument& one) { return one.failed > 0; });
}

namespace {

constexpr double kSure = 10;  ///< times the error of a slope

/// Of the numbers of the coarsest type.
double tolerance_of(ScalarType type) {
  if (type == ScalarType::f64) return 1e-6;
  return type == ScalarType::f32 ? 1e-2 : 0.1;
}

class Comparison {
 public:
  Comparison(CheckedFunction& function, const std::vector<LeafPath>& paths,
             const GradientCheckOptions& options)
      : function_(function),
        paths_(paths),
        options_(options),
        random_(options.seed),
        tolerance_(options.tolerance > 0 ? options.tolerance : tolerance_of(function.coarsest())) {}

  GradientCheck run() {
    GradientCheck result;
    result.results = function_.results();
    compare_modes(result);
    for (std::size_t k = 0; k < function_.leaves().size(); ++k)
      result.arguments.push_back(argument(k));
    return result;
  }

 private:
  using Leaf = CheckedFunction::Leaf;

  void compare_modes(GradientCheck& result) {
    std::vector<std::vector<double>> directions;
    for (std::size_t k = 0; k < function_.leaves().size(); ++k)
      directions.push_back(direction_of(k));
    const double forward = function_.along(directions);
    double reverse = 0, terms = 0;
    for (std::size_t k = 0; k < directions.size(); ++k)
      for (std::size_t i = 0; i < directions[k].size(); ++i) {
        const double term = directions[k][i] * function_.gradient()[k].values[i];
        reverse += term;
        terms += std::abs(term);
      }
    result.modes_allowed = std::max(tolerance_ / 10, kSure * function_.epsilon_within());
    const bool same = forward == reverse || (std::isnan(forward) && std::isnan(reverse));
    // (What is that small beside the value is rounding, and what is next to no normal number, too.)
    const double least =
        std::numeric_limits<double>::min() / std::numeric_limits<double>::epsilon();
    const double scale = std::max(terms, function_.greatest() * function_.epsilon());
    if (!same && scale > least) result.modes = std::abs(forward - reverse) / scale;
  }

  /// One way or the other, each number, and no two as far: what two of them are wrong by is not to
  /// cancel.
  std::vector<double> direction_of(std::size_t k) {
    std::uniform_real_distribution<double> part(0.5, 1);
    std::vector<double> direction = function_.leaves()[k].size;
    for (double& step : direction) step *= (random_() % 2 == 0 ? -1 : 1) * part(random_);
    return direction;
  }

  static constexpr double kScale = 0x1p-3;  ///< of sizes
  Differences differences(const Leaf& leaf, std::function<double(double)> f,
                          double scale = kScale) const {
    // Nearer by, rounding is most of what differences see.
    const double least = std::pow(epsilon_of(leaf.numbers.type), 0.75);
    return {std::move(f), {.scale = scale, .least = least, .epsilon = function_.epsilon()}};
  }

  /// [reverse] is the derivative by what [slope] is a slope of; [size]: of the numbers moved.
  bool agree(double reverse, const Slope& slope, double size) const {
    constexpr double kSmall = 1e-3, kNothing = 1e-9;  // of the greatest slope; of the value
    const double apart = std::abs(reverse - slope.value);
    const double both = std::max(std::abs(reverse), std::abs(slope.value));
    if (apart <= tolerance_ * both + kSmall * tolerance_ * function_.steepest() / size) return true;
    // No slope, as far as can be seen.
    return both <= kSure * slope.error && slope.error * size <= kNothing * function_.greatest();
  }

  CheckedArgument argument(std::size_t k) {
    const Leaf& leaf = function_.leaves()[k];
    CheckedArgument checked;
    checked.path = paths_[leaf.at].text();
    checked.type = type_of(function_.args()[leaf.at]);
    checked.numbers = static_cast<std::int64_t>(leaf.size.size());
    double worst = -1;
    const auto look = [&](std::size_t i) {
      const CheckedNumber one = number(k, i);
      ++checked.checked;
      if (is_failure(one.agreement)) ++checked.failed;
      const double off = std::abs(one.reverse - one.differences) * leaf.size[i];
      const double within = std::isfinite(off) ? off / (off + function_.greatest()) : 1;
      // Of what is alike, that which is furthest off.
      const double rank = 2 * static_cast<double>(one.agreement) + within;
      if (rank <= worst) return;
      worst = rank;
      checked.worst = one;
    };
    std::vector<std::size_t> chosen(leaf.size.size());
    std::iota(chosen.begin(), chosen.end(), std::size_t{0});
    if (checked.numbers > options_.samples) {
      std::shuffle(chosen.begin(), chosen.end(), random_);
      chosen.resize(static_cast<std::size_t>(options_.samples));
      std::sort(chosen.begin(), chosen.end());
    }
    for (const std::size_t i : chosen) look(i);
    if (checked.checked < checked.numbers && checked.failed == 0)
      if (const auto found = search(k)) look(*found);
    return checked;
  }

  /// All numbers at once; if that does not agree, one of those that are to blame.
  std::optional<std::size_t> search(std::size_t k) {
    const std::vector<double>& gradient = function_.gradient()[k].values;
    const std::vector<double> all = direction_of(k);
    const auto off = [&](std::size_t begin, std::size_t end) {
      std::vector<double> direction(all.size(), 0.0);
      double reverse = 0;
      for (std::size_t i = begin; i < end; ++i) {
        direction[i] = all[i];
        reverse += direction[i] * gradient[i];
      }
      const auto slope = differences(function_.leaves()[k], [&](double by) {
                           return function_.moved(k, direction, by);
                         }).slope();
      if (!slope || std::isnan(reverse)) return std::numeric_limits<double>::infinity();
      const double apart = std::abs(reverse - slope->value);
      return agree(reverse, *slope, 1) || apart <= kSure * slope->error ? 0.0 : apart;
    };
    std::size_t from = 0, to = all.size();
    if (off(from, to) == 0) return std::nullopt;
    while (to - from > 1) {
      const std::size_t middle = from + (to - from) / 2;
      const double left = off(from, middle), right = off(middle, to);
      if (left == 0 && right == 0) return std::nullopt;  // together only: rounding
      (left >= right ? to : from) = middle;
    }
    return from;
  }

  CheckedNumber number(std::size_t k, std::size_t i) {
    const Leaf& leaf = function_.leaves()[k];
    const double size = leaf.size[i];
    CheckedNumber one;
    one.path = paths_[leaf.at].at(leaf.numbers.indices(static_cast<std::int64_t>(i)));
    one.reverse = function_.gradient()[k].values[i];
    Differences near = differences(leaf, [&](double by) { return function_.moved(k, i, by); });
    const auto scaled = [&](const std::optional<Slope>& slope) {
      return slope ? std::optional(Slope{slope->value / size, slope->error / size}) : std::nullopt;
    };
    const auto slope = scaled(near.slope());
    one.differences = slope ? slope->value : std::numeric_limits<double>::quiet_NaN();
    one.error = slope ? slope->error : 0;
    if (!slope || !std::isfinite(one.reverse)) {
      one.agreement = Agreement::number;
    } else if (!agree(one.reverse, *slope, size)) {
      near.look_at_noise();
      const auto again = scaled(near.slope());
      const Slope sure = again.value_or(*slope);
      one.differences = sure.value;
      one.error = sure.error;
      one.jump = near.jump();
      if (one.jump > 0)
        one.agreement = Agreement::jump;
      else if (one.reverse == 0 && near.goes_in_steps())
        in_steps(one);
      else if (!agree(one.reverse, sure, size) &&
               !is_kink(one, scaled(near.left()), scaled(near.right())))
        disagree(one, k, i, sure);
    } else {
      if (is_kink(one, scaled(near.left()), scaled(near.right()))) {
        near.look_at_noise();
        one.agreement = Agreement::agrees;
        (void)is_kink(one, scaled(near.left()), scaled(near.right()));
      }
    }
    return one;
  }

  void in_steps(CheckedNumber& one) const {
    one.agreement = Agreement::steps;
    one.places = function_.steps();
  }

  /// Finds out why, of a function that looks smooth.
  void disagree(CheckedNumber& one, std::size_t k, std::size_t i, const Slope& slope) {
    if (blame(one, k, i, slope)) return;
    // What is rounded on a grid can make the same mistake at distances that are powers of two.
    constexpr double kOther = 0.71;
    const Leaf& leaf = function_.leaves()[k];
    const auto again =
        differences(
            leaf, [&](double by) { return function_.moved(k, i, by); }, kOther * kScale)
            .slope();
    if (again)
      one.error +=
          again->error / leaf.size[i] + std::abs(again->value / leaf.size[i] - slope.value);
    if (std::abs(one.reverse - slope.value) <= kSure * one.error)
      one.agreement = Agreement::rounding;
    else
      one.agreement = is_right_beside(k, i, slope) ? Agreement::tie : Agreement::wrong;
  }

  /// Whether the gradient is right near by on both sides: a smooth one there is, on average, what
  /// it is between them but for the square of the distance.
  bool is_right_beside(std::size_t k, std::size_t i, const Slope& slope) {
    constexpr double kBeside = 0x1p-10, kClose = 1e-4;
    const double below = function_.slope_beside(k, i, -kBeside);
    const double above = function_.slope_beside(k, i, kBeside);
    return std::abs((below + above) / 2 - slope.value) <=
           (kClose + tolerance_) *
               std::max({std::abs(below), std::abs(above), std::abs(slope.value)});
  }

  bool is_kink(CheckedNumber& one, const std::optional<Slope>& left,
               const std::optional<Slope>& right) const {
    if (!left || !right) return false;
    const double about = left->error + right->error +
                         tolerance_ * std::max(std::abs(left->value), std::abs(right->value));
    if (std::abs(left->value - right->value) <= kSure * about) return false;
    const auto [low, high] = std::minmax(left->value, right->value);
    if (one.reverse < low - about || one.reverse > high + about) return false;
    one.left = left->value;
    one.right = right->value;
    one.agreement = Agreement::kink;
    return true;
  }

  /// Whether it is right without derivatives of the user's own; then those that matter are named.
  bool blame(CheckedNumber& one, std::size_t k, std::size_t i, const Slope& slope) {
    const double size = function_.leaves()[k].size[i];
    const auto right_without = [&](const std::unordered_set<core::VarId>& aside) {
      const double without = function_.gradient_without(aside)[k].values[i];
      return agree(without, slope, size) || std::abs(without - slope.value) <= kSure * slope.error;
    };
    std::unordered_set<core::VarId> all;
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

  CheckedFunction& function_;
  const std::vector<LeafPath>& paths_;
  const GradientCheckOptions& options_;
  std::mt19937_64 random_;
  const double tolerance_;
};

}  // namespace

GradientCheck check_gradient(CheckedFunction& function, const std::vector<LeafPath>& paths,
                             const GradientCheckOptions& options) {
  return Comparison(function, paths, options).run();
}

}  // namespace laguz::engine
