#include "eval/lanes/pool.hpp"

#include <algorithm>
#include <bit>
#include <exception>
#include <memory>
#include <new>

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

}  // namespace

void Pool::destroy(Block* block) {
  ::operator delete(block->data, kAlignment);
  delete block;
}

Pool::~Pool() { trim(0); }

BlockRef Pool::allocate(std::size_t bytes) {
  constexpr std::size_t kMost = std::size_t{1} << 46;
  if (bytes >= kMost || used_ + bytes > limit_) throw TooWide{};
  const std::uint32_t size_class = class_of(bytes);
  const std::size_t size = class_bytes(size_class);
  auto& idle = classes_[size_class].idle;
  Block* block = nullptr;
  if (!idle.empty()) {
    block = idle.back();
    idle.pop_back();
    idle_ -= size;
  } else {
    // (Not with std::nothrow, which would take an interrupt for a lack of memory.)
    auto made = std::make_unique<Block>(Block{0, size_class, this, nullptr});
    made->data = static_cast<std::byte*>(::operator new(size, kAlignment));
    block = made.release();
  }
  used_ += size;
  peak_ = std::max(peak_, used_);
  return BlockRef(block);
}

void Pool::release(Block* block) {
  const std::size_t size = class_bytes(block->size_class);
  used_ -= size;
  try {
    classes_[block->size_class].idle.push_back(block);
    idle_ += size;
  } catch (const std::exception&) {
    destroy(block);  // destructors call us: there is nobody who could be told
  }
}

void Pool::trim(std::size_t bytes) {
  if (idle_ <= bytes) return;
  for (auto& each : classes_) {
    for (Block* block : each.idle) destroy(block);
    each.idle.clear();
  }
  idle_ = 0;
}

}  // namespace laguz::eval::lanes
