#include "runtime/large_blocks.hpp"

#include <sys/mman.h>

#include <cstdlib>

namespace laguz::runtime {

LargeBlocks::Block LargeBlocks::take(std::size_t bytes) {
  constexpr std::size_t kHugePage = std::size_t{2} << 20;
  {
    std::lock_guard lock(mutex_);
    std::size_t best = blocks_.size();
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      const auto capacity = blocks_[i].capacity;
      const bool fits = capacity >= bytes && capacity - bytes <= bytes / 4 + kHugePage;
      if (fits && (best == blocks_.size() || capacity < blocks_[best].capacity)) best = i;
    }
    if (best < blocks_.size()) {
      const Block block = blocks_[best];
      blocks_.erase(blocks_.begin() + static_cast<std::ptrdiff_t>(best));
      kept_ -= block.capacity;
      return block;
    }
  }
  Block block;
  block.capacity = (bytes + kHugePage - 1) / kHugePage * kHugePage;
  block.memory = std::aligned_alloc(kHugePage, block.capacity);
#ifdef MADV_HUGEPAGE
  // Only a wish; small pages serve as well, only slower.
  if (block.memory != nullptr) (void)madvise(block.memory, block.capacity, MADV_HUGEPAGE);
#endif
  return block;
}

void LargeBlocks::give(Block block, std::size_t most) {
  std::vector<Block> surplus;
  {
    std::lock_guard lock(mutex_);
    if (block.capacity > most) {
      surplus.push_back(block);
    } else {
      while (kept_ + block.capacity > most) {
        surplus.push_back(blocks_.front());
        kept_ -= blocks_.front().capacity;
        blocks_.erase(blocks_.begin());
      }
      blocks_.push_back(block);
      kept_ += block.capacity;
    }
  }
  for (const auto& old : surplus) std::free(old.memory);
}

void LargeBlocks::clear() {
  std::lock_guard lock(mutex_);
  for (const auto& block : blocks_) std::free(block.memory);
  blocks_.clear();
  kept_ = 0;
}

std::size_t LargeBlocks::kept() {
  std::lock_guard lock(mutex_);
  return kept_;
}

}  // namespace laguz::runtime
