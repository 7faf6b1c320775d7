#include "eval/lanes/history.hpp"

#include <algorithm>

#include "prims/lanes_move.hpp"

namespace laguz::eval::lanes {

namespace {

/// Whether [from], of the same shape, has been made where it is to go.
bool is_there(const LaneArray& to, const LaneArray& from) {
  const auto rank = static_cast<std::size_t>(to.shape.rank);
  return from.data == to.data && from.block.get() == to.block.get() &&
         std::equal(to.strides.begin(), to.strides.begin() + rank, from.strides.begin());
}

}  // namespace

void store_row(Tile& tile, LaneArray& rows, std::int64_t i, const ValueRef& value, bool varying) {
  const std::int64_t offset = i * rows.strides[0];
  if (!value.is_array) {
    const ScalarRef& scalar = value.scalar;
    prims::lanes::load(scalar.size(), tile.lanes(varying), rows.data + offset * scalar.size(),
                       tile.at[scalar.reg], scalar.varying ? 1 : 0);
    return;
  }
  LaneArray to = rows.below(1, offset);
  const LaneArray& from = value.array.peek(tile);
  if (!(from.shape == to.shape)) tile.fail();
  if (!is_there(to, from)) tile.copy(to, from, varying);
}

void History::offer(LaneArray rows) {
  if (flat_ || !rows.block || rows.shape[0] != expected_) return;
  rows_ = std::move(rows);
  capacity_ = expected_;
}

LaneArray History::next_row() const {
  if (flat_ || count_ == 0 || count_ == capacity_) return {};
  return rows_.below(1, count_ * rows_.strides[0]);
}

std::byte* History::next_scalars() const {
  if (count_ == 0 || count_ == capacity_) return nullptr;
  return rows_.data + count_ * rows_.strides[0] * rows_.element_size();
}

Shape History::row_shape(Tile& tile) const {
  return value_.is_array ? value_.array.peek(tile).shape : Shape{};
}

/// Makes room for [capacity] rows of a shape, and keeps those there are.
void History::reserve(Tile& tile, const Shape& row, std::int64_t capacity) {
  LaneArray larger = tile.allocate(value_.type(), row.prepend(capacity), varying_);
  if (count_ > 0) {
    rows_.shape[0] = count_;
    LaneArray part = larger;
    part.shape = rows_.shape;
    tile.copy(part, rows_, varying_);
  }
  rows_ = std::move(larger);
  capacity_ = capacity;
}

/// The shape that rows are to have room for, when the present value is one of them.
Shape History::room_of_row(Tile& tile) const {
  const Shape row = row_shape(tile);
  if (count_ == 0) return row;
  Shape room = rows_.shape.drop(1);
  for (int d = 0; d < room.rank && smaller_; ++d)
    if (row[d] > room[d]) room[d] = std::max(row[d], room[d] + room[d] / 2);  // not at each turn
  return room;
}

std::int64_t History::next_capacity() const {
  constexpr std::int64_t kLeast = 8;
  if (count_ < capacity_) return capacity_;
  return count_ == 0 && expected_ > 0 ? expected_ : std::max(kLeast, 2 * capacity_);
}

void History::append(Tile& tile) {
  if (flat_) return append_elements(tile);
  if (!value_.is_array && count_ < capacity_) {
    if (tile.at[value_.scalar.reg] == next_scalars())
      ++count_;
    else
      store_row(tile, rows_, count_++, value_, varying_);
    return;
  }
  const Shape row = room_of_row(tile);
  if (count_ == capacity_ || !(rows_.shape.drop(1) == row)) reserve(tile, row, next_capacity());
  if (smaller_) {
    LaneArray place = rows_;
    const Shape shape = row_shape(tile);
    for (int d = 0; d < shape.rank; ++d) place.shape[d + 1] = shape[d];
    store_row(tile, place, count_, value_, varying_);
  } else {
    store_row(tile, rows_, count_, value_, varying_);
  }
  ++count_;
}

void History::append_elements(Tile& tile) {
  const LaneArray& from = value_.array.peek(tile);
  const std::int64_t elements = from.shape.size();
  if (elements == 0) return;
  const std::int64_t needed = runtime::sum(count_, elements);
  if (needed > capacity_) {
    // States of a loop mostly have one size; room for many of a large first one is not claimed.
    constexpr std::int64_t kMost = std::int64_t{1} << 16;
    const std::int64_t guess = std::min(expected_, kMost / elements) * elements;
    reserve(tile, Shape{}, std::max({needed, 2 * capacity_, guess}));
  }
  LaneArray place = rows_.below(1, count_ * rows_.strides[0]);
  place.shape = from.shape;
  place.set_dense(rows_.strides[0]);
  tile.copy(place, from, varying_);
  count_ = needed;
}

LaneArray History::take(Tile& tile) {
  if (count_ == 0) {
    const Shape row = flat_ ? Shape{} : row_shape(tile);
    rows_ = tile.allocate(value_.type(), row.prepend(0), varying_);
  }
  rows_.shape[0] = count_;
  return std::move(rows_);
}

}  // namespace laguz::eval::lanes
