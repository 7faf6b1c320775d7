// Maps of loops as loops of maps, where a loop multiplies by a matrix.
#pragma once

#include "core/passes.hpp"

namespace laguz::core::products {

/// A map whose iterations each run a loop, so many times in all, that multiplies matrices, or what
/// it makes by matrices from outside of the map: as recurrent networks and filters, sequence by
/// sequence, do. The loop is around the map then, states are rows of arrays, a step multiplies
/// matrices by matrices, and what is the same for all sequences is computed once. Where lengths say
/// that this is worth it; else the map is as it was. Only Soacs that stand in no other. Errors may
/// be found in another order. Whether there were any.
bool interchange(Body& body, Names& names);

}  // namespace laguz::core::products
