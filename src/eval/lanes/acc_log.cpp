#include "eval/lanes/acc_log.hpp"

#include <algorithm>
#include <cstring>

namespace laguz::eval::lanes {

namespace kernels = prims::lanes;

void AccLog::add(Tile& tile, kernels::Update update, bool kept) {
  if (tile.n == 1) {
    // The updates of one lane are in order. They are not remembered, so from there on the tile must
    // not be given up.
    tile.pool.set_limit({});
    return kernels::accumulate(target_.type, 1, target_.data, {&update, 1});
  }
  const bool one_place = update.places == nullptr && update.step == 0;
  if (one_place && updates_.empty() && !meet_.load(std::memory_order_relaxed))
    return make(tile, update, kept);
  if (!made_.empty()) {
    meet_.store(true, std::memory_order_relaxed);
    throw UpdatesMeet{};
  }
  wait(tile, update, kept);
}

template <class T>
const T* AccLog::keep(Tile& tile, const T* from, std::size_t count) {
  blocks_.push_back(tile.pool.allocate(count * sizeof(T)));
  std::byte* to = blocks_.back().get()->data;
  std::memcpy(to, from, count * sizeof(T));
  return reinterpret_cast<const T*>(to);
}

void AccLog::wait(Tile& tile, kernels::Update update, bool kept) {
  const auto n = static_cast<std::size_t>(tile.n);
  const auto size = static_cast<std::size_t>(support::size_of(target_.type));
  if (update.places != nullptr) update.places = keep(tile, update.places, n);
  if (update.mask != nullptr) update.mask = keep(tile, update.mask, n);
  if (!kept)
    update.values =
        keep(tile, static_cast<const std::byte*>(update.values), update.uniform ? size : n * size);
  updates_.push_back(update);
}

void AccLog::make(Tile& tile, kernels::Update update, bool kept) {
  if (!is_first(update.place)) {
    meet_.store(true, std::memory_order_relaxed);
    throw UpdatesMeet{};
  }
  const auto size = static_cast<std::size_t>(support::size_of(target_.type));
  Made made{update.place, 0};
  std::memcpy(&made.before, target_.data + static_cast<std::size_t>(update.place) * size, size);
  made_.push_back(made);
  if (update.mask != nullptr || update.uniform)
    return kernels::accumulate(target_.type, tile.n, target_.data, {&update, 1});
  if (!kept) {
    const std::size_t bytes = static_cast<std::size_t>(tile.capacity) * size;
    if (!room_) room_ = tile.pool.allocate(kTogether * bytes);
    std::byte* to = room_.get()->data + next_count_ * bytes;
    std::memcpy(to, update.values, static_cast<std::size_t>(tile.n) * size);
    update.values = to;
  }
  next_[next_count_++] = update;
  if (next_count_ == kTogether) settle(tile.n);
}

bool AccLog::is_first(std::int64_t place) {
  if (made_.empty()) return true;
  const std::int64_t last = made_.back().place;
  if (in_order_) {
    const int direction = place > last ? 1 : place < last ? -1 : 0;
    if (direction == 0) return false;
    if (direction_ == 0 || direction == direction_) {
      direction_ = direction;
      return true;
    }
    constexpr std::int64_t kMostMarks = std::int64_t{1} << 20;
    const std::int64_t places = target_.shape.size();
    if (places > kMostMarks) return false;
    in_order_ = false;
    marks_.resize(static_cast<std::size_t>(places));
    for (const Made& made : made_) marks_[static_cast<std::size_t>(made.place)] = tile_number_;
  }
  return std::exchange(marks_[static_cast<std::size_t>(place)], tile_number_) != tile_number_;
}

void AccLog::settle(std::int64_t n) {
  if (next_count_ == 0) return;
  kernels::accumulate(target_.type, n, target_.data, {next_.data(), next_count_});
  next_count_ = 0;
}

void AccLog::forget() {
  updates_.clear();
  blocks_.clear();
  made_.clear();
  next_count_ = 0;
  room_ = BlockRef();
  direction_ = 0;
  in_order_ = true;
  if (++tile_number_ != 0) return;
  tile_number_ = 1;
  std::fill(marks_.begin(), marks_.end(), 0);
}

void AccLog::flush(std::int64_t n) {
  settle(n);
  if (!updates_.empty()) kernels::accumulate(target_.type, n, target_.data, updates_);
  forget();
}

void AccLog::clear() {
  const auto size = static_cast<std::size_t>(support::size_of(target_.type));
  for (auto made = made_.rbegin(); made != made_.rend(); ++made)
    std::memcpy(target_.data + static_cast<std::size_t>(made->place) * size, &made->before, size);
  forget();
}

}  // namespace laguz::eval::lanes
