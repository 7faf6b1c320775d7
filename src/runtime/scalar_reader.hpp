// Reading scalars from text: where in the text, what is wrong with it, numbers.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstring>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "runtime/half.hpp"
#include "runtime/value_text.hpp"
#include "support/governor.hpp"

namespace laguz::runtime {

/// A place in a text, and the scalars that begin there.
class ScalarReader {
 public:
  ScalarReader(std::string_view data, Overflow overflow)
      : overflow_(overflow), begin_(data.data()), p_(begin_), end_(begin_ + data.size()) {}

 protected:
  static bool is_digit(char c) { return c >= '0' && c <= '9'; }
  static bool is_word(char c) {
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

  [[noreturn]] void fail(std::string_view expected) const {
    std::string found = "the end of the data";
    if (p_ != end_) {
      const char* q = p_;
      while (q != end_ && q - p_ < 20 && is_word(*q)) ++q;
      if (q == p_) ++q;
      found = "'" + std::string(p_, q) + "'";
    }
    throw ReadError{static_cast<std::size_t>(p_ - begin_),
                    fmt::format("expected {}, found {}{}", expected, found, our_spelling(found))};
  }
  /// How what other programs write, such as NaN, is written here.
  static std::string our_spelling(std::string_view quoted) {
    std::string word(quoted);
    std::transform(word.begin(), word.end(), word.begin(), [](char c) {
      return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    if (word == "'nan'") return ": it is written f64.nan, f32.nan or f16.nan";
    if (word == "'inf'" || word == "'infinity'")
      return ": it is written f64.inf, f32.inf or f16.inf";
    if (word == "'true'" || word == "'false'") return ": it is written true or false";
    return {};
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
  [[noreturn]] void fail_type(const char* where, ScalarType expected, ScalarType found) const {
    fail_at(where, fmt::format("expected an element of type {}, found {}", support::name(expected),
                               support::name(found)));
  }

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

  Overflow overflow_;
  const char* begin_;
  const char* p_;
  const char* end_;
  double fast_ = 0;
  std::int64_t fast_integer_ = 0;
  bool typed_ = false;  ///< the value being read says of what type it is, or some part of it does
};

}  // namespace laguz::runtime
