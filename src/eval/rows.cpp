#include "eval/rows.hpp"

#include <algorithm>

#include "runtime/lengths.hpp"
#include "runtime/strided_copy.hpp"
#include "support/governor.hpp"

namespace laguz::eval {

void Rows::make_room(const Shape& row_shape) {
  if (at_ == nullptr) {
    row_shape_ = row_shape;
    row_bytes_ = static_cast<std::size_t>(row_shape.size()) * size_;
    capacity_ = std::max<std::int64_t>(capacity_, 1);
    array_ = Array::uninitialised(type_, row_shape_.prepend(capacity_));
    at_ = array_.mutable_raw();
    return;
  }
  capacity_ *= 2;
  Array larger = Array::uninitialised(type_, row_shape_.prepend(capacity_));
  const std::size_t used = static_cast<std::size_t>(count_) * row_bytes_;
  runtime::copy_bytes(larger.mutable_raw(), array_.raw(), used);
  array_ = std::move(larger);
  at_ = array_.mutable_raw() + used;
}

void Rows::add(const Array& row) {
  if (at_ == nullptr) {
    make_room(row.shape());
  } else if (row.shape() != row_shape_) {
    fail(irregular_text(row_shape_, row.shape()));
  } else if (count_ == capacity_) {
    make_room(row_shape_);
  }
  if (row.is_dense()) {
    if (row_bytes_ != 0) std::memcpy(at_, row.raw(), row_bytes_);
    support::moved(row_bytes_);
  } else {
    Array place = array_.row(count_);
    Array::copy_into(place, row);
  }
  at_ += row_bytes_;
  ++count_;
}

void Rows::put(Array all) {
  if (count_ > 0) {
    while (capacity_ - count_ < all.length()) make_room(row_shape_);
    const std::size_t bytes = static_cast<std::size_t>(all.length()) * row_bytes_;
    runtime::copy_bytes(at_, all.raw(), bytes);
    at_ += bytes;
    count_ += all.length();
    return;
  }
  row_shape_ = Shape{all.shape().span().subspan(1)};
  row_bytes_ = static_cast<std::size_t>(row_shape_.size()) * size_;
  count_ = capacity_ = all.length();
  array_ = std::move(all);
  at_ = array_.mutable_raw() + static_cast<std::size_t>(count_) * row_bytes_;
}

Array Rows::take(const Shape& row_shape) {
  if (count_ == 0) return Array::uninitialised(type_, row_shape.prepend(0));
  at_ = nullptr;
  Array all = std::move(array_);
  array_ = Array();
  return count_ == capacity_ ? all : all.slice(0, 0, count_, 1);
}

void Elements::make_room(std::int64_t size) {
  const std::int64_t needed = runtime::sum(count_, size);
  if (needed <= capacity_) return;
  // States of a loop mostly have one size; room for many of a large first one is not claimed.
  constexpr std::int64_t kMost = std::int64_t{1} << 22;
  const std::int64_t guess = std::min(expected_, kMost / size) * size;
  capacity_ = std::max({needed, 2 * capacity_, guess});
  const auto used = static_cast<std::size_t>(count_ * support::size_of(type_));
  Array larger = Array::uninitialised(type_, Shape{capacity_});
  if (used > 0) runtime::copy_bytes(larger.mutable_raw(), array_.raw(), used);
  array_ = std::move(larger);
  at_ = array_.mutable_raw() + used;
}

void Elements::add(const Array& part) {
  const std::int64_t size = part.size();
  if (size == 0) return;
  make_room(size);
  if (part.is_dense()) {
    runtime::copy_bytes(at_, part.raw(), static_cast<std::size_t>(size * support::size_of(type_)));
  } else {
    Array place = array_.slice(0, count_, size, 1).reshape(part.shape());
    Array::copy_into(place, part);
  }
  count_ += size;
  at_ += size * support::size_of(type_);
}

void Elements::put(Array all) {
  if (count_ > 0) return add(all);
  count_ = capacity_ = all.length();
  array_ = std::move(all);
  at_ = array_.mutable_raw() + count_ * support::size_of(type_);
}

Array Elements::take() {
  if (count_ == 0) return Array::uninitialised(type_, Shape{0});
  Array all = std::move(array_);
  array_ = Array();
  return count_ == capacity_ ? all : all.slice(0, 0, count_, 1);
}

}  // namespace laguz::eval
