// Loops of core as vcode.
#pragma once

#include <string_view>
#include <variant>

#include "vcode/code.hpp"

namespace laguz::vcode {

/// A reason why not, in words that finish "because ...".
struct WhyNot {
  std::string_view why;
};
/// [stm], a loop. The unit refers to it: it is to live as long.
std::variant<Unit, WhyNot> lower(const core::Stm& stm);

}  // namespace laguz::vcode
