// A stack deep enough for recursion over deep programs and for programs that recurse deeply.
#pragma once

#include <cstdint>

#include "support/function_ref.hpp"

namespace laguz::support {

/// Runs [work] on a thread with a large stack (its pages exist when they are touched), and throws
/// what it throws. A call inside such a call stays on the stack it is on.
void on_deep_stack(FunctionRef<void()> work);

/// The lowest address that the deep stack under way may be used to, with a reserve below it;
/// 0 when this thread is not on one.
std::uintptr_t deep_stack_floor();

}  // namespace laguz::support
