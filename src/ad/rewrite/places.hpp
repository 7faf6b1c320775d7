// Places that iterations write to, and what they write there, with effort for as many as there are
// iterations, however long the array is.
#pragma once

#include "ad/emit.hpp"

namespace laguz::ad::rewrite {

/// For each of [width] iterations the number of the place of [array] that its [indices] are at,
/// all counted through; -1 outside. And how many places there are.
struct Places {
  Atom numbers, count;
};
Places places_of(Emit& emit, const Atom& width, const Atoms& indices, const Atom& array);

/// For each of [width] iterations the number of the last one at the same place of [array]; -1
/// outside.
Atom last_of_places(Emit& emit, const Atom& width, const Atoms& indices, const Atom& array);

/// What gives the results of [e]: a histogram of as many bins as there are values, into those that
/// something comes to.
core::Body hist_of_places(Emit& emit, const core::Hist& e);

}  // namespace laguz::ad::rewrite
