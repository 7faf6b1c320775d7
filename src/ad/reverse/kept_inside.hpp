// What branches and maps in a loop keep for the way back, so that that need not run them again:
// more results of theirs, which the loop's tape keeps from there on.
#pragma once

#include "ad/reverse/sweep.hpp"
#include "ad/rules.hpp"

namespace laguz::ad::reverse {

/// Whether the branches of [e] do so much that what they give is better kept than made again.
bool keeps_branches(const Sweep& sweep, const core::If& e);
/// Whether the map [e] does.
bool keeps_elements(const Sweep& sweep, const core::Soac& e);
/// Whether it is better kept which way each of its elements goes: where it reads arrays that loops
/// around go on with, which need not be kept whole for that then.
bool keeps_truths(const Sweep& sweep, const core::Soac& e);

/// A body inside of a node, swept in a graph of its own: one side of a branch, an element of a map.
struct SweptInside {
  const graph::Graph& graph;
  std::size_t end;         ///< nodes before it are the way there
  Atoms values;            ///< what that gives
  core::Binders params{};  ///< of the map's lambda, there
};

/// The ways back through both [sides], which give [outcomes]. What they read of the ways there that
/// is dear, and of arrays that these overwrite, are more results of the node that is swept.
std::vector<core::Body> keep_branches(Sweep& sweep, const Swept& node,
                                      const std::vector<SweptInside>& sides,
                                      const std::vector<Atoms>& outcomes);

/// An array, and what the way back of an element calls its element.
struct KeptElement {
  core::Binder element;
  Atom array;
};
/// Numbers that [back], of an element of the map that is swept, reads of the way there and that are
/// dear, or ([truths]) truths that follow from those: they are more results of the map, and free in
/// [back] then.
std::vector<KeptElement> keep_elements(Sweep& sweep, const Swept& node, const SweptInside& element,
                                       core::Body& back, bool truths);

}  // namespace laguz::ad::reverse
