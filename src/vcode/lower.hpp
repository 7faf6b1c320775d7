// Loops of core as vcode.
#pragma once

#include <string_view>
#include <variant>

#include "support/function_ref.hpp"
#include "vcode/code.hpp"

namespace laguz::vcode {

/// A reason why not, in words that finish "because ...".
struct WhyNot {
  std::string_view why;
};
/// How often a variable is used in the function that the loop stands in.
using UseCounts = support::FunctionRef<int(core::VarId)>;

/// [stm], a loop. The unit refers to it: it is to live as long.
std::variant<Unit, WhyNot> lower(const core::Stm& stm, UseCounts uses);

}  // namespace laguz::vcode
