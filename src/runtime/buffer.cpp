#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <new>

#include "runtime/array.hpp"
#include "runtime/large_blocks.hpp"
#include "support/diagnostic.hpp"
#include "support/governor.hpp"

namespace laguz::runtime {

using support::Account;

namespace {

constexpr std::size_t kAlignment = 64;
/// Blocks this large have their own allocator: malloc would give them back to the system at once.
#ifdef __SANITIZE_ADDRESS__
constexpr std::size_t kLarge = std::size_t{16} << 20;  // kept blocks would hide errors
#else
constexpr std::size_t kLarge = std::size_t{96} << 10;
#endif

/// Blocks to be used again, by whoever needs one.
LargeBlocks& large_blocks() {
  // Never destroyed: a buffer may be released as late as the process ends.
  static auto* the_blocks = new LargeBlocks;
  return *the_blocks;
}

[[noreturn]] void out_of_memory(std::size_t bytes, std::size_t used, std::size_t limit) {
  throw support::UserError(support::Phase::run, {},
                           support::out_of_memory_text("an array", bytes, used, limit));
}

/// A block holds the buffer, for a large one its capacity, and the elements at the next multiple of
/// the alignment. (malloc and alignment by hand: for small blocks that is far faster than
/// aligned_alloc.)
constexpr std::size_t kOverhead = sizeof(Buffer) + sizeof(std::size_t) + kAlignment - 1;

/// Large arrays begin at different places of their pages: where two begin at the same one, a copy
/// to the next element, as stencils make it, takes 15 times as long (a load waits for the store to
/// the address that is the same in the last 12 bits).
constexpr std::size_t kPlaces = 32;

std::size_t* capacity_of(void* block) {
  return reinterpret_cast<std::size_t*>(static_cast<std::byte*>(block) + sizeof(Buffer));
}

/// A block for [bytes] of elements that begin at [place] alignments more than they must, or null;
/// kept blocks must not push the machine past the limit.
void* take_block(std::size_t bytes, std::size_t place, const Account& account) {
  const std::size_t all = bytes + kOverhead + place * kAlignment;
  if (bytes < kLarge) return std::malloc(all);
  auto& large = large_blocks();
  const std::size_t used = account.used(), limit = account.limit();
  if (used > limit || large.kept() > limit - used) large.clear();
  const auto block = large.take(all);
  if (block.memory != nullptr) *capacity_of(block.memory) = block.capacity;
  return block.memory;
}

/// The next place where a large array begins.
std::size_t next_place() {
  static std::atomic<std::size_t> the_next{0};
  return the_next.fetch_add(1, std::memory_order_relaxed) % kPlaces;
}

}  // namespace

Buffer* Buffer::allocate(std::size_t bytes) {
  Account& account = Account::current();
  if (bytes > SIZE_MAX / 2 || !account.take(bytes))
    out_of_memory(bytes, account.used(), account.limit());
  const std::size_t place = bytes < kLarge ? 0 : next_place();
  void* block = take_block(bytes, place, account);
  if (block == nullptr) {
    account.add(-static_cast<std::int64_t>(bytes));
    out_of_memory(bytes, account.used(), 0);
  }
  auto* buffer = new (block) Buffer();
  support::this_thread.traffic.made += bytes;
  const auto data = reinterpret_cast<std::uintptr_t>(block) + kOverhead + place * kAlignment;
  buffer->data_ = reinterpret_cast<std::byte*>(data / kAlignment * kAlignment);
  buffer->bytes_ = bytes;
  buffer->account_ = &account;
  account.hold();
  return buffer;
}

bool Buffer::grow(std::size_t bytes) {
  if (bytes_ < kLarge) return false;
  const auto* block = reinterpret_cast<std::byte*>(this);
  const std::size_t room = *capacity_of(this) - static_cast<std::size_t>(data_ - block);
  if (bytes > room || !account_->take(bytes - bytes_)) return false;
  bytes_ = bytes;
  return true;
}

void Buffer::release() {
  if (count_.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
  const std::size_t bytes = bytes_;
  Account& account = *account_;
  this->~Buffer();
  void* block = this;
  if (bytes < kLarge)
    std::free(block);
  else
    large_blocks().give({block, *capacity_of(block)}, account.limit() / 8);
  account.add(-static_cast<std::int64_t>(bytes));
  account.drop();
}

}  // namespace laguz::runtime
