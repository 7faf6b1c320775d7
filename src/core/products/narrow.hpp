#pragma once

#include <vector>

#include "core/passes.hpp"
#include "core/walk.hpp"

namespace laguz::core::products {

/// [stm], a WithAcc, around no more than what lies between the first and the last statement that
/// use its accumulators; with those before and behind.
std::vector<Stm> narrowed(const Stm& stm, Names& names);

/// The same of all that are not inside of Soacs. Whether there was any; what is left to do is
/// simplification.
bool narrow_accumulators(Body& body, Names& names);

}  // namespace laguz::core::products
