#include "eval/lanes/history.hpp"

#include <algorithm>

#include "prims/lanes_move.hpp"

namespace laguz::eval::lanes {

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
  if (!(from.shape == to.shape)) throw NotUniform{};
  tile.copy(to, from, varying);
}

Shape History::row_shape(Tile& tile) const {
  return value_.is_array ? value_.array.peek(tile).shape : Shape{};
}

void History::make_room(Tile& tile) {
  const std::int64_t least = 8;
  if (count_ > 0 || capacity_ == 0) capacity_ = std::max(least, capacity_ * 2);
  const Shape shape = count_ > 0 ? rows_.shape.drop(1) : row_shape(tile);
  LaneArray larger = tile.allocate(value_.type(), shape.prepend(capacity_), varying_);
  if (count_ > 0) {
    LaneArray part = larger;
    part.shape[0] = count_;
    rows_.shape[0] = count_;
    tile.copy(part, rows_, varying_);
  }
  rows_ = std::move(larger);
}

void History::append(Tile& tile) {
  if (count_ == 0 || count_ == capacity_) make_room(tile);
  store_row(tile, rows_, count_, value_, varying_);
  ++count_;
}

LaneArray History::take(Tile& tile) {
  if (count_ == 0) rows_ = tile.allocate(value_.type(), row_shape(tile).prepend(0), varying_);
  rows_.shape[0] = count_;
  return std::move(rows_);
}

}  // namespace laguz::eval::lanes
