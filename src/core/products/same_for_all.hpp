// What a loop in a map computes that is the same in all iterations of the map.
#pragma once

#include "core/products/nests.hpp"

namespace laguz::core::products {

/// A map and a loop in it as two parts each: what depends on the map's iteration, and what does
/// not, which the former may read.
struct SameForAll {
  /// Statements of the map that do not, as [loop] then stands at [place] of those that do.
  std::vector<Stm> before;
  Soac map;
  std::size_t place = 0;
  /// They count together.
  Loop own, same;
  Binders own_results, same_results;

  /// What a step of [same] binds.
  VarSet bound_by_same() const;
};

/// The parts of the map [soac] and of the loop that its statement [place] is.
SameForAll same_for_all(const Soac& soac, std::size_t place);

}  // namespace laguz::core::products
