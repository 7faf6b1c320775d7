#include "eval/lanes/tile_width.hpp"

#include <algorithm>
#include <bit>

namespace laguz::eval::lanes {
namespace {

constexpr std::int64_t kFewLanes = 128;
constexpr std::int64_t kCache = 1024 * 1024;
constexpr std::int64_t kNextCache = 8 * kCache;
/// Tiles of a width, until it is known.
constexpr int kTrials = 2;
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
  if (4 * std::abs(tile.bytes - bytes_) > bytes_) {  // other lengths
    records_.fill({});
    bytes_ = tile.bytes;
  }
  if (tile.time) {
    Record& known = record(tile.lanes);
    known.least = known.tiles++ == 0 ? *tile.time : std::min(known.least, *tile.time);
  }
  std::int64_t lanes = fitting(bytes_, most);
  for (; 2 * lanes <= most && 2 * lanes * bytes_ <= kNextCache; lanes *= 2) {
    const Record &narrow = record(lanes), &wide = record(2 * lanes);
    if (narrow.tiles < kTrials) break;
    if (wide.tiles < kTrials) {
      lanes *= 2;
      break;
    }
    if (wide.least > kWorthIt * narrow.least) break;
  }
  lanes_.store(lanes, std::memory_order_relaxed);
  return lanes;
}

}  // namespace laguz::eval::lanes
