// Arrays: counted, 64-byte aligned buffers seen through a shape, strides and an offset.
//
// Slices, transposes, iota and replicate are views; the full shape lives in the array even when
// it is empty. Values never change unless their buffer is held once (`unique`).
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "support/scalar_type.hpp"

namespace laguz::support {
class Account;
}

namespace laguz::runtime {

using support::Scalar;
using support::ScalarType;

inline constexpr int kMaxRank = 12;

/// Lengths of dimensions, outermost first; each ≥ 0.
struct Shape {
  int rank = 0;
  std::array<std::int64_t, kMaxRank> dims{};

  Shape() = default;
  Shape(std::initializer_list<std::int64_t> lengths);
  explicit Shape(std::span<const std::int64_t> lengths);
  std::int64_t operator[](int i) const { return dims[i]; }
  std::int64_t& operator[](int i) { return dims[i]; }
  /// Number of elements; throws UserError when it does not fit.
  std::int64_t size() const;
  std::span<const std::int64_t> span() const {
    return {dims.data(), static_cast<std::size_t>(rank)};
  }
  /// Without its first [n] dimensions, and with [outer] before it.
  Shape drop(int n) const;
  Shape prepend(std::int64_t outer) const;
  bool operator==(const Shape& other) const;
};

/// A counted block of memory, charged to the account of the thread that asks for it. An allocation
/// past its limit is a UserError before the machine suffers.
class Buffer {
 public:
  static Buffer* allocate(std::size_t bytes);
  void retain() { count_.fetch_add(1, std::memory_order_relaxed); }
  void release();
  bool unique() const { return count_.load(std::memory_order_acquire) == 1; }
  /// Makes this [bytes], more than it has, where its block has room; false where it has none, or
  /// the account does not grant them. For who holds it alone.
  bool grow(std::size_t bytes);
  std::byte* data() { return data_; }
  std::size_t bytes() const { return bytes_; }

 private:
  Buffer() = default;
  std::atomic<std::uint32_t> count_{1};
  std::size_t bytes_ = 0;
  std::byte* data_ = nullptr;
  support::Account* account_ = nullptr;
};

class BufferRef {
 public:
  BufferRef() = default;
  explicit BufferRef(Buffer* owned) : buffer_(owned) {}
  BufferRef(const BufferRef& other) : buffer_(other.buffer_) {
    if (buffer_) buffer_->retain();
  }
  BufferRef(BufferRef&& other) noexcept : buffer_(std::exchange(other.buffer_, nullptr)) {}
  BufferRef& operator=(BufferRef other) noexcept {
    std::swap(buffer_, other.buffer_);
    return *this;
  }
  ~BufferRef() {
    if (buffer_) buffer_->release();
  }
  Buffer* get() const { return buffer_; }
  explicit operator bool() const { return buffer_ != nullptr; }

 private:
  Buffer* buffer_ = nullptr;
};

class Array {
 public:
  Array() = default;  ///< [0]i64

  static Array uninitialised(ScalarType type, Shape shape);  ///< dense
  static Array zeros(ScalarType type, Shape shape);          ///< dense
  /// start, start+step, ... without storage (integer types).
  static Array iota(ScalarType type, std::int64_t n, std::int64_t start, std::int64_t step);
  static Array filled(Shape shape, Scalar value);             ///< stride 0 everywhere
  static Array replicated(std::int64_t n, const Array& row);  ///< stride 0 outside
  /// Dense, from row-major elements of the C++ type of [type].
  static Array copy_of(ScalarType type, Shape shape, const void* elements);

  ScalarType type() const { return type_; }
  const Shape& shape() const { return shape_; }
  int rank() const { return shape_.rank; }
  std::int64_t length() const { return shape_[0]; }
  std::int64_t size() const { return shape_.size(); }
  std::int64_t stride(int dim) const { return strides_[dim]; }

  /// No buffer: element (i, j, ...) is base + i*stride(0) + j*stride(1) + ...
  bool is_affine() const { return affine_; }
  std::int64_t affine_base() const { return offset_; }
  /// Row-major without gaps, and stored.
  bool is_dense() const;
  /// Nobody else holds the buffer, and it is dense: elements may be overwritten.
  bool is_unique() const { return buffer_ && buffer_.get()->unique() && is_dense(); }

  /// First element; not for affine arrays.
  template <class T>
  const T* data() const {
    return buffer_ ? reinterpret_cast<const T*>(buffer_.get()->data()) + offset_ : nullptr;
  }
  const std::byte* raw() const { return bytes_at(offset_); }
  /// For writing; the caller has made sure of `is_unique` or has just allocated it.
  template <class T>
  T* mutable_data() {
    return const_cast<T*>(data<T>());
  }
  std::byte* mutable_raw() { return const_cast<std::byte*>(bytes_at(offset_)); }

  /// This array, or a dense copy of it.
  Array dense() const;
  /// A dense array that is held once: this one when it already is (moved), else a copy.
  static Array owned(Array array);

  Scalar get(std::span<const std::int64_t> index) const;  ///< index in bounds, full rank
  void set(std::span<const std::int64_t> index, Scalar value);
  /// Sub-array at prefix [index] (in bounds).
  Array at(std::span<const std::int64_t> index) const;
  Array row(std::int64_t i) const { return at({&i, 1}); }
  /// Dimension [dim] becomes start, start+stride, ... ([count] of them, in bounds).
  Array slice(int dim, std::int64_t start, std::int64_t count, std::int64_t stride) const;
  /// Result dimension i is this array's dimension permutation[i].
  Array rearrange(std::span<const int> permutation) const;
  /// Same elements in row-major order; a view when strides allow, else a copy. Sizes agree.
  Array reshape(Shape shape) const;
  /// Gives an array with elements [rows] more rows, unset, without moving it; false, and nothing
  /// done, where it is not unique, its memory has no room, or most of that would be left over.
  bool extend(std::int64_t rows);
  /// Lets go of the buffer; nothing but assignment may follow.
  void release() {
    if (buffer_) buffer_ = BufferRef();
  }
  /// Moves a view by [elements] (for affine arrays: adds to the base); it stays inside the buffer.
  void advance(std::int64_t elements) { offset_ += elements; }
  /// Overwrites [destination] (a view of a unique buffer) with [source] of the same shape and type.
  static void copy_into(Array& destination, const Array& source);

 private:
  const std::byte* bytes_at(std::int64_t element) const {
    return buffer_ ? buffer_.get()->data() + element * support::size_of(type_) : nullptr;
  }
  void set_row_major_strides();

  ScalarType type_ = ScalarType::i64;
  bool affine_ = false;
  Shape shape_{0};
  std::array<std::int64_t, kMaxRank> strides_{};
  std::int64_t offset_ = 0;
  BufferRef buffer_;
};

using Value = std::variant<Scalar, Array>;
/// The values of a constant; null while they are not known.
using Known = std::shared_ptr<const std::vector<Value>>;

}  // namespace laguz::runtime
