// Memory for large arrays: huge pages, and blocks kept for the next array of about that size.
//
// A fresh block of 80 MB costs 47 ms of page faults in small pages, 8 ms in huge ones and nothing
// when it is used again; a loop over arrays frees and allocates the same sizes all the time.
#pragma once

#include <array>
#include <cstddef>
#include <mutex>

namespace laguz::runtime {

class LargeBlocks {
 public:
  struct Block {
    void* memory = nullptr;
    std::size_t capacity = 0;
  };

  ~LargeBlocks() { clear(); }
  /// At least [bytes] of memory; null memory when there is none.
  Block take(std::size_t bytes);
  /// Keeps the block when it has no more than [most] bytes; what was kept before goes when they
  /// would be more together.
  void give(Block block, std::size_t most);
  /// Gives everything kept back to the system.
  void clear();
  /// Bytes kept.
  std::size_t kept();

 private:
  std::mutex mutex_;
  /// By size, four to a power of two; each begins with the address of the next one, so that giving
  /// one takes no memory.
  std::array<void*, 4 * 64> kept_blocks_{};
  std::size_t kept_ = 0;
};

}  // namespace laguz::runtime
