// Breakpoints that are set from outside: an expression of a definition becomes one with `#[break]`
// before it, and is itself again when it is taken away. What has been lowered knows nothing of it.
#pragma once

#include <functional>
#include <optional>
#include <string_view>

#include "check/types/typed.hpp"
#include "support/function_ref.hpp"
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

/// Calls [visit] with each expression in the body of [def], from the outside in, and the names
/// around it: hidden ones too, before those that hide them.
void each_step(
    const typed::Def& def,
    support::FunctionRef<void(const typed::Exp& exp, const std::vector<typed::LocalName>& names)>
        visit);
/// Those that are not hidden by later ones.
std::vector<typed::LocalName> not_hidden(const std::vector<typed::LocalName>& names);

/// Makes a breakpoint of [place], unless it is one.
void set_break(const BreakPlace& place);
/// The same place without.
void clear_break(const BreakPlace& place);

}  // namespace laguz::check
