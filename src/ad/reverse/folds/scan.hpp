// Ways back through a scan by any operator; of the Soac only its first scan is looked at.
#pragma once

#include "ad/reverse/sweep.hpp"

namespace laguz::ad::reverse::folds {

/// From the last element to the first, one vjp of the operator at (prefix, element) each. The
/// prefixes are [results].
void scan_one_by_one(Sweep& sweep, const core::Soac& e, const core::Binders& results);

/// The same in pieces, if the scan is long: for numbers, with neutral elements that are not active.
void scan_in_pieces(Sweep& sweep, const core::Soac& e, const core::Binders& results);

}  // namespace laguz::ad::reverse::folds
