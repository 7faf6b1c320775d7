// Names in a graph, and what they are bound to.
#pragma once

#include <unordered_map>

#include "ad/observe.hpp"
#include "core/walk.hpp"
#include "support/source.hpp"

namespace laguz::engine {

/// Inputs of a graph that are names, with where these are bound.
using BoundNames = std::unordered_map<core::VarId, support::Span>;

/// [names], in the order of the inputs, are bound to the first results of [seen], which are
/// computed behind one another: makes nodes of them, which are no inputs any more, behind what they
/// are bound to, or instead of that if nothing else has to do with it. Those results are results no
/// more.
void put_names(ad::Observation& seen, const BoundNames& names);

/// Nodes of [seen] have other ids from now on: [ids], each of the node's type.
void renumber(ad::Observation& seen, const core::Substitution& ids);

}  // namespace laguz::engine
