#include "support/deep_stack.hpp"

#include <pthread.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <exception>
#include <optional>
#include <utility>

#include "support/governor.hpp"

namespace laguz::support {
namespace {

constexpr std::size_t kLargest = std::size_t{512} << 20;
constexpr std::size_t kLeast = std::size_t{8} << 20;
/// For what runs between two checks of the floor.
constexpr std::size_t kReserve = std::size_t{2} << 20;

/// The largest stack: no more than half of what may be used at all.
std::size_t largest() {
  std::size_t most = kLargest * 2;
  if (this_thread.governor != nullptr)
    most = std::min(most, this_thread.governor->account().limit());
  rlimit space{};
  if (getrlimit(RLIMIT_AS, &space) == 0) most = std::min<std::size_t>(most, space.rlim_cur);
  return std::clamp(std::bit_floor(most / 2), kLeast, kLargest);
}

/// A property of the thread, not of the program: where its stack ends.
thread_local std::uintptr_t this_floor = 0;

}  // namespace

/// One thread, its stack, and what it does.
struct DeepThread::Job {
  /// Memory of a stack, above pages that nobody may touch.
  class StackMemory {
   public:
    explicit StackMemory(std::size_t bytes) : bytes_(kGuard + bytes) {
      memory_ = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
      if (memory_ == MAP_FAILED) return;
      (void)mprotect(memory_, kGuard, PROT_NONE);
#ifdef MADV_HUGEPAGE
      // Only a wish. Half a GB in small pages takes 0.1 s to get and 0.05 s to give back; but few
      // stacks are deeper than what is left in small pages at the top.
      if (bytes > kSmall) (void)madvise(start(), bytes - kSmall, MADV_HUGEPAGE);
#endif
    }
    ~StackMemory() {
      if (memory_ != MAP_FAILED) (void)munmap(memory_, bytes_);
    }
    StackMemory(const StackMemory&) = delete;
    StackMemory& operator=(const StackMemory&) = delete;

    explicit operator bool() const { return memory_ != MAP_FAILED; }
    void* start() const { return static_cast<std::byte*>(memory_) + kGuard; }

   private:
    static constexpr std::size_t kGuard = std::size_t{64} << 10;
    static constexpr std::size_t kSmall = std::size_t{4} << 20;
    void* memory_;
    std::size_t bytes_;
  };

  explicit Job(std::function<void()> given) : work(std::move(given)) {}

  std::function<void()> work;
  Thread caller = this_thread;
  std::optional<StackMemory> memory{};
  std::size_t bytes = 0;
  pthread_t thread{};
  bool runs = false;
  std::exception_ptr error{};

  bool start(std::size_t stack_bytes) {
    bytes = stack_bytes;
    memory.emplace(bytes);
    if (!*memory) return false;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    runs = pthread_attr_setstack(&attributes, memory->start(), bytes) == 0 &&
           pthread_create(&thread, &attributes, &Job::run, this) == 0;
    pthread_attr_destroy(&attributes);
    return runs;
  }

  void join() {
    if (std::exchange(runs, false)) pthread_join(thread, nullptr);
  }

  static void* run(void* self) {
    auto& job = *static_cast<Job*>(self);
    this_floor =
        reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)) - job.bytes + kReserve;
    try {
      const Governed governed(job.caller);
      const Doing doing(job.caller.work, job.caller.place);
      job.work();
    } catch (...) {
      job.error = std::current_exception();
    }
    return nullptr;
  }
};

DeepThread::DeepThread(std::function<void()> work) : job_(std::make_unique<Job>(std::move(work))) {
  for (std::size_t bytes = largest(); bytes >= kLeast; bytes /= 2)
    if (job_->start(bytes)) return;
  throw UserError(Phase::run, {}, "Out of memory: no stack for the evaluation.");
}

DeepThread::~DeepThread() { job_->join(); }

void DeepThread::wait() {
  job_->join();
  if (job_->error) std::rethrow_exception(std::exchange(job_->error, nullptr));
}

bool is_on_deep_stack() { return this_floor != 0; }

std::uintptr_t deep_stack_floor() { return this_floor; }

void on_deep_stack(FunctionRef<void()> work) {
  if (is_on_deep_stack()) return work();
  DeepThread(work).wait();
}

void take_down(FunctionRef<void()> work) noexcept {
  bool begun = false;
  const auto begin = [&] {
    const Unstoppable to_its_end;
    begun = true;
    work();
  };
  try {
    const Unstoppable to_its_start;
    on_deep_stack(begin);
  } catch (...) {
    // Not thrown by [work]: there is no stack, no thread, or no memory to ask for them.
    if (!begun) begin();
  }
}

void refuse_depth(const std::string& what, Span span) {
  throw UserError(Phase::type, span, what + " is nested too deeply for the stack.");
}

}  // namespace laguz::support
