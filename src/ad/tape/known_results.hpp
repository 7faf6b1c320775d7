// Results of a map that its way back reads, where it would be dear to compute them again.
#pragma once

#include <cstddef>
#include <optional>

#include "core/walk.hpp"
#include "graph/graph.hpp"

namespace laguz::ad::tape {

/// [body], the derived lambda of a map that runs the element's forward part again (nodes of [graph]
/// before position [end]), with what is [known] in place of variables of that part; nothing if no
/// loop, Soac or call of it goes with them, or if one stays from which they are computed. Costs two
/// walks of [body].
std::optional<core::Body> with_known(const core::Body& body, const graph::Graph& graph,
                                     std::size_t end, const core::Substitution& known);

}  // namespace laguz::ad::tape
