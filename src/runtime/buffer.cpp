#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <new>
#include <string>

#include <fmt/format.h>

#include "runtime/array.hpp"
#include "support/diagnostic.hpp"

namespace laguz::runtime {
namespace {

constexpr std::size_t kAlignment = 64;

/// Memory is the machine's, so its account is the process's.
struct Account {
  std::atomic<std::size_t> live{0};
  std::atomic<std::size_t> limit;
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
  static Account the_account;
  return the_account;
}

[[noreturn]] void out_of_memory(std::size_t bytes, std::size_t live, std::size_t limit) {
  throw support::UserError(
      support::Phase::run, {},
      fmt::format(
          "Out of memory: an array needs {} bytes, {} bytes are in use, and the limit is {} "
          "bytes.",
          bytes, live, limit));
}

}  // namespace

Buffer* Buffer::allocate(std::size_t bytes) {
  auto& the = account();
  const auto limit = the.limit.load(std::memory_order_relaxed);
  const auto live = the.live.fetch_add(bytes, std::memory_order_relaxed);
  constexpr std::size_t overhead = sizeof(Buffer) + kAlignment - 1;
  // malloc and align by hand: its small blocks are far faster than aligned_alloc's.
  void* block = nullptr;
  if (bytes <= limit && live <= limit - bytes && bytes <= SIZE_MAX - overhead)
    block = std::malloc(bytes + overhead);
  if (block == nullptr) {
    the.live.fetch_sub(bytes, std::memory_order_relaxed);
    out_of_memory(bytes, live, limit);
  }
  auto* buffer = new (block) Buffer();
  auto data = reinterpret_cast<std::uintptr_t>(block) + overhead;
  buffer->data_ = reinterpret_cast<std::byte*>(data / kAlignment * kAlignment);
  buffer->bytes_ = bytes;
  return buffer;
}

void Buffer::release() {
  if (count_.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
  account().live.fetch_sub(bytes_, std::memory_order_relaxed);
  this->~Buffer();
  std::free(this);
}

std::size_t Buffer::live_bytes() { return account().live.load(std::memory_order_relaxed); }
std::size_t Buffer::limit() { return account().limit.load(std::memory_order_relaxed); }
void Buffer::set_limit(std::size_t bytes) {
  account().limit.store(bytes, std::memory_order_relaxed);
}

}  // namespace laguz::runtime
