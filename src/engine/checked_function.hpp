// A function whose derivatives are checked, at its arguments.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <unordered_set>
#include <vector>

#include "ad/rewrite/passages.hpp"
#include "ad/without_rules.hpp"
#include "core/ir.hpp"
#include "engine/gradient_check.hpp"
#include "engine/numbers_of.hpp"

namespace laguz::engine {

class Engine;

/// What it gives is taken for one number: the sum of its results' floats, each by what it is about
/// and a weight at random, or the float itself if there is but one.
class CheckedFunction {
 public:
  /// An argument, or a part of one, that has floats.
  struct Leaf {
    std::size_t at = 0;  ///< which of the flat values
    Numbers numbers{};
    std::vector<double> size{};  ///< of each number, a distance that matters to it; a power of two
  };

  /// Derives it, and evaluates it and its gradient. Throws UserError where there are no floats.
  CheckedFunction(Engine& engine, core::FunId function, std::vector<runtime::Value> args,
                  std::uint64_t seed);

  const std::vector<runtime::Value>& args() const { return args_; }
  const std::vector<Leaf>& leaves() const { return leaves_; }
  std::int64_t results() const { return results_; }
  /// The types with the fewest digits: what rounding may change, relatively.
  double epsilon() const { return epsilon_; }
  support::ScalarType coarsest() const { return coarsest_; }
  /// The value, or what a number of those that matter most changes it by, moved by its size.
  double greatest() const { return greatest_; }
  /// The same of the numbers alone.
  double steepest() const { return steepest_; }

  /// By reverse mode, of each leaf.
  const std::vector<Numbers>& gradient() const { return gradient_; }
  /// By forward mode, along one direction for each leaf. They are rounded to what is taken.
  double along(std::vector<std::vector<double>>& directions);

  /// The value with leaf [k] moved: NaN where there is none.
  double moved(std::size_t k, const std::vector<double>& direction, double by);
  double moved(std::size_t k, std::size_t i, double by);

  /// The gradient by number [i] of leaf [k], with that moved, as it would be without some of the
  /// user's own derivatives.
  double slope_at(std::size_t k, std::size_t i, double by,
                  const std::unordered_set<core::VarId>& without);

  /// As `epsilon`, of all that is computed on the way.
  double epsilon_within() const { return epsilon_within_; }

  /// Derivatives of the user's own: as they are, or as if there were none.
  enum class Rules : std::uint8_t { followed, aside };
  /// Where floats that depend on leaf [k] lose their derivatives, by the code alone.
  const Passed& passed(std::size_t k, Rules rules = Rules::followed);
  /// Whether a number is in the results where floats have become integers, or have been rounded.
  enum class Steps : std::uint8_t { none, too, alone };
  /// Of number [i] of leaf [k], by what is computed there; branches as they are taken, and whoever
  /// decides about an array decides about all of it. An evaluation or two, for all numbers of all
  /// leaves.
  Steps steps(std::size_t k, std::size_t i, Rules rules = Rules::followed);
  /// The first difference or sum on the way that leaves next to nothing of its operands.
  struct Cancelled {
    std::string what;  ///< "1.0 - 1.0 is 0.0"
    support::Span at;
  };
  const std::optional<Cancelled>& cancelled();
  /// Derivatives of the user's own in it, in the order in which they were made.
  const std::vector<ad::Rule>& rules();

 private:
  /// Where integers are in the way of derivatives.
  enum class Integers : std::uint8_t { stop, pass };
  core::FunId derivative(core::DiffMode mode, core::FunId of, Integers integers = Integers::stop);
  /// Variables of [types], which are added to [binders].
  core::Atoms bound(const std::vector<core::Type>& types, core::Binders& binders);
  /// For each leaf and number, how many ways there are from it to the results of [of].
  std::vector<Numbers> ways(core::FunId of, Integers integers);
  ad::rewrite::Passages passages(core::FunId of, const std::function<bool(std::size_t)>& by_leaf);
  /// At what is derived, and what that calls.
  void look_into_code();
  void prepare(core::FunId function);
  std::vector<runtime::Value> call(core::FunId function, const std::vector<runtime::Value>& args);
  /// A gradient, and what it is computed with.
  struct Derived {
    core::FunId reverse = 0;
    std::vector<Numbers> gradient;
  };
  const Derived& without(const std::unordered_set<core::VarId>& rules);
  std::vector<Numbers> gradient_by(core::FunId reverse, const std::vector<runtime::Value>& at);
  void weigh(const std::vector<runtime::Value>& results);
  void measure();
  void note(support::ScalarType type);
  double weighted(const std::vector<runtime::Value>& results) const;
  double with(std::size_t k, const Numbers& numbers);

  Engine& engine_;
  const core::FunId function_;
  const std::vector<runtime::Value> args_;
  std::mt19937_64 random_;
  core::FunId reverse_ = 0, forward_ = 0;
  std::vector<Leaf> leaves_;
  std::vector<std::optional<Numbers>> weights_;  ///< of results; none of what has no floats
  std::vector<runtime::Value> seeds_;            ///< the same as values
  std::int64_t results_ = 0;
  std::optional<std::optional<Cancelled>> cancelled_{};  ///< as far as it has been asked for
  double value_ = 0, greatest_ = 0, steepest_ = 0, epsilon_ = 0, epsilon_within_ = 0;
  support::ScalarType coarsest_ = support::ScalarType::f64;
  std::vector<Numbers> gradient_;
  /// Ways to the results: those that derivatives take, and all of them. Empty where all are.
  struct Reached {
    std::vector<Numbers> by_slopes, at_all;
  };
  /// What is known of passages in a function.
  struct Looked {
    core::FunId of = 0;
    std::map<std::size_t, Passed> passed{};
    std::optional<Reached> reached{};
  };
  Looked& looked(Rules rules);
  std::map<Rules, Looked> looked_;
  std::optional<std::vector<ad::Rule>> rules_;
  std::map<std::vector<core::VarId>, Derived> without_;
};

/// What rounding alone may change, relatively, of a number of a float type.
double epsilon_of(support::ScalarType type);

}  // namespace laguz::engine
