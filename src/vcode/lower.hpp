// Loops of core as vcode.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <variant>

#include "core/program.hpp"
#include "support/function_ref.hpp"
#include "vcode/code.hpp"

namespace laguz::vcode {

/// A reason why not, in words that finish "because ...".
struct WhyNot {
  std::string_view why;
};
/// How often a variable is used in the function that the loop stands in.
using UseCounts = support::FunctionRef<int(core::VarId)>;

/// A loop that is a map's: its states are what the map gives, and an iteration gives its own row of
/// each, of any rank.
struct MapOf {
  std::span<const core::VarId> striped{};  ///< accumulators whose sums have
  int stripes = 1;                         ///< so many numbers for each place
  std::span<const core::VarId> iotas{};    ///< arrays from around that are 0, 1, ...
  /// What the first states are folded by, in blocks: these are the accumulators of the block that
  /// iteration [first] begins (core/reduce_shape.hpp).
  std::span<const core::Prim> folds{};
  core::Atom first = core::Atom::i64(0);
};

/// [stm], a loop; a map's, if [map] says what it is to know. The unit refers to [stm]: that is to
/// live as long.
std::variant<Unit, WhyNot> lower(const core::Stm& stm, UseCounts uses,
                                 const std::optional<MapOf>& map = {});

/// A call of [function], which calls itself, and others, all of numbers: its inputs are the
/// parameters, the loop's states are the results. The unit refers to [program]'s bodies.
std::variant<Unit, WhyNot> lower_call(const core::Program& program, core::FunId function);

}  // namespace laguz::vcode
