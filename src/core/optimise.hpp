// Core to core: inlining, copy propagation, folding, dead code, fusion of Soacs.
#pragma once

#include "core/checks.hpp"
#include "core/program.hpp"
#include "core/runs.hpp"

namespace laguz::core {

/// Makes [function], and all that it calls, ready to run; once in a session. Calls of small
/// functions are inlined, and in lambdas of Soacs all that are not recursive; what is constant,
/// equal, invariant or unused is found out; a Soac that reads what another maps is fused with it,
/// and so are those over common operands. Never changes a result, bit for bit, an error's message
/// or its place; an error that the original would report is still reported, if perhaps another of
/// them.
void optimise(Program& program, FunId function);
/// All of that but inlining and fusion, so that derivatives by any variable stay what they are;
/// [body] may have free variables. With [checks] in each iteration, nothing changes places with
/// what is around it.
void simplify_for_derivatives(Program& program, Body& body, Runs runs,
                              Checks checks = Checks::before);

}  // namespace laguz::core
