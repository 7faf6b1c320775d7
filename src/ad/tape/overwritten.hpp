// Which array another one is, but for some elements.
#pragma once

#include <optional>

#include "graph/graph.hpp"

namespace laguz::ad::tape {

using core::Atom;
using core::Atoms;

/// The array that result [r] of [exp] is, but for what [exp] itself overwrites; nothing when it is
/// another array.
std::optional<Atom> overwritten(const core::Exp& exp, std::size_t r);

/// The arrays that can be put back when it is known: that one, or one that a side of a branch hands
/// on, overwritten or not, and the other gives up for another.
Atoms put_back(const core::Exp& exp, std::size_t r);
/// The same in the lanes of a map: arrays are short there, and should be of one length.
Atoms put_back_in_lanes(const core::Exp& exp, std::size_t r);
using Before = decltype(put_back);

/// The variable from around [graph] that the array [atom] is, but for elements that nodes of it
/// overwrite; nothing when it is made there.
std::optional<core::VarId> root_of(const graph::Graph& graph, Atom atom);

}  // namespace laguz::ad::tape
