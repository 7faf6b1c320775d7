// Functions as they would be without derivatives of the user's own (`with_vjp`, `with_jvp`,
// `stop_gradient`): to tell whether it is one of these that is wrong.
#pragma once

#include <unordered_set>
#include <vector>

#include "ad/differentiate.hpp"
#include "core/program.hpp"

namespace laguz::ad {

/// An expression that has a derivative of the user's.
struct Rule {
  core::VarId id = 0;    ///< its first result, which names it
  support::Span span;    ///< in the user's text, if it is there
  bool is_stop = false;  ///< of the identity, and makes nothing of tangents
};

/// Those in the code of [function] and of all that it calls, in no order. What a rule itself calls
/// is not looked at.
std::vector<Rule> rules_in(Differentiator& differentiator, const core::Program& program,
                           core::FunId function);

/// A new function, [function] but for the rules [aside]: what has them is derived as anything else.
core::FunId without_rules(Differentiator& differentiator, core::Program& program,
                          core::FunId function, const std::unordered_set<core::VarId>& aside);

}  // namespace laguz::ad
