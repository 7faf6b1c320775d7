#include "runtime/large_blocks.hpp"

#include <sys/mman.h>

#include <bit>
#include <cstdlib>
#include <utility>

namespace laguz::runtime {
namespace {

constexpr std::size_t kPage = std::size_t{4} << 10;
constexpr std::size_t kHugePage = std::size_t{2} << 20;
/// From here on a huge page more or less does not matter.
constexpr std::size_t kWorthHuge = std::size_t{16} << 20;

std::size_t class_bytes(std::size_t size_class) {
  return (kPage << (size_class / 4)) / 4 * (4 + size_class % 4);
}

/// The least class with room for [bytes].
std::size_t class_of(std::size_t bytes) {
  if (bytes <= kPage) return 0;
  std::size_t size_class = (static_cast<std::size_t>(std::bit_width((bytes - 1) / kPage)) - 1) * 4;
  while (class_bytes(size_class) < bytes) ++size_class;
  return size_class;
}

}  // namespace

LargeBlocks::Block LargeBlocks::take(std::size_t bytes) {
  const std::size_t size_class = class_of(bytes);
  Block block{nullptr, class_bytes(size_class)};
  {
    std::lock_guard lock(mutex_);
    void*& kept = kept_blocks_[size_class];
    if (kept != nullptr) {
      block.memory = kept;  // the last one given may still be in the cache
      kept = *static_cast<void**>(kept);
      kept_ -= block.capacity;
      return block;
    }
  }
  const bool huge = block.capacity >= kWorthHuge;
  const std::size_t unit = huge ? kHugePage : kPage;
  block.memory = std::aligned_alloc(unit, (block.capacity + unit - 1) / unit * unit);
#ifdef MADV_HUGEPAGE
  // Only a wish; small pages serve as well, only slower.
  if (huge && block.memory != nullptr) (void)madvise(block.memory, block.capacity, MADV_HUGEPAGE);
#endif
  return block;
}

void LargeBlocks::give(Block block, std::size_t most) {
  if (block.capacity > most) return std::free(block.memory);
  if (kept() > most - block.capacity) clear();
  std::lock_guard lock(mutex_);
  void*& kept = kept_blocks_[class_of(block.capacity)];
  *static_cast<void**>(block.memory) = std::exchange(kept, block.memory);
  kept_ += block.capacity;
}

void LargeBlocks::clear() {
  std::lock_guard lock(mutex_);
  for (void*& kept : kept_blocks_)
    while (kept != nullptr) std::free(std::exchange(kept, *static_cast<void**>(kept)));
  kept_ = 0;
}

std::size_t LargeBlocks::kept() {
  std::lock_guard lock(mutex_);
  return kept_;
}

}  // namespace laguz::runtime
