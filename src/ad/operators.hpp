// What operators and primitives are, to their rules.
#pragma once

#include <optional>
#include <vector>

#include "ad/emit.hpp"

namespace laguz::ad {

/// Whether a partial of [prim] may be infinite or undefined where the operands are numbers.
bool may_be_infinite(prims::Prim prim);

/// The scalar primitive that [op] is, if it is (\x y -> prim x y) of scalars.
std::optional<prims::Prim> scalar_operator(const core::Lambda& op);
/// The same of scalars, or of the elements of arrays: map2 of it, at any depth.
std::optional<prims::Prim> elementwise_operator(const core::Lambda& op);
/// Minimum or maximum, of numbers.
bool is_extremum(prims::Prim prim);
/// Whether [op] is (elementwise) addition, of scalars or arrays.
bool is_addition(const core::Lambda& op);
/// Whether updates of [acc] add to each of its arrays, so that their order does not matter.
bool is_addition_by_column(const core::WithAcc::Acc& acc);
/// Operators that work on each column alone, taken apart; nothing when columns mix.
std::optional<std::vector<core::Lambda>> split_columns(const core::Lambda& op);

}  // namespace laguz::ad
