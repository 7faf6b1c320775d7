// Loops within loops, for the sake of memory: reverse mode keeps the states of the outermost one,
// and works out those of the inner ones again, a few at a time.
#pragma once

#include "ad/emit.hpp"

namespace laguz::ad::rewrite {

/// [loop], of [trips] iterations, as a nest of loops [depth] deep: its parameters' final values. Of
/// n iterations each loop of the nest has about the depth-th root of n. The iteration's number goes
/// by the name of the index; a while loop is taken to go on for so many iterations.
core::Body stripmined(core::Names& names, const core::Loop& loop, const Atom& trips,
                      std::int64_t depth, const graph::Place& place);

/// [loop] in two: it stops when its histories would take more than [budget] bytes, and what is left
/// of it goes on in stretches, of which only the states between them are kept. Usually nothing is.
struct Split {
  std::vector<core::Stm> stms;
  std::size_t first = 0;  ///< of [stms], the loop; the last one is the rest, stretch by stretch
  core::Binders states;   ///< what the first hands to the rest
};
/// [results] are bound to the final parameters.
Split split(core::Names& names, const core::Loop& loop, std::int64_t budget,
            const core::Binders& results, const graph::Place& place);

/// [loop] without a beginning of which all states are kept.
Split in_stretches(core::Names& names, const core::Loop& loop, const core::Binders& results,
                   const graph::Place& place);

}  // namespace laguz::ad::rewrite
