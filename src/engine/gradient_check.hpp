// Derivatives against each other and against differences.
//
// Reverse mode is compared with forward mode, by the inner product of one's result with the other's
// direction, and with differences: each argument in a direction at random, and numbers of it one by
// one. Where they do not agree, what the function does at that place is looked at, and whether a
// derivative of the user's own is to blame.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/leaf_paths.hpp"
#include "support/source.hpp"

namespace laguz::engine {

struct GradientCheckOptions {
  std::int64_t samples = 100;  ///< numbers of each argument that are looked at one by one
  std::uint64_t seed = 1;      ///< of which, and of directions
  double tolerance = 0;        ///< relative; 0: what the types allow
};

/// How a derivative and differences compare.
enum class Agreement : std::uint8_t {
  agrees,
  rounding,   ///< differences are too wrong to tell
  unsettled,  ///< differences are others at all distances
  kink,       ///< slopes differ on both sides, and the derivative is neither above nor below both
  tie,        ///< choices are tied whose kinks cancel: beside the place, the derivative is right
  steps,      ///< it goes in steps, or a part of it does: these are constants, as derivatives go
  stopped,    ///< `stop_gradient` is in the way
  rule,       ///< a derivative of the user's own is wrong
  jump,       ///< the function is not continuous
  number,     ///< the derivative, or the function, is none
  wrong,      ///< none of all that
};
/// Is it a mistake, or no derivative at all?
bool is_failure(Agreement agreement);

/// Where floats that depend on an argument go on as something that has no derivative.
struct Passed {
  std::vector<support::Span> integers{};     ///< they become integers
  std::vector<support::Span> roundings{};    ///< `floor` and its kin
  std::vector<support::Span> comparisons{};  ///< they are compared

  bool has_steps() const { return !integers.empty() || !roundings.empty(); }
};

struct CheckedNumber {
  std::string path;  ///< "w[3]", "p.a"
  Agreement agreement = Agreement::agrees;
  double reverse = 0, differences = 0, error = 0;
  double left = 0, right = 0;           ///< slopes at a kink
  double beside = 0;                    ///< how far from the place this is seen
  double jump = 0;                      ///< how far the sides are apart
  std::vector<support::Span> places{};  ///< of what is to blame, where it is written
  Passed passed{};                      ///< of steps and jumps: what makes them, as far as is known
  /// What may explain it: an operation on the way that leaves next to nothing of its operands.
  std::string cancels{};
};

/// Numbers of one array, or one number.
struct CheckedArgument {
  std::string path, type;
  std::int64_t numbers = 0;
  std::int64_t checked = 0;  ///< one by one
  std::int64_t failed = 0;
  CheckedNumber worst{};
  /// Numbers, of all, that are in the results by integers or roundings, too; and where.
  std::int64_t passing = 0;
  Passed passed{};
};

struct GradientCheck {
  std::vector<CheckedArgument> arguments;
  std::int64_t results = 0;  ///< numbers that it is a derivative of
  /// The greatest relative difference of the two modes, and what it may be.
  double modes = 0, modes_allowed = 0;
  bool has_failed() const;
};

class CheckedFunction;

/// [paths]: those of its flat arguments. Takes some thirty evaluations for each number that is
/// looked at, and some hundreds for one that does not agree.
GradientCheck check_gradient(CheckedFunction& function, const std::vector<LeafPath>& paths,
                             const GradientCheckOptions& options);

}  // namespace laguz::engine
