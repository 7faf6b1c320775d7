// Loops within loops, for the sake of memory: reverse mode keeps the states of the outermost one,
// and works out those of the inner ones again, a few at a time.
#pragma once

#include "ad/emit.hpp"

namespace laguz::ad {

/// [loop], of [trips] iterations, as a nest of loops [depth] deep: its parameters' final values. Of
/// n iterations each loop of the nest has about the depth-th root of n. The iteration's number goes
/// by the name of the index; a while loop is taken to go on for so many iterations.
core::Body stripmined(core::Names& names, const core::Loop& loop, const Atom& trips,
                      std::int64_t depth, const graph::Place& place);

}  // namespace laguz::ad
