#include "eval/lanes/pool.hpp"

#include <algorithm>
#include <bit>
#include <memory>
#include <new>

#include "support/diagnostic.hpp"
#include "support/governor.hpp"

namespace laguz::eval::lanes {
namespace {

constexpr std::size_t kLeast = 256;
constexpr std::align_val_t kAlignment{64};

/// Four classes to a power of two: at most a quarter of a block is waste.
std::size_t class_bytes(std::uint32_t size_class) {
  return (kLeast << (size_class / 4)) / 4 * (4 + size_class % 4);
}

std::uint32_t class_of(std::size_t bytes) {
  if (bytes <= kLeast) return 0;
  const auto power = static_cast<std::uint32_t>(std::bit_width((bytes - 1) / kLeast)) - 1;
  std::uint32_t size_class = power * 4;
  while (class_bytes(size_class) < bytes) ++size_class;
  return size_class;
}

[[noreturn]] void out_of_memory() {
  throw support::UserError(support::Phase::run, {}, "Out of memory: a tile's array is too large.");
}

}  // namespace

Pool::~Pool() { trim(0); }

BlockRef Pool::allocate(std::size_t bytes) {
  constexpr std::size_t kMost = std::size_t{1} << 46;
  const bool huge = bytes >= kMost;
  if (limit_ && (huge || used_ + bytes > *limit_)) throw TooWide{};
  if (huge) out_of_memory();
  const std::uint32_t size_class = class_of(bytes);
  const std::size_t size = class_bytes(size_class);
  Block*& idle = idle_blocks_[size_class];
  Block* block = idle;
  if (block != nullptr) {
    idle = std::exchange(block->next, nullptr);
    idle_ -= size;
  } else {
    // (Not with std::nothrow, which would take an interrupt for a lack of memory.)
    auto fresh = std::make_unique<Block>();
    fresh->size_class = size_class;
    fresh->bytes = size;
    fresh->pool = this;
    fresh->data = static_cast<std::byte*>(::operator new(size, kAlignment));
    block = fresh.release();
  }
  used_ += size;
  support::this_thread.traffic.made += bytes;
  peak_ = std::max(peak_, used_);
  return BlockRef(block);
}

void Pool::release(Block* block) {
  used_ -= block->bytes;
  idle_ += block->bytes;
  block->next = std::exchange(idle_blocks_[block->size_class], block);
}

void Pool::trim(std::size_t bytes) {
  if (idle_ <= bytes) return;
  for (Block*& idle : idle_blocks_)
    while (idle != nullptr) {
      const std::unique_ptr<Block> block(std::exchange(idle, idle->next));
      ::operator delete(block->data, kAlignment);
    }
  idle_ = 0;
}

}  // namespace laguz::eval::lanes
