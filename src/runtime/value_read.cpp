// Reading values from text.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
#include <type_traits>

#include <fmt/format.h>

#include "runtime/half.hpp"
#include "runtime/string_escape.hpp"
#include "runtime/value_binary.hpp"
#include "runtime/value_text.hpp"
#include "support/diagnostic.hpp"
#include "support/governor.hpp"

namespace laguz::runtime {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_word(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '.';
}

/// A number as written: which digits, and the type it names.
struct Number {
  bool negative = false;
  int base = 10;
  bool real = false;        ///< has a point or an exponent
  std::string_view digits;  ///< without sign and prefix; may hold underscores
  std::optional<ScalarType> type;
};

class Reader {
 public:
  Reader(std::string_view data, Overflow overflow)
      : overflow_(overflow), begin_(data.data()), p_(begin_), end_(begin_ + data.size()) {}

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
  [[noreturn]] void fail(std::string_view expected) const {
    std::string found = "the end of the data";
    if (p_ != end_) {
      const char* q = p_;
      while (q != end_ && q - p_ < 20 && is_word(*q)) ++q;
      if (q == p_) ++q;
      found = "'" + std::string(p_, q) + "'";
    }
    throw ReadError{static_cast<std::size_t>(p_ - begin_),
                    fmt::format("expected {}, found {}", expected, found)};
  }
  [[noreturn]] void fail_at(const char* where, std::string message) const {
    throw ReadError{static_cast<std::size_t>(where - begin_), std::move(message)};
  }

  /// Past white space and comments.
  void skip() {
    support::spend(10);  // for what has been read since, too
    while (p_ != end_) {
      if (*p_ == ' ' || (*p_ >= '\t' && *p_ <= '\r')) {
        ++p_;
      } else if (*p_ == '-' && end_ - p_ > 1 && p_[1] == '-') {
        p_ = std::find(p_, end_, '\n');
      } else {
        break;
      }
    }
  }

  bool accept(char c) {
    if (p_ == end_ || *p_ != c) return false;
    ++p_;
    return true;
  }
  bool accept(std::string_view word) {
    if (static_cast<std::size_t>(end_ - p_) < word.size() ||
        std::memcmp(p_, word.data(), word.size()) != 0)
      return false;
    p_ += word.size();
    return true;
  }

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

  // ---- Scalars

  Scalar scalar() {
    if (const auto truth = boolean()) return Scalar::boolean(*truth);
    const char* start = p_;
    const bool negative = accept('-');
    if (auto special = non_finite(negative)) return *special;
    p_ = start;
    const Number number = scan();
    const ScalarType type = number.type.value_or(number.real ? ScalarType::f64 : ScalarType::i32);
    if (support::is_float(type)) return real(type, to_double(number));
    return Scalar::integer(type, to_integer(number, type, start));
  }

  std::optional<bool> boolean() {
    const bool truth = accept("true");
    if (!truth && !accept("false")) return std::nullopt;
    typed_ = true;
    return truth;
  }

  std::optional<Scalar> non_finite(bool negative) {
    if (p_ == end_ || *p_ != 'f') return std::nullopt;
    for (ScalarType type : {ScalarType::f16, ScalarType::f32, ScalarType::f64}) {
      if (!accept(support::name(type))) continue;
      typed_ = true;
      if (accept(".nan")) return real(type, std::numeric_limits<double>::quiet_NaN());
      const double inf = std::numeric_limits<double>::infinity();
      if (accept(".inf")) return real(type, negative ? -inf : inf);
      fail(".nan or .inf");
    }
    return std::nullopt;
  }

  static Scalar real(ScalarType type, double x) {
    if (type == ScalarType::f16) return Scalar::f16(double_to_half(x));
    if (type == ScalarType::f32) return Scalar::f32(static_cast<float>(x));
    return Scalar::f64(x);
  }

  /// A number's sign, digits and suffix.
  Number scan() {
    Number number;
    if (accept('-'))
      number.negative = true;
    else
      accept('+');
    if (end_ - p_ > 1 && *p_ == '0' && (p_[1] == 'x' || p_[1] == 'X')) number.base = 16;
    if (end_ - p_ > 1 && *p_ == '0' && (p_[1] == 'b' || p_[1] == 'B')) number.base = 2;
    if (number.base != 10) p_ += 2;
    const char* start = p_;
    auto digits = [&] {
      const char* first = p_;
      while (p_ != end_ && (digit(*p_) < number.base || (*p_ == '_' && p_ != first))) ++p_;
      if (p_ == first) fail("a value");
    };
    digits();
    if (number.base == 10) {
      if (end_ - p_ > 1 && *p_ == '.' && is_digit(p_[1])) {
        number.real = true;
        ++p_;
        digits();
      }
      if (p_ != end_ && (*p_ == 'e' || *p_ == 'E')) {
        number.real = true;
        ++p_;
        if (!accept('-')) accept('+');
        digits();
      }
    }
    number.digits = {start, static_cast<std::size_t>(p_ - start)};
    number.type = suffix();
    if (number.real && number.type && !support::is_float(*number.type))
      fail_at(start, fmt::format("a number with a point or an exponent is not of type {}",
                                 support::name(*number.type)));
    return number;
  }

  std::optional<ScalarType> suffix() {
    if (p_ == end_ || (*p_ != 'i' && *p_ != 'u' && *p_ != 'f')) return std::nullopt;
    const char* start = p_;
    typed_ = true;
    while (p_ != end_ && is_word(*p_)) ++p_;
    auto type = support::scalar_type_named({start, static_cast<std::size_t>(p_ - start)});
    if (type) return type;
    p_ = start;
    fail("a type suffix (i8 i16 i32 i64 u8 u16 u32 u64 f16 f32 f64)");
  }

  static int digit(char c) {
    if (is_digit(c)) return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return 99;
  }

  /// Wraps as the type does as long as the digits fit its bits, signed or not.
  std::int64_t to_integer(const Number& number, ScalarType type, const char* where) const {
    std::uint64_t x = 0;
    bool overflow = false;
    for (char c : number.digits) {
      if (c == '_') continue;
      overflow = __builtin_mul_overflow(x, static_cast<std::uint64_t>(number.base), &x) || overflow;
      overflow = __builtin_add_overflow(x, static_cast<std::uint64_t>(digit(c)), &x) || overflow;
    }
    const int bits = 8 * support::size_of(type);
    const auto all = std::numeric_limits<std::uint64_t>::max() >> (64 - bits);
    if (overflow_ == Overflow::fails && (overflow || x > (number.negative ? all / 2 + 1 : all)))
      fail_at(where, fmt::format("{}{} does not fit {}", number.negative ? "-" : "", number.digits,
                                 support::name(type)));
    return static_cast<std::int64_t>(number.negative ? 0 - x : x);
  }

  static double to_double(const Number& number) {
    double x = 0;
    if (number.base != 10) {
      for (char c : number.digits)
        if (c != '_') x = x * number.base + digit(c);
    } else if (number.digits.find('_') == std::string_view::npos) {
      x = parse_decimal(number.digits);
    } else {
      std::string plain(number.digits);
      plain.erase(std::remove(plain.begin(), plain.end(), '_'), plain.end());
      x = parse_decimal(plain);
    }
    return number.negative ? -x : x;
  }

  static double parse_decimal(std::string_view digits) {
    double x = 0;
    auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), x);
    if (error != std::errc::result_out_of_range) return x;
    // Too large or too small; from_chars does not say which, the exponent's sign does.
    auto e = digits.find_first_of("eE");
    const bool tiny = e != std::string_view::npos && digits[e + 1] == '-';
    return tiny || e == std::string_view::npos ? 0.0 : std::numeric_limits<double>::infinity();
  }

  // ---- Arrays

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

  [[noreturn]] void fail_type(const char* where, ScalarType expected, ScalarType found) const {
    fail_at(where, fmt::format("expected an element of type {}, found {}", support::name(expected),
                               support::name(found)));
  }

  /// The common spelling of a decimal without underscores, its suffix correct or absent; anything
  /// else is left to `scan`. The result is in [fast_].
  const char* plain_real(ScalarType type) {
    const char* q = p_;
    if (q != end_ && *q == '-') ++q;
    if (q == end_ || !is_digit(*q)) return nullptr;
    auto [next, error] = std::from_chars(p_, end_, fast_);
    if (error != std::errc{} || next == p_ || next[-1] == '.') return nullptr;
    if (!ends(next, type)) return nullptr;
    return p_ = next;
  }
  bool plain_integer(ScalarType type) {
    const char* q = p_;
    const bool negative = q != end_ && *q == '-';
    if (negative) ++q;
    std::uint64_t x = 0;
    int n = 0;
    for (; q != end_ && is_digit(*q); ++q, ++n) x = x * 10 + static_cast<std::uint64_t>(*q - '0');
    const int bits = 8 * support::size_of(type);
    if (n == 0 || n > 18 || x >> (bits - 1) != 0) return false;
    if (!ends(q, type)) return false;
    p_ = q;
    fast_integer_ = static_cast<std::int64_t>(negative ? 0 - x : x);
    return true;
  }
  /// Is [next] the end of a number, perhaps with the suffix of [type] (which is then skipped)?
  bool ends(const char*& next, ScalarType type) {
    const std::string_view name = support::name(type);
    if (end_ - next >= static_cast<std::ptrdiff_t>(name.size()) && *next == name[0] &&
        std::memcmp(next, name.data(), name.size()) == 0) {
      next += name.size();
      typed_ = true;
    }
    return next == end_ || !is_word(*next);
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

  Overflow overflow_;
  const char* begin_;
  const char* p_;
  const char* end_;
  double fast_ = 0;
  std::int64_t fast_integer_ = 0;
  bool typed_ = false;  ///< the value being read says of what type it is, or some part of it does
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
