// Arithmetic on terms, so that partials read like formulas: D(y / (x * x + y * y)).
#pragma once

#include "prims/catalog.hpp"

namespace laguz::prims {

/// A scalar in a derivative's formula. Its operators emit the primitives of the same names.
struct Term {
  Emitter* emitter = nullptr;
  TermId id = 0;
  ScalarType type() const { return emitter->type_of(id); }
};

}  // namespace laguz::prims
