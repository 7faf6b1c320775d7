// A stack deep enough for recursion over deep programs and for programs that recurse deeply.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "support/function_ref.hpp"
#include "support/source.hpp"

namespace laguz::support {

/// A thread with a large stack (its pages exist when they are touched), for one piece of work. It
/// works for the governor of the thread that starts it, and at its task.
class DeepThread {
 public:
  /// Starts it. Throws UserError (Phase::run) when there is no memory for a stack, or no thread.
  explicit DeepThread(std::function<void()> work);
  /// Waits for its end.
  ~DeepThread();
  DeepThread(const DeepThread&) = delete;
  DeepThread& operator=(const DeepThread&) = delete;

  /// Waits for its end, and throws what the work has thrown.
  void wait();

 private:
  struct Job;
  std::unique_ptr<Job> job_;
};

/// Runs [work] on such a thread, and throws what it throws. A call inside such a call stays on the
/// stack it is on. Throws UserError when there is none.
void on_deep_stack(FunctionRef<void()> work);
/// Is this thread one of those?
bool is_on_deep_stack();
/// For destructors of trees that are as deep as a program's text is long: runs [work], which throws
/// nothing, on such a thread, or on this one when there is none to be had.
void take_down(FunctionRef<void()> work) noexcept;

/// The lowest address that the deep stack under way may be used to, with a reserve below it;
/// 0 when this thread is not on one.
std::uintptr_t deep_stack_floor();

/// Whether this thread is on a deep stack of which only the reserve is left.
inline bool stack_is_low() {
  return reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)) < deep_stack_floor();
}
/// Throws UserError (Phase::type, at [span]): [what] goes deeper than the stack.
[[noreturn]] void refuse_depth(const std::string& what, Span span = {});
/// Does so when the stack is low. For every recursion whose depth a program's text decides and no
/// limit on the text bounds; a few nanoseconds.
inline void expect_stack(const char* what, Span span = {}) {
  if (stack_is_low()) refuse_depth(what, span);
}

}  // namespace laguz::support
