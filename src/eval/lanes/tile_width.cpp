#include "eval/lanes/tile_width.hpp"

#include <algorithm>
#include <bit>

namespace laguz::eval::lanes {
namespace {

constexpr std::int64_t kFewLanes = 128;
constexpr std::int64_t kCache = 1024 * 1024;
constexpr std::int64_t kNextCache = 8 * kCache;
constexpr std::int64_t kMostTried = 32 * kCache;  ///< arrays of a wider tile: memory, mostly
/// A wider tile is worth it from this part of the time on.
constexpr double kWorthIt = 0.97;

/// Lanes whose arrays fit the second-level cache, or, if they are few, the next.
std::int64_t fitting(std::int64_t bytes, std::int64_t most) {
  std::int64_t lanes = most;
  while (lanes > kFewLanes && bytes * lanes > kCache) lanes /= 2;
  while (lanes > TileWidth::kLeast && bytes * lanes > kNextCache) lanes /= 2;
  return lanes;
}

}  // namespace

TileWidth::Record& TileWidth::record(std::int64_t lanes) {
  return records_.at(static_cast<std::size_t>(std::countr_zero(static_cast<std::uint64_t>(lanes))));
}

std::int64_t TileWidth::after(const Taken& tile, std::int64_t most) {
  std::lock_guard lock(mutex_);
  // Wide tiles may do with less for each lane, so a change is one of the same width.
  const bool full = tile.n == tile.lanes;
  const std::int64_t before = record(tile.lanes).bytes;
  if (full && before > 0 && 4 * std::abs(tile.bytes - before) > before) {  // other lengths
    records_.fill({});
    bytes_ = 0;
  }
  Record& known = record(tile.lanes);
  if (full) known.bytes = tile.bytes;
  bytes_ = std::max(bytes_, tile.bytes);
  // The rest of a width says little of it.
  if (2 * tile.n > tile.lanes) known.add(tile.time / static_cast<double>(tile.n));
  std::int64_t lanes = fitting(bytes_, most);
  for (; 2 * lanes <= most && 2 * lanes * bytes_ <= kMostTried; lanes *= 2) {
    const Record &narrow = record(lanes), &wide = record(2 * lanes);
    if (!wide.is_known()) {  // by turns: what comes first finds cold memory
      if (wide.rounds() < narrow.rounds()) lanes *= 2;
      break;
    }
    if (wide.median() > kWorthIt * narrow.median()) break;
  }
  lanes_.store(lanes, std::memory_order_relaxed);
  return lanes;
}

}  // namespace laguz::eval::lanes
