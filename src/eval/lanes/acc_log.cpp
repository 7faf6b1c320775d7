#include "eval/lanes/acc_log.hpp"

#include <algorithm>
#include <cstring>

#include "prims/lanes_mask.hpp"
#include "support/governor.hpp"

namespace laguz::eval::lanes {

namespace kernels = prims::lanes;

void AccLog::bind(AccTarget target, std::atomic<bool>& meet) {
  forget();
  marks_.clear();
  target_ = std::move(target);
  meet_ = &meet;
}

void AccLog::add(Tile& tile, kernels::Update update, bool kept) {
  if (tile.n == 1) {
    // The updates of one lane are in order. They are not remembered, so from there on the tile must
    // not be given up.
    tile.pool.set_limit({});
    return kernels::accumulate(sums(tile), 1, {&update, 1});
  }
  const bool one_place = update.places == nullptr && update.step == 0;
  if (one_place && may_make(tile)) {
    if (make_at_once(tile, update)) return;
    if (!kept) update.values = keep_vector(tile, update.values);
    return make_together(tile, update);
  }
  // (All places from the first lane's to the last one's are remembered.)
  constexpr std::int64_t kFarthest = 4;
  const bool up = update.places == nullptr && update.step > 0 && update.step <= kFarthest;
  if (up && may_make(tile)) return make_even(tile, update);
  if (!made_.empty()) meet();
  wait(tile, update, kept);
}

void AccLog::meet() {
  meet_->store(true, std::memory_order_relaxed);
  throw UpdatesMeet{};
}

kernels::Sums AccLog::sums(const Tile& tile) const {
  const bool striped = target_.stripes.count > 1;
  return {target_.type, target_.data, striped, striped ? tile.start % kernels::kStripes : 0};
}

bool AccLog::may_make(const Tile& tile) const {
  return tile.n > 1 && updates_.empty() && !meet_->load(std::memory_order_relaxed);
}

bool AccLog::add_row(Tile& tile, std::int64_t place, std::int64_t count, const std::byte* values,
                     std::int64_t stride) {
  if (!may_make(tile) || !in_order_ || direction_ < 0 || step_ != 0) return false;
  if (!made_.empty() && place < made_.back().place + made_.back().count) return false;
  direction_ = 1;
  remember(place, count);
  kernels::accumulate_row(sums(tile), tile.n, place, count, values, stride);
  return true;
}

void AccLog::remember(std::int64_t place, std::int64_t count) {
  made_.push_back({place, count});
  if (target_.stripes.zero) return;
  const auto bytes = static_cast<std::size_t>(count * place_bytes());
  if (before_.size() < before_bytes_ + bytes) before_.resize(2 * before_.size() + bytes);
  std::byte* const to = before_.data() + before_bytes_;
  if (bytes == sizeof(std::uint64_t))  // mostly: a load and a store
    std::memcpy(to, at(place), sizeof(std::uint64_t));
  else
    std::memcpy(to, at(place), bytes);
  support::moved(bytes);
  before_bytes_ += bytes;
}

template <class T>
const T* AccLog::keep(Tile& tile, const T* from, std::size_t count) {
  constexpr std::size_t kAlignment = 64, kLeast = std::size_t{4} << 10, kMost = kLeast << 5;
  const std::size_t bytes = (count * sizeof(T) + kAlignment - 1) / kAlignment * kAlignment;
  if (bytes > free_.size()) {
    next_block_ = std::clamp(2 * next_block_, kLeast, kMost);
    const std::size_t size = std::max(bytes, next_block_);
    blocks_.push_back(tile.pool.allocate(size));
    free_ = {blocks_.back().get()->data, size};
  }
  std::byte* to = free_.data();
  free_ = free_.subspan(bytes);
  std::memcpy(to, from, count * sizeof(T));
  support::moved(count * sizeof(T));
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

void AccLog::add_given(Tile& tile, kernels::Update& update, std::byte*& values) {
  update.values = values;
  const bool one_place = update.places == nullptr && update.step == 0;
  if (tile.n == 1 || !one_place || !may_make(tile)) return add(tile, update, false);
  if (make_at_once(tile, update)) return;
  if (spare_.has(values))
    held_[held_count_++] = values;
  else
    update.values = keep_vector(tile, values);
  values = spare_.take();
  make_together(tile, update);
}

/// Makes an update of one place, but for those that several can be made of together.
bool AccLog::make_at_once(const Tile& tile, kernels::Update& update) {
  if (!is_first(tile, update.place)) meet();
  remember(update.place, 1);
  const bool plain = update.mask == nullptr && !update.uniform;
  if (plain && target_.stripes.count == 1) return false;
  if (plain)  // there is nothing to put in order
    kernels::accumulate_row(sums(tile), tile.n, update.place, 1, update.values, 0);
  else
    kernels::accumulate(sums(tile), tile.n, {&update, 1});
  return true;
}

void AccLog::make_together(const Tile& tile, const kernels::Update& update) {
  next_[next_count_++] = update;
  if (next_count_ == kTogether) settle(tile);
}

/// A copy of values that stays until the next `settle`.
std::byte* AccLog::keep_vector(const Tile& tile, const void* values) {
  const auto size = static_cast<std::size_t>(support::size_of(target_.type));
  spare_.fit(static_cast<std::size_t>(tile.capacity) * size);
  std::byte* const to = held_[held_count_++] = spare_.take();
  std::memcpy(to, values, static_cast<std::size_t>(tile.n) * size);
  support::moved(static_cast<std::size_t>(tile.n) * size);
  return to;
}

void AccLog::make_even(const Tile& tile, kernels::Update update) {
  // (Lanes that are not alive may be anywhere.)
  const std::int64_t begin = update.place + kernels::first(tile.n, update.mask) * update.step;
  const std::int64_t end = update.place + kernels::last(tile.n, update.mask) * update.step + 1;
  if (!made_.empty() && step_ != update.step) meet();
  if (made_.empty() || begin >= run_.end) {
    run_ = {update.place, begin, end, made_.empty() ? 0 : run_.end};
    remember(begin, end - begin);
  } else if (update.place <= run_.place && begin >= run_.behind) {
    run_.place = update.place;
    if (begin < run_.begin) remember(begin, run_.begin - begin);
    if (end > run_.end) remember(run_.end, end - run_.end);
    run_.begin = std::min(run_.begin, begin);
    run_.end = std::max(run_.end, end);
  } else {
    meet();
  }
  step_ = update.step;
  kernels::accumulate(sums(tile), tile.n, {&update, 1});
}

bool AccLog::is_first(const Tile& tile, std::int64_t place) {
  if (made_.empty()) return true;
  if (step_ != 0) return false;
  if (in_order_) {
    const Made& last = made_.back();
    const int direction = place >= last.place + last.count ? 1 : place < last.place ? -1 : 0;
    if (direction == 0) return false;
    if (direction_ == 0 || direction == direction_) {
      direction_ = direction;
      return true;
    }
    // (For each lane: they are cleared in each run. The last tile of one has fewer lanes.)
    constexpr std::int64_t kMarks = 64;
    const std::int64_t places = target_.shape.size();
    if (places > kMarks * tile.capacity) return false;
    in_order_ = false;
    marks_.resize(static_cast<std::size_t>(places));
    for (const Made& made : made_)
      std::fill_n(marks_.begin() + made.place, made.count, tile_number_);
  }
  return std::exchange(marks_[static_cast<std::size_t>(place)], tile_number_) != tile_number_;
}

void AccLog::settle(const Tile& tile) {
  if (next_count_ == 0) return;
  kernels::accumulate(sums(tile), tile.n, {next_.data(), next_count_});
  next_count_ = 0;
  while (held_count_ > 0) spare_.give_back(held_[--held_count_]);
}

void AccLog::forget() {
  updates_.clear();
  blocks_.clear();
  free_ = {};
  next_block_ = 0;
  made_.clear();
  before_bytes_ = 0;
  next_count_ = held_count_ = 0;
  spare_.collect();  // registers go back to where they live
  step_ = 0;
  direction_ = 0;
  in_order_ = true;
  if (++tile_number_ != 0) return;
  tile_number_ = 1;
  std::fill(marks_.begin(), marks_.end(), 0);
}

void AccLog::flush(const Tile& tile) {
  settle(tile);
  if (!updates_.empty()) kernels::accumulate(sums(tile), tile.n, updates_);
  target_.stripes.zero = false;
  forget();
}

void AccLog::clear() {
  // What each place held is here once.
  const std::byte* from = before_.data();
  for (const Made& made : made_) {
    const auto bytes = static_cast<std::size_t>(made.count * place_bytes());
    if (target_.stripes.zero)
      std::memset(at(made.place), 0, bytes);
    else
      std::memcpy(at(made.place), std::exchange(from, from + bytes), bytes);
  }
  forget();
}

}  // namespace laguz::eval::lanes
