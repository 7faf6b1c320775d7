// operator new, which charges what it takes to the governor that the thread works for.
//
// Each request is a step of work, too, after which the governor may end the task (`spend`): so
// every phase that makes anything can be interrupted.
//
// A thread tells the account in steps, so that most requests cost two additions. What is taken for
// one governor and released for another, or for none, stays charged: an engine's client works for
// it as long as it holds anything of the engine's.
//
// Small blocks go to the thread's own lists, not to the library (small_blocks.hpp).
#include <malloc.h>

#include <algorithm>
#include <cstdlib>
#include <new>

#include "support/governor.hpp"
#include "support/small_blocks.hpp"

namespace laguz::support {
namespace {

/// Bytes that a thread may have taken or released before it tells the account.
constexpr std::int64_t kStep = std::int64_t{64} << 10;

/// Does the limit of this thread's governor hold at present?
bool limited(const Thread& thread) { return thread.at_task && thread.unstoppable == 0; }

/// [block] of [bytes] is taken; false: the limit does not allow it.
bool charge(std::int64_t bytes) {
  Thread& thread = this_thread;
  thread.heap += bytes;
  if (thread.heap < kStep) return true;
  if (thread.governor == nullptr) {
    thread.heap = 0;
    return true;
  }
  Account& account = thread.governor->account();
  if (!limited(thread)) {
    account.add(thread.heap);
  } else if (!account.take(static_cast<std::size_t>(thread.heap))) {
    thread.heap -= bytes;
    return false;
  }
  thread.heap = 0;
  return true;
}

/// What a block for [bytes] takes, about: as the C library rounds them. (To ask it costs 6 % of
/// what lowering takes.) The same for what the library says is usable of the block, for not all who
/// give one back say how large it is.
std::int64_t taken(std::size_t bytes) {
  constexpr std::size_t kLeast = 24;
  return static_cast<std::int64_t>(std::max(SmallBlocks::rounded(bytes), kLeast));
}

/// What a request costs, about, with what is done around it.
constexpr std::int64_t kNanoseconds = 50;

[[noreturn, gnu::cold]] void fail(std::size_t bytes) {
  Governor* governor = this_thread.governor;
  throw OutOfMemory(bytes, governor != nullptr ? governor->account().used() : 0, 0);
}

/// As every block of the library's is.
constexpr std::size_t kAligned = alignof(std::max_align_t);

/// A block of this thread's, or the library's.
inline void* block_of(std::size_t bytes, std::size_t alignment) {
  const bool small = bytes <= SmallBlocks::kLargest && alignment <= kAligned;
  if (small)
    if (void* block = small_blocks.take(bytes)) return block;
  void* block =
      alignment <= kAligned
          ? std::malloc(small ? SmallBlocks::rounded(bytes) : bytes)
          : std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
  if (block == nullptr) [[unlikely]]
    fail(bytes);
  return block;
}

/// For requests that are large, or the first after enough small ones: asks the governor.
[[gnu::noinline]] void* take_asking(std::size_t bytes, std::size_t alignment) {
  spend(kNanoseconds);
  // What is far too much is refused before the system is asked.
  Governor* governor = this_thread.governor;
  if (bytes >= static_cast<std::size_t>(kStep) && limited(this_thread)) {
    const Account& account = governor->account();
    if (bytes > account.limit() || account.used() > account.limit() - bytes)
      throw OutOfMemory(bytes, account.used(), account.limit());
  }
  void* block = block_of(bytes, alignment);
  if (!charge(taken(bytes))) {
    std::free(block);
    const Account& account = governor->account();
    throw OutOfMemory(bytes, account.used(), account.limit());
  }
  return block;
}

/// Asks only when it must.
inline void* take(std::size_t bytes, std::size_t alignment) {
  Thread& thread = this_thread;
  if (bytes >= static_cast<std::size_t>(kStep) || thread.fuel < kNanoseconds ||
      thread.heap + taken(bytes) >= kStep) [[unlikely]]
    return take_asking(bytes, alignment);
  void* block = block_of(bytes, alignment);
  thread.fuel -= kNanoseconds;
  thread.heap += taken(bytes);
  return block;
}

/// Null where there is none. Whoever is to be interrupted is so at the next request of another
/// kind: here nobody would hear of it, and a task that is said to end does.
void* take_if_any(std::size_t bytes, std::size_t alignment) noexcept try {
  this_thread.fuel = std::max(this_thread.fuel, kNanoseconds);
  return take(bytes, alignment);
} catch (...) {
  return nullptr;
}

/// [bytes] are given back.
inline void discharge(std::size_t bytes) noexcept {
  Thread& thread = this_thread;
  thread.heap -= taken(bytes);
  if (thread.heap > -kStep) return;
  if (thread.governor != nullptr) thread.governor->account().add(thread.heap);
  thread.heap = 0;
}

/// Of somebody who says how much was asked for.
void release(void* block, std::size_t bytes, std::size_t alignment) noexcept {
  if (block == nullptr) return;
  discharge(bytes);
  if (bytes > SmallBlocks::kLargest || alignment > kAligned || !small_blocks.keep(block, bytes))
    std::free(block);
}

void release(void* block) noexcept {
  if (block == nullptr) return;
  discharge(malloc_usable_size(block));
  std::free(block);
}

}  // namespace
}  // namespace laguz::support

void* operator new(std::size_t bytes) { return laguz::support::take(bytes, 0); }
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  return laguz::support::take(bytes, static_cast<std::size_t>(alignment));
}
// (The library's own would call those above; a sanitizer's would not.)
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
  return laguz::support::take_if_any(bytes, 0);
}
void* operator new(std::size_t bytes, std::align_val_t alignment, const std::nothrow_t&) noexcept {
  return laguz::support::take_if_any(bytes, static_cast<std::size_t>(alignment));
}
void operator delete(void* block) noexcept { laguz::support::release(block); }
void operator delete(void* block, std::size_t bytes) noexcept {
  laguz::support::release(block, bytes, 0);
}
void operator delete(void* block, std::align_val_t) noexcept { laguz::support::release(block); }
void operator delete(void* block, std::size_t bytes, std::align_val_t alignment) noexcept {
  laguz::support::release(block, bytes, static_cast<std::size_t>(alignment));
}
void operator delete(void* block, const std::nothrow_t&) noexcept {
  laguz::support::release(block);
}
void operator delete(void* block, std::align_val_t, const std::nothrow_t&) noexcept {
  laguz::support::release(block);
}
