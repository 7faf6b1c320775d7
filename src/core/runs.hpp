// How often a body is run, as far as what is there for few iterations asks.
#pragma once

#include "core/ir.hpp"

namespace laguz::core {

/// A body runs once for each call, or is that of a function which calls itself.
enum class Runs { once, often };

inline Runs runs_of(const Function& function) {
  return function.recursive ? Runs::often : Runs::once;
}

}  // namespace laguz::core
