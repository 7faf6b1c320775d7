// Memory for the arrays that come and go inside a tile: counted blocks of one thread, kept for use
// again by size.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

namespace laguz::eval::lanes {

/// The arrays of a tile have outgrown the cache they were meant for: fewer lanes, or none, do
/// better.
struct TooWide {};

class Pool;

/// 64-byte aligned; its bytes are not initialised.
struct Block {
  std::uint32_t holders = 0;
  std::uint32_t size_class = 0;
  std::size_t bytes = 0;
  Pool* pool = nullptr;
  std::byte* data = nullptr;
  Block* next = nullptr;  ///< of those that are idle
};

/// A share in a block. Not for use by several threads.
class BlockRef {
 public:
  BlockRef() = default;
  explicit BlockRef(Block* block) : block_(block) {
    if (block_) ++block_->holders;
  }
  BlockRef(const BlockRef& other) : BlockRef(other.block_) {}
  BlockRef(BlockRef&& other) noexcept : block_(std::exchange(other.block_, nullptr)) {}
  BlockRef& operator=(BlockRef other) noexcept {
    std::swap(block_, other.block_);
    return *this;
  }
  ~BlockRef();
  Block* get() const { return block_; }
  explicit operator bool() const { return block_ != nullptr; }
  bool unique() const { return block_ && block_->holders == 1; }

 private:
  Block* block_ = nullptr;
};

class Pool {
 public:
  Pool() = default;
  ~Pool();
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  /// Throws TooWide past the limit; UserError, and what operator new throws, when there is no
  /// memory or, without a limit, no machine has.
  BlockRef allocate(std::size_t bytes);
  void release(Block* block);  ///< destructors call it: it throws nothing
  /// None: TooWide is never thrown.
  void set_limit(std::optional<std::size_t> bytes) { limit_ = bytes; }
  /// Most bytes in use at once since the last call.
  std::size_t take_peak() { return std::exchange(peak_, used_); }
  /// Gives idle memory back when it is more than [bytes].
  void trim(std::size_t bytes);

 private:
  static constexpr int kClasses = 4 * 48;
  /// By size; chained, so that giving one back takes no memory.
  std::array<Block*, kClasses> idle_blocks_{};
  std::size_t used_ = 0, idle_ = 0, peak_ = 0;
  std::optional<std::size_t> limit_;
};

inline BlockRef::~BlockRef() {
  if (block_ && --block_->holders == 0) block_->pool->release(block_);
}

}  // namespace laguz::eval::lanes
