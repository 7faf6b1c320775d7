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
#include "engine/number_check.hpp"

namespace laguz::engine {

using support::ScalarType;

bool is_failure(Agreement agreement) {
  switch (agreement) {
    case Agreement::agrees:
    case Agreement::rounding:
    case Agreement::unsettled:
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
        tolerance_(options.tolerance > 0 ? options.tolerance : tolerance_of(function.coarsest())),
        numbers_(function, tolerance_) {}

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
    look_at_steps(checked, k, chosen, look);
    if (checked.checked < checked.numbers && checked.failed == 0)
      if (const auto found = search(k)) look(*found);
    return checked;
  }

  /// All numbers, by the code: those not [chosen] that are in the results by steps alone are wrong,
  /// and one of them is looked at.
  void look_at_steps(CheckedArgument& checked, std::size_t k,
                     const std::vector<std::size_t>& chosen,
                     const std::function<void(std::size_t)>& look) {
    std::optional<std::size_t> first;
    for (std::size_t i = 0; i < function_.leaves()[k].size.size(); ++i) {
      const auto steps = function_.steps(k, i);
      if (steps != CheckedFunction::Steps::none) ++checked.passing;
      if (steps != CheckedFunction::Steps::alone || function_.gradient()[k].values[i] != 0 ||
          std::binary_search(chosen.begin(), chosen.end(), i))
        continue;
      if (first)
        ++checked.failed;
      else
        first = i;
    }
    if (first) look(*first);
    if (checked.passing > 0) checked.passed = function_.passed(k);
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
      const auto slope =
          numbers_.differences(k, [&](double by) { return function_.moved(k, direction, by); })
              .slope();
      if (!slope || std::isnan(reverse)) return std::numeric_limits<double>::infinity();
      const double apart = std::abs(reverse - slope->value);
      return numbers_.agree(reverse, *slope, 1) || apart <= kSure * slope->error ? 0.0 : apart;
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
    CheckedNumber one = numbers_.look(k, i);
    one.path = paths_[leaf.at].at(leaf.numbers.indices(static_cast<std::int64_t>(i)));
    return one;
  }

  CheckedFunction& function_;
  const std::vector<LeafPath>& paths_;
  const GradientCheckOptions& options_;
  std::mt19937_64 random_;
  const double tolerance_;
  NumberCheck numbers_;
};

}  // namespace

GradientCheck check_gradient(CheckedFunction& function, const std::vector<LeafPath>& paths,
                             const GradientCheckOptions& options) {
  return Comparison(function, paths, options).run();
}

}  // namespace laguz::engine
