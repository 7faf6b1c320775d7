// Reading values from text: arrays, strings, and whole data files.
#include <algorithm>
#include <array>
#include <span>
#include <type_traits>

#include <fmt/format.h>

#include "runtime/scalar_reader.hpp"
#include "runtime/string_escape.hpp"
#include "runtime/value_binary.hpp"
#include "runtime/value_text.hpp"
#include "support/diagnostic.hpp"

namespace laguz::runtime {
namespace {

class Reader : public ScalarReader {
 public:
  using ScalarReader::ScalarReader;

  std::vector<Value> all() {
    std::vector<Value> values;
    for (skip(); p_ != end_; skip()) {
      typed_ = false;
      const bool binary = *p_ == 'b';  // says itself where it ends
      values.push_back(value());
      untyped_.push_back(!typed_);
      if (!binary && p_ != end_ && is_word(*p_) && *p_ != 'b') fail("the end of the value");
    }
    return values;
  }

  /// For each value that has been read: is its type not written?
  std::vector<bool> untyped() && { return std::move(untyped_); }

 private:
  Value value() {
    switch (*p_) {
      case '[': return array();
      case '"': return string();
      case 'e': return empty();
      case 'b': {
        typed_ = true;
        auto offset = static_cast<std::size_t>(p_ - begin_);
        Value result = read_binary({begin_, static_cast<std::size_t>(end_ - begin_)}, offset);
        p_ = begin_ + offset;
        return result;
      }
      default: return scalar();
    }
  }

  /// The type of an array's elements is that of the first one.
  Value array() {
    const char* start = p_;
    while (p_ != end_ && *p_ == '[') {
      ++p_;
      skip();
    }
    if (p_ != end_ && *p_ == ']')
      fail("an element (an empty array is written as in empty([0]i32))");
    if (p_ == end_) fail("an element");
    const ScalarType type = *p_ == '"'   ? ScalarType::u8
                            : *p_ == 'e' ? empty().type()
                                         : scalar().type;
    p_ = start;
    switch (type) {
      case ScalarType::i8: return elements<std::int8_t>(type);
      case ScalarType::i16: return elements<std::int16_t>(type);
      case ScalarType::i32: return elements<std::int32_t>(type);
      case ScalarType::i64: return elements<std::int64_t>(type);
      case ScalarType::u8: return elements<std::uint8_t>(type);
      case ScalarType::u16: return elements<std::uint16_t>(type);
      case ScalarType::u32: return elements<std::uint32_t>(type);
      case ScalarType::u64: return elements<std::uint64_t>(type);
      case ScalarType::f16: return elements<std::uint16_t>(type);
      case ScalarType::f32: return elements<float>(type);
      case ScalarType::f64: return elements<double>(type);
      case ScalarType::boolean: return elements<bool>(type);
    }
    return Scalar{};
  }

  template <class T>
  Value elements(ScalarType type) {
    // std::vector<bool> has no bytes to copy from.
    using Stored = std::conditional_t<std::is_same_v<T, bool>, std::uint8_t, T>;
    std::vector<Stored> out;
    std::array<std::int64_t, kMaxRank> dims;
    dims.fill(-1);
    int rank = 0;
    ++p_;
    dimension<T>(type, out, dims, rank, 0);
    return Array::copy_of(
        type, Shape(std::span<const std::int64_t>(dims.data(), static_cast<std::size_t>(rank))),
        out.data());
  }

  /// Elements up to the closing bracket; the opening one has been read.
  template <class T, class Stored>
  void dimension(ScalarType type, std::vector<Stored>& out,
                 std::array<std::int64_t, kMaxRank>& dims, int& rank, int depth) {
    if (depth + 1 > kMaxRank) fail("at most 12 dimensions");
    const char* start = p_;
    std::int64_t count = 0;
    for (;;) {
      skip();
      if (p_ == end_) fail("',' or ']'");
      if (*p_ == ']' && count > 0) break;
      if (*p_ == '[') {
        if (count == 0 && dims[static_cast<std::size_t>(depth)] < 0 && rank < depth + 2)
          rank = depth + 2;
        if (rank < depth + 2) fail("a scalar: rows of an array have equal shapes");
        ++p_;
        dimension<T>(type, out, dims, rank, depth + 1);
      } else if (*p_ == '"' && type == ScalarType::u8) {
        if (depth + 2 > kMaxRank) fail("at most 12 dimensions");
        if (count == 0 && dims[static_cast<std::size_t>(depth)] < 0 && rank < depth + 2)
          rank = depth + 2;
        if (rank != depth + 2) fail("a row of the shape of the others");
        const char* at = p_;
        std::string bytes = string_bytes();
        out.insert(out.end(), bytes.begin(), bytes.end());
        fix(dims, depth + 1, static_cast<std::int64_t>(bytes.size()), at);
      } else if (*p_ == 'e') {
        const char* at = p_;
        const Array row = empty();
        if (row.type() != type) fail_type(at, type, row.type());
        const int whole = depth + 1 + row.shape().rank;
        if (whole > kMaxRank) fail_at(at, "at most 12 dimensions");
        if (count == 0 && dims[static_cast<std::size_t>(depth)] < 0 && rank < whole) rank = whole;
        if (rank != whole) fail_at(at, "expected a row of the shape of the others");
        for (int i = 0; i < row.shape().rank; ++i)
          fix(dims, depth + 1 + i, row.shape().dims[static_cast<std::size_t>(i)], at);
      } else {
        if (rank < depth + 1) rank = depth + 1;
        if (rank > depth + 1) fail("'[': rows of an array have equal shapes");
        out.push_back(static_cast<Stored>(element<T>(type)));
      }
      ++count;
      skip();
      if (!accept(',')) break;
    }
    if (!accept(']')) fail("',' or ']'");
    fix(dims, depth, count, start);
  }

  void fix(std::array<std::int64_t, kMaxRank>& dims, int depth, std::int64_t count,
           const char* where) const {
    auto& dim = dims[static_cast<std::size_t>(depth)];
    if (dim < 0) dim = count;
    if (dim != count)
      fail_at(where, fmt::format("expected a row of {} elements, found {}: arrays are regular", dim,
                                 count));
  }

  /// An element of an array of [type]: its suffix may be left out, and a float may look like an
  /// integer.
  template <class T>
  T element(ScalarType type) {
    const char* start = p_;
    if constexpr (std::is_same_v<T, bool>) {
      if (const auto truth = boolean()) return *truth;
      fail("true or false");
    } else if constexpr (std::is_floating_point_v<T>) {
      if (const char* q = plain_real(type); q != nullptr) return static_cast<T>(fast_);
    } else {
      if (support::is_integer(type) && plain_integer(type)) return static_cast<T>(fast_integer_);
    }
    p_ = start;
    const bool negative = accept('-');
    const auto special = non_finite(negative);
    Scalar x;
    if (special) {
      if (special->type != type) fail_type(start, type, special->type);
      x = *special;
    } else {
      p_ = start;
      if (p_ != end_ && (*p_ == 't' || *p_ == 'f' || *p_ == 'e')) fail("a number");
      const Number number = scan();
      if (number.type && *number.type != type) fail_type(start, type, *number.type);
      if (!support::is_float(type) && number.real)
        fail_at(start, fmt::format("expected an element of type {}, found a number with a point",
                                   support::name(type)));
      x = support::is_float(type) ? real(type, to_double(number))
                                  : Scalar::integer(type, to_integer(number, type, start));
    }
    if constexpr (std::is_same_v<T, double>)
      return x.as_f64();
    else if constexpr (std::is_same_v<T, float>)
      return x.as_f32();
    else
      return static_cast<T>(x.bits);
  }

  // ---- Strings and empty arrays

  std::string string_bytes() {
    const char* start = p_;
    typed_ = true;
    ++p_;
    std::string bytes;
    const char* error = nullptr;
    p_ = unescape(p_, end_, bytes, error);
    if (error != nullptr) fail(error);
    if (!accept('"')) fail_at(start, "a string does not end");
    return bytes;
  }

  Value string() {
    const std::string bytes = string_bytes();
    return Array::copy_of(ScalarType::u8, Shape{static_cast<std::int64_t>(bytes.size())},
                          bytes.data());
  }

  Array empty() {
    if (!accept("empty")) fail("a value");
    typed_ = true;
    skip();
    if (!accept('(')) fail("'('");
    Shape shape;
    bool has_zero = false;
    for (skip(); accept('['); skip()) {
      skip();
      const char* start = p_;
      const Number number = scan();
      const std::int64_t d = number.real ? -1 : to_integer(number, ScalarType::i64, start);
      if (d < 0) fail_at(start, "expected a length");
      if (shape.rank == kMaxRank) fail_at(start, "an array has more than 12 dimensions");
      shape.dims[shape.rank++] = d;
      has_zero = has_zero || d == 0;
      skip();
      if (!accept(']')) fail("']'");
    }
    if (shape.rank == 0) fail("'['");
    const char* start = p_;
    while (p_ != end_ && is_word(*p_)) ++p_;
    auto type = support::scalar_type_named({start, static_cast<std::size_t>(p_ - start)});
    if (!type) {
      p_ = start;
      fail("a type");
    }
    if (!has_zero) fail_at(start, "an empty array has a dimension of length 0");
    skip();
    if (!accept(')')) fail("')'");
    return Array::uninitialised(*type, shape);
  }

  std::vector<bool> untyped_;
};

}  // namespace

std::variant<std::vector<Value>, ReadError> try_read_values(std::string_view data,
                                                            Overflow overflow) {
  try {
    return Reader(data, overflow).all();
  } catch (ReadError& error) {
    return std::move(error);
  }
}

std::vector<bool> untyped_numbers(std::string_view data) {
  Reader reader(data, Overflow::wraps);
  try {
    (void)reader.all();
  } catch (const ReadError&) {
    // There are fewer values then.
  }
  return std::move(reader).untyped();
}

std::vector<Value> read_values(std::string_view data, Overflow overflow) {
  auto result = try_read_values(data, overflow);
  if (auto* values = std::get_if<0>(&result)) return std::move(*values);
  const auto& error = std::get<1>(result);
  const auto before = data.substr(0, error.offset);
  const auto line = std::count(before.begin(), before.end(), '\n') + 1;
  const auto column = before.size() - (before.rfind('\n') + 1) + 1;
  throw support::UserError(support::Phase::run, {},
                           fmt::format("Incorrectly formatted input data.\nLine {}, column {}: {}.",
                                       line, column, error.message));
}

}  // namespace laguz::runtime
