// What a branch in a loop keeps for the way back, so that that need not run it again.
#pragma once

#include "ad/reverse/sweep.hpp"

namespace laguz::ad::reverse {

/// Whether the branches of [e] do so much that what they give is better kept than made again.
bool keeps_branches(const Sweep& sweep, const core::If& e);

/// One side of a branch that has been swept in a graph of its own.
struct SweptSide {
  const graph::Graph& graph;
  std::size_t end;  ///< nodes before it are the way there
  Atoms values;     ///< what that gives
  Atoms outcomes;   ///< what the way back gives
};

/// The ways back through both [sides]. What they read of the ways there that is dear, and of
/// arrays that these overwrite, are more results of the node that is swept.
std::vector<core::Body> keep_branches(Sweep& sweep, const Swept& node,
                                      const std::vector<SweptSide>& sides);

}  // namespace laguz::ad::reverse
