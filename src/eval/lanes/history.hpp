// Rows of a lane array put together one after the other.
#pragma once

#include "eval/lanes/instr.hpp"

namespace laguz::eval::lanes {

/// The values that a variable takes, stacked: [count][...] in every lane; or, if [flat], the
/// elements of all of them one after the other, whatever shapes they have.
class History {
 public:
  /// [expected] values, as far as is known; more are possible.
  History(const ValueRef& value, bool varying, bool flat, std::int64_t expected)
      : value_(value), varying_(varying), flat_(flat), expected_(expected) {}

  /// Rows may be of different shapes: those that are smaller have room left (only_kept.hpp).
  void allow_smaller() { smaller_ = true; }

  /// Memory of that many rows to put them in, if [rows] are; to be said next.
  void offer(LaneArray rows);
  /// Where the next value is to stay: what is made there need not be copied. Nothing while that is
  /// not known.
  LaneArray next_row() const;
  /// The same of scalars, which is where their lanes begin; or null.
  std::byte* next_scalars() const;
  /// Rows of different shapes, if not flat, are a user error.
  void append(Tile& tile);
  /// All rows; of a variable that was never appended, none of its present shape.
  LaneArray take(Tile& tile);

 private:
  Shape row_shape(Tile& tile) const;
  Shape room_of_row(Tile& tile) const;
  std::int64_t next_capacity() const;
  void append_elements(Tile& tile);
  void reserve(Tile& tile, const Shape& row, std::int64_t capacity);

  ValueRef value_;
  bool varying_;
  bool flat_;
  bool smaller_ = false;
  std::int64_t expected_;
  std::int64_t capacity_ = 0;  ///< rows, or elements of a flat history
  std::int64_t count_ = 0;
  LaneArray rows_;
};

/// Overwrites row [i] of [rows] (our own) with the value in a register. Fails when it has not the
/// shape of a row.
void store_row(Tile& tile, LaneArray& rows, std::int64_t i, const ValueRef& value, bool varying);

}  // namespace laguz::eval::lanes
