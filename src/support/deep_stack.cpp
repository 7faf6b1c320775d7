#include "support/deep_stack.hpp"

#include <pthread.h>

#include <cstddef>
#include <exception>

#include "support/governor.hpp"

namespace laguz::support {
namespace {

constexpr std::size_t kLargest = std::size_t{512} << 20;
constexpr std::size_t kLeast = std::size_t{8} << 20;
/// For what runs between two checks of the floor.
constexpr std::size_t kReserve = std::size_t{2} << 20;

/// A property of the thread, not of the program: where its stack ends.
thread_local std::uintptr_t this_floor = 0;

struct Job {
  FunctionRef<void()> work;
  std::size_t bytes;
  Thread caller = this_thread;
  std::exception_ptr error{};

  static void* start(void* self) {
    auto& job = *static_cast<Job*>(self);
    this_floor =
        reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)) - job.bytes + kReserve;
    try {
      const Governed governed(job.caller.governor);
      const Doing doing(job.caller.work, job.caller.place);
      job.work();
    } catch (...) {
      job.error = std::current_exception();
    }
    return nullptr;
  }
};

}  // namespace

std::uintptr_t deep_stack_floor() { return this_floor; }

void on_deep_stack(FunctionRef<void()> work) {
  if (this_floor != 0) return work();
  for (std::size_t bytes = kLargest; bytes >= kLeast; bytes /= 2) {
    Job job{work, bytes};
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_t thread{};
    const bool started = pthread_attr_setstacksize(&attributes, bytes) == 0 &&
                         pthread_create(&thread, &attributes, &Job::start, &job) == 0;
    pthread_attr_destroy(&attributes);
    if (!started) continue;
    pthread_join(thread, nullptr);
    if (job.error) std::rethrow_exception(job.error);
    return;
  }
  throw UserError(Phase::run, {}, "Out of memory: no stack for the evaluation.");
}

void refuse_depth(const std::string& what, Span span) {
  throw UserError(Phase::type, span, what + " is nested too deeply for the stack.");
}

}  // namespace laguz::support
