#pragma once

#include <vector>

#include "core/passes.hpp"
#include "core/walk.hpp"

namespace laguz::core::products {

/// [stm], a WithAcc, around no more than what lies between the first and the last statement that
/// use its accumulators; with those before and behind.
std::vector<Stm> narrowed(const Stm& stm, Names& names);

/// [stm], a WithAcc of nothing but Soacs that add, one after the other, to arrays in any order: one
/// WithAcc for each of them.
std::vector<Stm> one_by_one(const Stm& stm, Names& names);

/// The same as `narrowed` of all that are not inside of Soacs. Whether there was any; what is left
/// to do is simplification.
bool narrow_accumulators(Body& body, Names& names);

}  // namespace laguz::core::products
