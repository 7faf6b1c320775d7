// Breakpoints that are set from outside: an expression of a definition becomes one with `#[break]`
// before it, and is itself again when it is taken away. What has been lowered knows nothing of it.
#pragma once

#include <functional>
#include <optional>
#include <string_view>

#include "check/types/typed.hpp"
#include "support/source.hpp"

namespace laguz::check {

/// Where an evaluation may be stopped.
struct BreakPlace {
  typed::ExpPtr at;  ///< lives as long as this, whatever becomes of the definition
  std::vector<typed::LocalName> names{};  ///< that can be said there
  int line = 0;                           ///< on which it begins
};

/// Before the body of [def], which has parameters.
BreakPlace break_place(const typed::Def& def);
/// Before the first expression of [def] that begins on [line] of its file or, if none does, below
/// it; none if none does there either.
std::optional<BreakPlace> break_place(const typed::Def& def, int line);

/// Makes a breakpoint of [place], unless it is one.
void set_break(const BreakPlace& place);
/// The same place without.
void clear_break(const BreakPlace& place);

}  // namespace laguz::check
