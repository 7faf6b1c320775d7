// Core to core: inlining, copy propagation, folding, dead code, fusion of Soacs.
#pragma once

#include "core/program.hpp"

namespace laguz::core {

/// Makes [function] ready to run: calls of small or lambda-bound functions inlined, dead code and
/// copies gone, constants folded, Soacs fused (map into map, map into reduce and scan, sibling
/// reductions of one width), iota and replicate operands of a Soac replaced by their element's
/// formula. Never changes a result, an error's message or an error's place; an error that the
/// original would report is still reported.
void optimise(Program& program, FunId function);
void simplify(Program& program, Body& body);
void fuse(Program& program, Body& body);

}  // namespace laguz::core
