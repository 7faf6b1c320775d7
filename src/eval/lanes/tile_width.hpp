// How many lanes a tile has whose instructions make arrays.
//
// Those arrays are to fit the second-level cache together. But few lanes take long over each
// instruction, and whether that costs more than the next cache does depends on the program: so from
// what fits on, wider tiles are tried, and kept while a lane takes less time. Where the lanes of
// one run need more and more (`for j < i`), or less, they take as much more time: the time for a
// byte is what is compared then. What comes out is the same bits at any width.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <mutex>

namespace laguz::eval::lanes {

/// Of one plan; any thread may use it.
class TileWidth {
 public:
  using Seconds = std::chrono::duration<double>;
  static constexpr std::int64_t kLeast = 32;

  /// A run begins. Lanes of its first tile, a power of two; before there has been a tile, a guess.
  std::int64_t begin();

  /// A tile of [n] lanes that had room for [lanes], what arrays it made for each, and its time.
  struct Taken {
    std::int64_t lanes, n;
    std::int64_t bytes;
    Seconds time;
  };
  /// Learns from a tile; gives the lanes of the next one, at most [most].
  std::int64_t after(const Taken& tile, std::int64_t most);

 private:
  /// What a lane, or a byte of one, took in tiles of a width: of every two, the second, for the
  /// first finds what another width has left in the cache.
  class Record {
   public:
    void add(Seconds time) {
      if (!is_known() && tiles_++ % 2 == 1) times_.at(tiles_ / 2 - 1) = time;
    }
    std::size_t rounds() const { return tiles_ / 2; }
    bool is_known() const { return rounds() == times_.size(); }
    Seconds median() const {
      const auto [a, b, c] = times_;
      return std::max(std::min(a, b), std::min(std::max(a, b), c));
    }

    std::int64_t bytes = 0;  ///< of a lane, in the last full tile; 0: there has been none
    std::uint64_t run = 0;   ///< that tile's

   private:
    std::array<Seconds, 3> times_{};
    std::size_t tiles_ = 0;
  };
  Record& record(std::int64_t lanes);

  /// All is tried again.
  void forget();

  std::mutex mutex_;
  std::int64_t lanes_ = 128;
  std::uint64_t run_ = 0;       ///< how many have begun
  bool varies_ = false;         ///< lanes of one run need more or less than each other
  std::int64_t bytes_ = 0;      ///< most of a lane in the tiles of the records
  std::int64_t of_run_ = 0;     ///< of the run under way
  std::int64_t of_before_ = 0;  ///< and of the one before
  std::array<Record, 16> records_;
};

}  // namespace laguz::eval::lanes
