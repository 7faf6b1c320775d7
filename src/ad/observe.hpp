// The computation graph of a function, for people to look at.
#pragma once

#include <cstddef>
#include <cstdint>

#include "ad/differentiate.hpp"
#include "graph/graph.hpp"

namespace laguz::ad {

/// Whether a call is one node, or what the function does.
enum class Calls : std::uint8_t { closed, opened };

/// A function as one hash-consed graph, its derivatives worked out. Calls of recursive functions
/// are one node each, however often they are opened.
struct Observation {
  core::Binders inputs{};
  core::Body body{};         ///< its nodes in order; ids are the graph's
  std::size_t requests = 0;  ///< expressions that asked for a node
  std::size_t shared = 0;    ///< of those, how many met an equal node
};

/// Expands [function] and traces it, with its own [calls] opened or not. Names that the user gave
/// are the names of the nodes.
Observation observe(Differentiator& differentiator, core::Program& program, core::FunId function,
                    Calls calls);

}  // namespace laguz::ad
