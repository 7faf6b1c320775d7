// Where in a lane array an index leads, lane by lane.
#pragma once

#include <optional>

#include "eval/lanes/instr.hpp"

namespace laguz::eval::lanes {

/// Indices of some leading dimensions: i64 scalars, uniform ones and varying ones.
struct Indices {
  std::vector<ScalarRef> at;
  Reg offsets = kNoReg;  ///< i64 vector to work in, when one of them varies

  bool varying() const { return offsets != kNoReg; }
  int count() const { return static_cast<int>(at.size()); }
  /// Checks the uniform ones; what they add to the element's number. Fails when out of bounds.
  std::int64_t uniform_part(Tile& tile, const LaneArray& array) const;
  /// Checks the varying ones, and leaves what they add in [offsets], a number per lane.
  void varying_part(Tile& tile, const LaneArray& array) const;
  /// The same together with the lane's own place in [array]: base address data + number.
  void places(Tile& tile, const LaneArray& array) const;
};

/// A slice in every lane. Counts and strides must be the same in all lanes alive; starts may
/// differ.
class LaneSlice {
 public:
  using Part = std::optional<ScalarRef>;
  struct Dim {
    bool fixed = false;
    Part index, start, end, stride;
    std::optional<Irregular> irregular;  ///< when not fixed and one of these varies
  };

  /// [offsets]: i64 vector to work in, when some part varies.
  LaneSlice(std::vector<Dim> dims, Reg offsets) : dims_(std::move(dims)), offsets_(offsets) {}
  /// The part of [array], whose place in each lane stands in [offsets] when [varying].
  LaneArray view(Tile& tile, const LaneArray& array) const;
  bool varying() const { return offsets_ != kNoReg; }

 private:
  std::vector<Dim> dims_;
  Reg offsets_;
};

}  // namespace laguz::eval::lanes
