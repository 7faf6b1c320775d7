// Results of a map that its way back reads, where it would be dear to compute them again.
#pragma once

#include <cstddef>
#include <optional>

#include "core/ir.hpp"
#include "graph/graph.hpp"

namespace laguz::ad::tape {

/// [body], the derived lambda of a map that runs the element's forward part again (nodes of [graph]
/// before position [end]), with [known] in place of [value], which is of that part; nothing if no
/// loop, Soac or call of it goes with that. Costs a walk of [body].
std::optional<core::Body> with_known(const core::Body& body, const graph::Graph& graph,
                                     std::size_t end, const core::Atom& value,
                                     const core::Atom& known);

}  // namespace laguz::ad::tape
