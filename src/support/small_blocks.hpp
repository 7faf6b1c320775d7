// Small blocks of memory that a thread has given back, for its next requests. Only heap.cpp
// includes this.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>

namespace laguz::support {

/// What a thread has of them: a list for each size. A tree that is copied, changed and dropped, as
/// every pass over core does, is made of the blocks of the one before. (The C library keeps seven
/// of each size at hand; how much that costs is in docs/adr/0044.)
class SmallBlocks {
 public:
  /// The largest that are kept, in bytes.
  static constexpr std::size_t kLargest = 248;
  /// Bytes that the library has room for when it is asked for [bytes]. Whoever asks for a small
  /// block asks for as many, so that all of a list do.
  static constexpr std::size_t rounded(std::size_t bytes) {
    return (list_for(bytes) + 1) * kUnit - kHeader;
  }

  /// A block for at least [bytes], at most kLargest; null: there is none.
  void* take(std::size_t bytes) noexcept {
    List& list = lists_[list_for(bytes)];
    Block* block = list.first;
    if (block == nullptr) return nullptr;
    list.first = block->next;
    --list.count;
    return block;
  }
  /// Keeps [block], which was asked for with as many [bytes], at most kLargest. False: it does not.
  bool keep(void* block, std::size_t bytes) noexcept {
    List& list = lists_[list_for(bytes)];
    if (list.count >= most_ && !opens()) return false;
    list.first = new (block) Block{list.first};
    ++list.count;
    return true;
  }
  /// Gives all back to the library, and keeps none from here on.
  void close() noexcept;

 private:
  struct Block {
    Block* next;
  };
  struct List {
    Block* first = nullptr;
    std::uint32_t count = 0;
  };
  // As the library rounds requests, so that nothing is lost.
  static constexpr std::size_t kUnit = 16, kHeader = 8;
  static constexpr std::size_t list_for(std::size_t bytes) { return (bytes + kHeader - 1) / kUnit; }
  /// Of one size: two megabytes of all together, at most.
  static constexpr std::uint32_t kMost = 1024;

  bool opens() noexcept;

  std::array<List, (kLargest + kHeader) / kUnit> lists_{};
  std::uint32_t most_ = 0;  ///< that a list may have
  bool closed_ = false;
};

extern constinit thread_local SmallBlocks small_blocks;

}  // namespace laguz::support
