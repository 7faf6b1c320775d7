// Ways back through a reduction by any operator; of the Soac only its first reduction is looked at.
#pragma once

#include "ad/reverse/sweep.hpp"
#include "ad/rules.hpp"
#include "core/builder.hpp"

namespace laguz::ad::reverse::folds {

/// As the loop over all elements that it is: the rule of loops does the rest. In a map, which has a
/// lane for each, the way there is that loop as well, and keeps what the way back needs.
void fold_one_by_one(Sweep& sweep, const core::Soac& e, const Swept& node);

/// The same in pieces, if there are many elements: for numbers.
void fold_in_pieces(Sweep& sweep, const core::Soac& e, const core::Binders& results);

/// Where the operator, on numbers, only chooses: what is chosen takes the cotangent. Whether that
/// is so; else nothing has happened. O(elements), as the reduction itself.
bool fold_choosing(Sweep& sweep, const core::Soac& e, const Swept& node);

/// Writes statements at the place that [emit] is at.
core::Builder builder_at(Emit& emit);
/// [op] of [states] and of the elements of [arrays] at [at].
Atoms combined_at(core::Builder& out, const core::Lambda& op, const Atoms& states,
                  const Atoms& arrays, const Atom& at);
/// 0, 1, ..., [width]-1.
Atom positions(core::Builder& out, const Atom& width);

/// Adds [cotangent] to that of [array] at one place, if that is inside.
void add_at(Sweep& sweep, const Atom& array, const Atom& at, const Atom& cotangent);

}  // namespace laguz::ad::reverse::folds
