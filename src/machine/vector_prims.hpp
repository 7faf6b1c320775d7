// Primitives that vectors of numbers have instructions or kernels for.
#pragma once

#include "prims/prim.hpp"

namespace laguz::machine {

/// Of operands and results of 32 and 64 bits, and booleans where there are instructions.
bool has_vectors(prims::Prim prim);

}  // namespace laguz::machine
