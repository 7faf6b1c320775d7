#include "runtime/array.hpp"

#include <algorithm>
#include <cstring>

#include "runtime/lengths.hpp"
#include "runtime/strided_copy.hpp"
#include "support/assert.hpp"
#include "support/diagnostic.hpp"

namespace laguz::runtime {

// ---- Shape

Shape::Shape(std::initializer_list<std::int64_t> lengths)
    : Shape(std::span<const std::int64_t>(lengths.begin(), lengths.size())) {}

Shape::Shape(std::span<const std::int64_t> lengths) {
  if (lengths.size() > static_cast<std::size_t>(kMaxRank))
    throw support::UserError(support::Phase::run, {}, "An array has more than 12 dimensions.");
  rank = static_cast<int>(lengths.size());
  std::copy(lengths.begin(), lengths.end(), dims.begin());
}

std::int64_t Shape::size() const {
  if (const auto n = product(span())) return *n;
  throw support::UserError(support::Phase::run, {},
                           "Out of memory: an array has more than 2^63 elements.");
}

Shape Shape::drop(int n) const { return Shape(span().subspan(static_cast<std::size_t>(n))); }

Shape Shape::prepend(std::int64_t outer) const {
  if (rank == kMaxRank)
    throw support::UserError(support::Phase::run, {}, "An array has more than 12 dimensions.");
  Shape result;
  result.rank = rank + 1;
  result.dims[0] = outer;
  std::copy_n(dims.begin(), rank, result.dims.begin() + 1);
  return result;
}

bool Shape::operator==(const Shape& other) const {
  return rank == other.rank && std::equal(dims.begin(), dims.begin() + rank, other.dims.begin());
}

// ---- Making arrays

void Array::set_row_major_strides() {
  // An empty array's lengths may be such that no strides fit: whoever goes along them stays.
  std::int64_t stride = shape_.size() == 0 ? 0 : 1;
  for (int i = shape_.rank - 1; i >= 0; --i) {
    strides_[i] = stride;
    stride *= shape_[i];
  }
}

Array Array::uninitialised(ScalarType type, Shape shape) {
  const std::int64_t n = shape.size();
  std::int64_t bytes = 0;
  if (__builtin_mul_overflow(n, std::int64_t{support::size_of(type)}, &bytes))
    throw support::UserError(support::Phase::run, {},
                             "Out of memory: an array has more than 2^63 bytes.");
  Array result;
  result.type_ = type;
  result.shape_ = shape;
  result.set_row_major_strides();
  result.buffer_ = BufferRef(Buffer::allocate(static_cast<std::size_t>(bytes)));
  return result;
}

Array Array::zeros(ScalarType type, Shape shape) {
  Array result = uninitialised(type, shape);
  zero_bytes(result.mutable_raw(), result.buffer_.get()->bytes());
  return result;
}

Array Array::iota(ScalarType type, std::int64_t n, std::int64_t start, std::int64_t step) {
  LAGUZ_ASSERT(support::is_integer(type) && n >= 0, "iota of integers");
  Array result;
  result.type_ = type;
  result.affine_ = true;
  result.shape_ = Shape{n};
  result.strides_[0] = step;
  result.offset_ = start;
  return result;
}

Array Array::filled(Shape shape, Scalar value) {
  (void)shape.size();
  Array result = uninitialised(value.type, Shape{});
  result.set({}, value);
  result.shape_ = shape;
  result.strides_.fill(0);
  return result;
}

Array Array::replicated(std::int64_t n, const Array& row) {
  Array result = row;
  result.shape_ = row.shape_.prepend(n);
  (void)result.shape_.size();
  result.strides_[0] = 0;
  std::copy_n(row.strides_.begin(), row.rank(), result.strides_.begin() + 1);
  return result;
}

Array Array::copy_of(ScalarType type, Shape shape, const void* elements) {
  Array result = uninitialised(type, shape);
  copy_bytes(result.mutable_raw(), static_cast<const std::byte*>(elements),
             result.buffer_.get()->bytes());
  return result;
}

// ---- Dense or not

bool Array::is_dense() const {
  if (affine_) return false;
  std::int64_t expected = 1;
  bool dense = true;
  for (int i = shape_.rank - 1; i >= 0; --i) {
    if (shape_[i] == 0) return true;
    if (shape_[i] == 1) continue;
    if (strides_[i] != expected) dense = false;
    expected = wrapping_product(expected, shape_[i]);  // a dimension outside may have no elements
  }
  return dense;
}

Array Array::dense() const {
  if (is_dense()) return *this;
  Array result = uninitialised(type_, shape_);
  copy_into(result, *this);
  return result;
}

Array Array::owned(Array array) {
  if (array.is_unique()) return array;
  Array result = uninitialised(array.type_, array.shape_);
  copy_into(result, array);
  return result;
}

bool Array::extend(std::int64_t rows) {
  if (!is_unique() || size() == 0) return false;
  Shape shape = shape_;
  shape[0] = sum(shape[0], rows);
  const std::int64_t end = sum(offset_, shape.size());
  const auto element = static_cast<std::size_t>(support::size_of(type_));
  if (static_cast<std::size_t>(end) > SIZE_MAX / element) return false;
  Buffer& buffer = *buffer_.get();
  const std::size_t bytes = std::max(static_cast<std::size_t>(end) * element, buffer.bytes());
  if (static_cast<std::size_t>(shape.size()) * element < bytes / 2) return false;
  if (bytes > buffer.bytes() && !buffer.grow(bytes)) return false;
  shape_ = shape;
  set_row_major_strides();
  return true;
}

void Array::copy_into(Array& destination, const Array& source) {
  LAGUZ_ASSERT(destination.type_ == source.type_ && destination.shape_ == source.shape_,
               "a copy between arrays of one shape and type");
  StridedCopy copy;
  copy.element_size = support::size_of(source.type_);
  copy.rank = source.rank();
  for (int i = 0; i < copy.rank; ++i) {
    copy.dims[i] = source.shape_[i];
    copy.to_strides[i] = destination.strides_[i];
    copy.from_strides[i] = source.strides_[i];
  }
  if (source.affine_) {
    fill_affine(copy, destination.mutable_raw(), source.offset_);
  } else {
    copy_strided(copy, destination.mutable_raw(), source.raw());
  }
}

// ---- Elements

namespace {

/// Elements of an affine array may be unsigned numbers.
std::int64_t moved(std::int64_t at, std::int64_t index, std::int64_t stride) {
  return wrapping_sum(at, wrapping_product(index, stride));
}

}  // namespace

Scalar Array::get(std::span<const std::int64_t> index) const {
  std::int64_t at = offset_;
  for (std::size_t i = 0; i < index.size(); ++i) at = moved(at, index[i], strides_[i]);
  if (affine_) return Scalar::integer(type_, at);
  const std::byte* p = bytes_at(at);
  auto load = [p](auto zero) {
    std::memcpy(&zero, p, sizeof zero);
    return zero;
  };
  switch (type_) {
    case ScalarType::i8: return Scalar::integer(type_, load(std::int8_t{}));
    case ScalarType::i16: return Scalar::integer(type_, load(std::int16_t{}));
    case ScalarType::i32: return Scalar::integer(type_, load(std::int32_t{}));
    case ScalarType::u8:
    case ScalarType::boolean: return {type_, load(std::uint8_t{})};
    case ScalarType::u16:
    case ScalarType::f16: return {type_, load(std::uint16_t{})};
    case ScalarType::u32:
    case ScalarType::f32: return {type_, load(std::uint32_t{})};
    case ScalarType::i64:
    case ScalarType::u64:
    case ScalarType::f64: return {type_, load(std::uint64_t{})};
  }
  return {};
}

void Array::set(std::span<const std::int64_t> index, Scalar value) {
  std::int64_t at = offset_;
  for (std::size_t i = 0; i < index.size(); ++i) at += index[i] * strides_[i];
  // Scalars keep their low bytes first, as the machine does.
  static_assert(std::endian::native == std::endian::little);
  std::memcpy(const_cast<std::byte*>(bytes_at(at)), &value.bits,
              static_cast<std::size_t>(support::size_of(type_)));
}

// ---- Views

Array Array::at(std::span<const std::int64_t> index) const {
  Array result = *this;
  const auto n = static_cast<int>(index.size());
  for (int i = 0; i < n; ++i) result.offset_ = moved(result.offset_, index[i], strides_[i]);
  result.shape_ = shape_.drop(n);
  std::copy(strides_.begin() + n, strides_.begin() + shape_.rank, result.strides_.begin());
  return result;
}

Array Array::slice(int dim, std::int64_t start, std::int64_t count, std::int64_t stride) const {
  Array result = *this;
  result.shape_[dim] = count;
  if (count > 0) result.offset_ = moved(offset_, start, strides_[dim]);
  // Of a single element the stride may be anything.
  result.strides_[dim] = wrapping_product(strides_[dim], stride);
  return result;
}

Array Array::rearrange(std::span<const int> permutation) const {
  Array result = *this;
  for (std::size_t i = 0; i < permutation.size(); ++i) {
    result.shape_[static_cast<int>(i)] = shape_[permutation[i]];
    result.strides_[i] = strides_[permutation[i]];
  }
  return result;
}

namespace {

/// Strides that walk [old] (with [strides]) in row-major order as [wanted]; false when there are
/// none. Runs of dimensions are matched by their product; within a run the old ones must be one
/// arithmetic progression.
bool reshape_strides(const Shape& old, const std::array<std::int64_t, kMaxRank>& strides,
                     const Shape& wanted, std::array<std::int64_t, kMaxRank>& result) {
  Shape dims;
  std::array<std::int64_t, kMaxRank> steps{};
  for (int i = 0; i < old.rank; ++i) {
    if (old[i] == 1) continue;
    dims.dims[dims.rank] = old[i];
    steps[dims.rank++] = strides[i];
  }
  int from = 0;
  int to = 0;
  while (from < dims.rank) {
    int from_end = from + 1;
    int to_end = to + 1;
    std::int64_t have = dims[from];
    std::int64_t want = wanted[to];
    while (have != want) {
      if (want < have) {
        want *= wanted[to_end++];
      } else {
        have *= dims[from_end++];
      }
    }
    for (int i = from; i + 1 < from_end; ++i)
      if (steps[i] != wrapping_product(steps[i + 1], dims[i + 1])) return false;
    std::int64_t stride = steps[from_end - 1];
    for (int i = to_end - 1; i >= to; --i) {
      result[i] = stride;
      stride = wrapping_product(stride, wanted[i]);
    }
    from = from_end;
    to = to_end;
  }
  for (; to < wanted.rank; ++to) result[to] = 1;  // only ones are left
  return true;
}

}  // namespace

Array Array::reshape(Shape shape) const {
  const std::int64_t n = shape_.size();
  LAGUZ_ASSERT(shape.size() == n, "a reshape keeps the number of elements");
  if (n == 0) return uninitialised(type_, shape);
  Array result = *this;
  result.shape_ = shape;
  if (reshape_strides(shape_, strides_, shape, result.strides_)) return result;
  result = dense();
  result.shape_ = shape;
  result.set_row_major_strides();
  return result;
}

}  // namespace laguz::runtime
