#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <new>
#include <string>

#include <fmt/format.h>

#include "runtime/array.hpp"
#include "runtime/large_blocks.hpp"
#include "support/diagnostic.hpp"

namespace laguz::runtime {
namespace {

constexpr std::size_t kAlignment = 64;
/// Blocks this large have their own allocator: malloc would give them back to the system at once.
#ifdef __SANITIZE_ADDRESS__
constexpr std::size_t kLarge = std::size_t{16} << 20;  // kept blocks would hide errors
#else
constexpr std::size_t kLarge = std::size_t{96} << 10;
#endif

/// Memory is the machine's, so its account is the process's.
struct Account {
  std::atomic<std::size_t> live{0};
  std::atomic<std::size_t> limit;
  LargeBlocks large;
  Account();
};

/// 80 % of physical memory, or of what the control group allows when that is less.
Account::Account() {
  auto pages = sysconf(_SC_PHYS_PAGES);
  auto page = sysconf(_SC_PAGESIZE);
  std::size_t bytes = pages > 0 && page > 0
                          ? static_cast<std::size_t>(pages) * static_cast<std::size_t>(page)
                          : std::size_t{1} << 32;
  std::ifstream group("/sys/fs/cgroup/memory.max");
  std::size_t allowed = 0;
  if (group >> allowed && allowed > 0) bytes = std::min(bytes, allowed);
  limit = bytes / 5 * 4;
}

Account& account() {
  // Never destroyed: a buffer may be released as late as the process ends.
  static auto* the_account = new Account;
  return *the_account;
}

[[noreturn]] void out_of_memory(std::size_t bytes, std::size_t live, std::size_t limit) {
  throw support::UserError(
      support::Phase::run, {},
      fmt::format(
          "Out of memory: an array needs {} bytes, {} bytes are in use, and the limit is {} "
          "bytes.",
          bytes, live, limit));
}

/// A block holds the buffer, for a large one its capacity, and the elements at the next multiple of
/// the alignment. (malloc and alignment by hand: for small blocks that is far faster than
/// aligned_alloc.)
constexpr std::size_t kOverhead = sizeof(Buffer) + sizeof(std::size_t) + kAlignment - 1;

std::size_t* capacity_of(void* block) {
  return reinterpret_cast<std::size_t*>(static_cast<std::byte*>(block) + sizeof(Buffer));
}

/// A block for [bytes] of elements, or null; [others] are live, and kept blocks must not push the
/// machine past the limit.
void* take_block(Account& the, std::size_t bytes, std::size_t others, std::size_t limit) {
  if (bytes < kLarge) return std::malloc(bytes + kOverhead);
  if (the.large.kept() > limit - bytes - others) the.large.clear();
  const auto block = the.large.take(bytes + kOverhead);
  if (block.memory != nullptr) *capacity_of(block.memory) = block.capacity;
  return block.memory;
}

void give_block(Account& the, void* block, std::size_t bytes) {
  if (bytes < kLarge) {
    std::free(block);
  } else {
    the.large.give({block, *capacity_of(block)}, the.limit.load(std::memory_order_relaxed) / 8);
  }
}

}  // namespace

Buffer* Buffer::allocate(std::size_t bytes) {
  auto& the = account();
  const auto limit = the.limit.load(std::memory_order_relaxed);
  const auto live = the.live.fetch_add(bytes, std::memory_order_relaxed);
  const bool fits = bytes <= limit && live <= limit - bytes && bytes <= SIZE_MAX / 2;
  void* block = fits ? take_block(the, bytes, live, limit) : nullptr;
  if (block == nullptr) {
    the.live.fetch_sub(bytes, std::memory_order_relaxed);
    out_of_memory(bytes, live, limit);
  }
  auto* buffer = new (block) Buffer();
  const auto data = reinterpret_cast<std::uintptr_t>(block) + kOverhead;
  buffer->data_ = reinterpret_cast<std::byte*>(data / kAlignment * kAlignment);
  buffer->bytes_ = bytes;
  return buffer;
}

void Buffer::release() {
  if (count_.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
  auto& the = account();
  const std::size_t bytes = bytes_;
  this->~Buffer();
  the.live.fetch_sub(bytes, std::memory_order_relaxed);
  give_block(the, this, bytes);
}

std::size_t Buffer::live_bytes() { return account().live.load(std::memory_order_relaxed); }
std::size_t Buffer::limit() { return account().limit.load(std::memory_order_relaxed); }
void Buffer::set_limit(std::size_t bytes) {
  account().limit.store(bytes, std::memory_order_relaxed);
}

}  // namespace laguz::runtime
