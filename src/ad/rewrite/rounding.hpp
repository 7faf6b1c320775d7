// No derivative passes through a rounding: from a float to an integer and back to a float.
#pragma once

#include <functional>
#include <map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "ad/rewrite/dependence.hpp"
#include "core/program.hpp"

namespace laguz::ad::rewrite {

/// Conversions to floats of integers that were computed from floats which depend on the inputs of
/// what is differentiated have no derivative. A step function has none where it has one at all, and
/// the tangent of an integer is rounded. Integers that come from integer inputs keep theirs.
///
/// So a function that is called has one form for each set of parameters that bring such integers.
class Roundings {
 public:
  /// A function, ready to be derived; null if it has no derivative yet.
  using Ready = std::function<const core::Function*(core::FunId)>;
  /// Takes (id, made): a copy of [function] with other conversions.
  using Define = std::function<void(core::FunId function, core::FunId id, core::Function made)>;
  Roundings(core::Program& program, Ready ready, Define define);

  /// Makes the conversions in [differentiated] what they are when it is differentiated, and its
  /// calls those of functions in which they are.
  void stop_in(core::Lambda& differentiated);

  // As Differentiator has them.
  void forget(const std::function<bool(core::FunId)>& is_unfinished);
  void reach(core::FunId function, std::vector<core::FunId>& reached) const;
  void keep(const std::unordered_set<core::FunId>& kept);

 private:
  class Pass;
  /// A function, and what its parameters depend on.
  using Key = std::pair<core::FunId, Columns>;

  core::Program& program_;
  const Ready ready_;
  const Define define_;
  std::map<Key, core::FunId> copies_;
};

}  // namespace laguz::ad::rewrite
