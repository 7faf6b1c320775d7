// Threads: the only thing the interpreter knows about them.
#pragma once

#include <cstdint>

#include "support/function_ref.hpp"

namespace laguz::runtime {

/// Calls body(0) ... body(blocks - 1), each once, on up to [threads] threads and in no particular
/// order; in ascending order on the caller's thread when [threads] is 1. Returns when all are done.
/// An exception of a body is thrown again here, and blocks that have not begun may be left out.
/// Bodies may call parallel_for again.
void parallel_for(std::int64_t blocks, int threads,
                  support::FunctionRef<void(std::int64_t block)> body);

/// How many threads the machine runs at once, at least 1.
int hardware_threads();

}  // namespace laguz::runtime
