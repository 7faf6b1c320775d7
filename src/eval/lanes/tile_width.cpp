#include "eval/lanes/tile_width.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <utility>

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

/// More than by what wide tiles can do with less of.
bool differ(std::int64_t bytes, std::int64_t before) {
  return 4 * std::abs(bytes - before) > before;
}

}  // namespace

TileWidth::Record& TileWidth::record(std::int64_t lanes) {
  return records_.at(static_cast<std::size_t>(std::countr_zero(static_cast<std::uint64_t>(lanes))));
}

void TileWidth::forget() {
  records_.fill({});
  bytes_ = 0;
}

std::int64_t TileWidth::begin() {
  std::lock_guard lock(mutex_);
  ++run_;
  if (varies_ && of_before_ > 0 && differ(of_run_, of_before_)) {  // other lengths
    forget();
    varies_ = false;
  }
  of_before_ = std::exchange(of_run_, 0);
  return lanes_;
}

std::int64_t TileWidth::after(const Taken& tile, std::int64_t most) {
  std::lock_guard lock(mutex_);
  // Wide tiles may do with less for each lane, so a change is one of the same width.
  const bool full = tile.n == tile.lanes;
  const Record before = record(tile.lanes);
  if (full && !varies_ && before.bytes > 0 && differ(tile.bytes, before.bytes)) {
    varies_ = before.run == run_;  // else lengths are others than in the run before
    forget();
  }
  Record& known = record(tile.lanes);
  if (full) {
    known.bytes = tile.bytes;
    known.run = run_;
  }
  bytes_ = std::max(bytes_, tile.bytes);
  of_run_ = std::max(of_run_, tile.bytes);
  // The rest of a width says little of it.
  if (2 * tile.n > tile.lanes) {
    const std::int64_t bytes = varies_ ? std::max(tile.bytes, std::int64_t{1}) : 1;
    known.add(tile.time / static_cast<double>(tile.n * bytes));
  }
  lanes_ = fitting(bytes_, most);
  for (; 2 * lanes_ <= most && 2 * lanes_ * bytes_ <= kMostTried; lanes_ *= 2) {
    const Record &narrow = record(lanes_), &wide = record(2 * lanes_);
    if (!wide.is_known()) {  // by turns: what comes first finds cold memory
      if (wide.rounds() < narrow.rounds()) lanes_ *= 2;
      break;
    }
    if (wide.median() > kWorthIt * narrow.median()) break;
  }
  return lanes_;
}

}  // namespace laguz::eval::lanes
