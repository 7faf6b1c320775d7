// Accumulators of the bodies around the plan. Their updates wait in a log until the tile is done:
// then they are made in the order of the iterations, whatever the order of the instructions was.
// Those that never meet (apart.hpp) are made right away: the vectors of values, which may be many,
// are still in the cache then and need not be kept. So are those of a tile of one lane. When a log
// takes too much memory, the tile is run again with fewer lanes (SoacRun::narrowed).
#pragma once

#include <cstdint>
#include <vector>

#include "eval/lanes/tile.hpp"
#include "prims/lanes_accumulate.hpp"

namespace laguz::eval::lanes {

/// An array behind an accumulator: dense.
struct AccTarget {
  ScalarType type = ScalarType::i64;
  Shape shape;
  std::byte* data = nullptr;
};

/// The updates of one array in this tile.
struct AccLog {
  AccTarget target;
  std::vector<prims::lanes::Update> updates;
  std::vector<BlockRef> blocks;  ///< what the updates point to

  /// Copies [bytes] to where they stay until `flush`.
  const std::byte* keep(Tile& tile, const void* from, std::size_t bytes);
  void flush(std::int64_t n);
  void clear();
};

}  // namespace laguz::eval::lanes
