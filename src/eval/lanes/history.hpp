// Rows of a lane array put together one after the other.
#pragma once

#include "eval/lanes/instr.hpp"

namespace laguz::eval::lanes {

/// The values that a variable takes, stacked: [count][...] in every lane.
class History {
 public:
  /// [expected] rows, as far as is known; more are possible.
  History(const ValueRef& value, bool varying, std::int64_t expected)
      : value_(value), varying_(varying), capacity_(expected) {}

  void append(Tile& tile);
  /// All rows; of a variable that was never appended, none of its present shape.
  LaneArray take(Tile& tile);

 private:
  Shape row_shape(Tile& tile) const;
  void make_room(Tile& tile);

  ValueRef value_;
  bool varying_;
  std::int64_t capacity_;
  std::int64_t count_ = 0;
  LaneArray rows_;
};

/// Overwrites row [i] of [rows] (our own) with the value in a register.
void store_row(Tile& tile, LaneArray& rows, std::int64_t i, const ValueRef& value, bool varying);

}  // namespace laguz::eval::lanes
