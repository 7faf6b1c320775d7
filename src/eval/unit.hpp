// What happens to the results of a lambda in the scalar tier: each reduction, scan and mapped
// result of a Soac is a unit. Units keep their state in the frame, so that a node may be entered
// again by recursion.
#pragma once

#include <vector>

#include "eval/node.hpp"
#include "eval/row_operator.hpp"

namespace laguz::eval {

class Unit {
 public:
  virtual ~Unit() = default;
  /// Before the first of [n] iterations.
  virtual void begin(Frame& frame, std::int64_t n) = 0;
  /// After the lambda's statements in iteration [i].
  virtual void push(Frame& frame, std::int64_t i, std::int64_t n) = 0;
  virtual void finish(Frame& frame) = 0;
};

/// A scan. It can also take elements that are in arrays already.
class ScanUnit : public Unit {
 public:
  /// Instead of everything else. [elements]: one array per operand, of scalars; consumed.
  virtual void over(Frame& frame, std::vector<Array> elements) = 0;
};

/// A result array of scalars or rows, one per iteration, in a slot of the frame.
struct Output {
  ScalarType type = ScalarType::i64;
  bool of_rows = false;
  Slot to = 0;

  void begin(Frame& frame, std::int64_t n) const {
    if (!of_rows) frame.array(to) = Array::uninitialised(type, {n});
  }
  template <class T>
  void put(Frame& frame, std::int64_t i, T x) const {
    frame.array(to).mutable_data<T>()[i] = x;
  }
  /// Copies a row; the first one decides the shape.
  void put_row(Frame& frame, std::int64_t i, std::int64_t n, const Array& row) const;
};

/// Slots of several values, scalars or arrays.
struct Slots {
  std::vector<bool> is_array;
  std::vector<Slot> slots;

  void copy_to(Frame& frame, const Slots& to) const {
    for (std::size_t i = 0; i < slots.size(); ++i) {
      if (is_array[i]) {
        frame.array(to.slots[i]) = frame.array(slots[i]);
      } else {
        frame.put_bits(to.slots[i], frame.bits(slots[i]));
      }
    }
  }
  void move_to(Frame& frame, const Slots& to) const {
    for (std::size_t i = 0; i < slots.size(); ++i) {
      if (is_array[i]) {
        frame.array(to.slots[i]) = std::move(frame.array(slots[i]));
      } else {
        frame.put_bits(to.slots[i], frame.bits(slots[i]));
      }
    }
  }
  void release(Frame& frame) const {
    for (std::size_t i = 0; i < slots.size(); ++i)
      if (is_array[i]) frame.array(slots[i]).release();
  }
};

/// An operator of the user's: its parameters are [state] and [element], its results go to [state].
struct Operator {
  Block apply;
  Slots state, element;
  RowKernel rows;  ///< if it is one

  /// state = op(state, element)
  void run(Frame& frame) {
    if (rows.kernel == nullptr || !combine_rows(frame)) apply.run(frame);
  }

  /// Combines what is in [element] into the arrays (owned, dense) at [index], a prefix of theirs.
  void combine(Frame& frame, std::vector<Array>& arrays, std::span<const std::int64_t> index);

 private:
  bool combine_rows(Frame& frame);
};

}  // namespace laguz::eval
