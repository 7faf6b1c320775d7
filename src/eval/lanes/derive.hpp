// Which array another one continues.
#pragma once

#include "core/ir.hpp"

namespace laguz::eval::lanes {

/// The variable from outside of [body] (or a parameter of it) that [result] is made from by updates
/// alone: the two are equal in every lane that is masked off, since updates leave those alone.
/// 0 when there is none.
core::VarId continues(const core::Body& body, const core::Atom& result);

}  // namespace laguz::eval::lanes
