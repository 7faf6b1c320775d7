// Checks that core is well formed: every variable bound once and before its use, operand and
// result types as the expression's contract in ir.hpp says. Throws InternalError with the place.
#pragma once

#include "core/program.hpp"

namespace laguz::core {

void verify(const Program& program, FunId function);

}  // namespace laguz::core
