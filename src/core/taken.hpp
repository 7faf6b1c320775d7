// What is computed before it is known whether anybody needs it, as late as it can be.
#pragma once

#include "core/program.hpp"

namespace laguz::core {

/// Numbers that only one side of a choice needs are computed on that side: choices become branches,
/// and floats that have been taken out of branches, or out of iterations around these, go back,
/// into several branches if they have to. Never changes a result; for code that is looked at, in
/// which nothing is to be seen that the program does not ask for. (It may take longer.)
void compute_where_taken(Body& body, Names& names);

}  // namespace laguz::core
