#include "support/small_blocks.hpp"

#include <optional>
#include <utility>

#include <pthread.h>

namespace laguz::support {

constinit thread_local SmallBlocks small_blocks;

namespace {

#ifdef __SANITIZE_ADDRESS__
constexpr bool kKept = false;  // it is to see who uses a block that was given back
#else
constexpr bool kKept = true;
#endif

/// Whether the blocks of this thread are closed when it ends. (By a key, which takes no memory for
/// it: for a destructor the C library would take some, and ends the program if there is none.)
bool closes_at_the_end() {
  static const std::optional<pthread_key_t> key = []() -> std::optional<pthread_key_t> {
    pthread_key_t made;
    if (pthread_key_create(&made, [](void* blocks) { static_cast<SmallBlocks*>(blocks)->close(); }))
      return {};
    return made;
  }();
  return key && pthread_setspecific(*key, &small_blocks) == 0;
}

}  // namespace

// Whether the first block of this thread may be kept.
bool SmallBlocks::opens() noexcept {
  if (!kKept || closed_ || most_ > 0) return false;
  closed_ = !closes_at_the_end();
  most_ = closed_ ? 0 : kMost;
  return !closed_;
}

void SmallBlocks::close() noexcept {
  closed_ = true;
  most_ = 0;
  for (List& list : lists_)
    for (Block* block = std::exchange(list, {}).first; block != nullptr;)
      std::free(std::exchange(block, block->next));
}

}  // namespace laguz::support
