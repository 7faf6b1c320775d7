// Reverse code runs parts of the program again for what they compute. They must not add anew.
#pragma once

#include <unordered_set>

#include "ad/functions.hpp"

namespace laguz::ad::rewrite {

/// Nodes of [graph] from position [from] on add nothing to [accs], nor does what they call.
void silence(Functions& functions, graph::Graph& graph, std::size_t from,
             const std::unordered_set<core::VarId>& accs);
/// The same for statements.
void silence(Functions& functions, core::Body& body, const std::unordered_set<core::VarId>& accs);

}  // namespace laguz::ad::rewrite
