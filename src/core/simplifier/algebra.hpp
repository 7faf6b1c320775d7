// Equal expressions that cost less.
#pragma once

#include <optional>

#include "core/passes.hpp"

namespace laguz::core::simplifier {

/// What a primitive is equal to, bit for bit, without computing it: an operand or a constant.
std::optional<Atom> simplified(const PrimApp& prim);

/// Another primitive that gives the same, bit for bit, at less cost: a square is a product.
std::optional<PrimApp> cheaper(const PrimApp& prim);

/// Whether both branches may be computed and a result chosen: little work, and derivatives that are
/// finite where a branch is not taken (so that 0 times them is 0). Statements whose first binder is
/// in [safe] cannot fail.
bool is_worth_selecting(const If& choice, const VarSet& safe);

}  // namespace laguz::core::simplifier
