// Histograms by min and max.
#pragma once

#include "ad/reverse/sweep.hpp"

namespace laguz::ad::reverse::folds {

/// The way back through [e], of one column, whose operator is min or max of each element. Each bin
/// holds one of the values that came to it, or what it began with: the first of those that are
/// equal takes its cotangent. In bulk: O(elements).
void extremum_hist(Sweep& sweep, const core::Hist& e, const Atom& result);
/// The same, of numbers, in O(values): the bins may be far more.
void extremum_of_places(Sweep& sweep, const core::Hist& e, const Atom& result);

}  // namespace laguz::ad::reverse::folds
