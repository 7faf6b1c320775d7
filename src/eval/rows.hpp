// An array that is filled row by row, when the shape of its rows is known from the first one.
#pragma once

#include <cstring>

#include "eval/errors.hpp"
#include "runtime/array.hpp"

namespace laguz::eval {

using runtime::Array;
using support::ScalarType;

class Rows {
 public:
  /// Forgets what was there; [capacity] rows are expected (more are possible).
  void reset(ScalarType type, std::int64_t capacity) {
    type_ = type;
    size_ = static_cast<std::size_t>(support::size_of(type));
    capacity_ = capacity;
    count_ = 0;
    at_ = nullptr;
    array_.release();
  }

  /// Appends a scalar row.
  template <class T>
  void add(T x) {
    if (count_ == capacity_ || at_ == nullptr) make_room(Shape{});
    std::memcpy(at_, &x, sizeof x);
    at_ += sizeof x;
    ++count_;
  }
  void add_bits(std::uint64_t bits) {
    if (count_ == capacity_ || at_ == nullptr) make_room(Shape{});
    // Low bytes first; most numbers have eight, which is one store.
    if (size_ == sizeof bits)
      std::memcpy(at_, &bits, sizeof bits);
    else
      std::memcpy(at_, &bits, size_);
    at_ += size_;
    ++count_;
  }
  /// Appends a copy of an array. Throws UserError when its shape is not that of the rows before.
  void add(const Array& row);

  /// Appends the rows of [all], of which there are some, as one of its own if it is the first.
  void put(Array all);

  std::int64_t count() const { return count_; }
  /// The array of all rows; [row_shape] when there is none.
  Array take(const Shape& row_shape);

 private:
  void make_room(const Shape& row_shape);

  ScalarType type_ = ScalarType::i64;
  std::size_t size_ = 8;
  std::int64_t capacity_ = 0;
  std::int64_t count_ = 0;
  Shape row_shape_;
  std::size_t row_bytes_ = 0;
  Array array_;
  std::byte* at_ = nullptr;  ///< the next row
};

/// A vector that grows by the elements of arrays of any shape.
class Elements {
 public:
  /// Forgets what was there; [appends] arrays are expected (more are possible).
  void reset(ScalarType type, std::int64_t appends) {
    type_ = type;
    expected_ = appends;
    count_ = capacity_ = 0;
    at_ = nullptr;
    array_.release();
  }
  void add(const Array& part);
  /// Appends a number.
  void add_bits(std::uint64_t bits) {
    if (count_ == capacity_) make_room(1);
    std::memcpy(at_, &bits, static_cast<std::size_t>(support::size_of(type_)));
    at_ += support::size_of(type_);
    ++count_;
  }
  /// Appends [all], a vector, as its own if it is the first.
  void put(Array all);
  Array take();

 private:
  /// For [size] more.
  void make_room(std::int64_t size);

  ScalarType type_ = ScalarType::i64;
  std::int64_t expected_ = 0;
  std::int64_t count_ = 0;
  std::int64_t capacity_ = 0;
  Array array_;
  std::byte* at_ = nullptr;  ///< behind the last one
};

}  // namespace laguz::eval
