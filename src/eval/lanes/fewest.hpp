// From how many iterations on a Soac is faster in lanes than one iteration after the other.
#pragma once

#include <cstdint>

#include "core/ir.hpp"

namespace laguz::eval::lanes {

/// By what its lambda and its operators do. (A run of lanes takes some 0.4 µs however little it
/// does; what it does then takes hardly more for eight lanes than for one. ADR 38.)
std::int64_t fewest_iterations(const core::Soac& soac);

}  // namespace laguz::eval::lanes
