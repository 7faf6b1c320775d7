// Ways back through a reduction by any operator; of the Soac only its first reduction is looked at.
#pragma once

#include "ad/reverse/sweep.hpp"

namespace laguz::ad::reverse {

/// As the loop over all elements that it is: the rule of loops does the rest.
void fold_one_by_one(Sweep& sweep, const core::Soac& e, const core::Binders& results);

/// The same in pieces, if there are many elements: for numbers.
void fold_in_pieces(Sweep& sweep, const core::Soac& e, const core::Binders& results);

}  // namespace laguz::ad::reverse
