// How many lanes a tile has whose instructions make arrays.
//
// Those arrays are to fit the second-level cache together. But few lanes take long over each
// instruction, and whether that costs more than the next cache does depends on the program: so from
// what fits on, wider tiles are tried, and kept while a lane takes less time. What comes out is the
// same bits at any width.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>

namespace laguz::eval::lanes {

/// Of one plan; any thread may use it.
class TileWidth {
 public:
  using Seconds = std::chrono::duration<double>;
  static constexpr std::int64_t kLeast = 32;

  /// Lanes of the next tile, a power of two; before there has been a tile, a guess.
  std::int64_t lanes() const { return lanes_.load(std::memory_order_relaxed); }

  /// How many lanes a tile had room for, and what one of them took: no time is told where there
  /// were fewer.
  struct Taken {
    std::int64_t lanes;
    std::int64_t bytes;
    std::optional<Seconds> time;
  };
  /// Learns from a tile; gives lanes() as it is then, which is at most [most].
  std::int64_t after(const Taken& tile, std::int64_t most);

 private:
  /// Of a width: the least time of a lane in its tiles so far.
  struct Record {
    Seconds least{};
    int tiles = 0;
  };
  Record& record(std::int64_t lanes);

  std::atomic<std::int64_t> lanes_{128};
  std::mutex mutex_;
  std::int64_t bytes_ = 0;  ///< of a lane in these
  std::array<Record, 16> records_;
};

}  // namespace laguz::eval::lanes
