// What is known of values of a session that a slice takes as they are (slice.hpp).
#pragma once

#include <map>
#include <unordered_map>
#include <vector>

#include "ad/differentiate.hpp"
#include "core/program.hpp"
#include "graph/session_graph.hpp"

namespace laguz::ad {

/// What takes the place of constants where code is written.
using Values = std::unordered_map<core::FunId, core::Atoms>;

/// Has all calls in [body] of constants that are in [values] take these. It shows nothing
/// (`#[trace]`).
void give_values(core::Body& body, const Values& values);

/// By constant, those of [nodes], each behind those that it reads, of which more is known than that
/// they are there: bodies that give what they are, with numbers that are written, or follow from
/// such, in their places, arrays of these, and lengths. It is as much as is known of them where
/// their code stands in the function that is differentiated: that is simplified first, so branches
/// that it decides are none. Nothing is known of what lies behind tens of thousands of statements.
std::map<core::FunId, core::Body> known_values(const graph::SessionGraph& graph,
                                               core::Program& program,
                                               Differentiator& differentiator,
                                               const std::vector<core::FunId>& nodes);

}  // namespace laguz::ad
