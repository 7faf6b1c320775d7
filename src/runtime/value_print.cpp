// Printing: machine text that can be read again, and human text.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <type_traits>

#include "runtime/half.hpp"
#include "runtime/value_text.hpp"

namespace laguz::runtime {
namespace {

/// A float's bits as half, so that it is not taken for an integer.
struct Half {
  std::uint16_t bits;
};

/// Shortest digits that read back as [x], laid out as Haskell's show does: plain when
/// 0.1 <= |x| < 10^7, else one digit, a point, and an exponent; always a digit after the point.
template <class F>
char* show_float(char* out, F x) {
  if (std::signbit(x)) *out++ = '-';
  x = std::fabs(x);
  if (x == 0) {
    std::memcpy(out, "0.0", 3);
    return out + 3;
  }
  char text[64];
  const auto end = std::to_chars(text, text + sizeof text, x, std::chars_format::scientific).ptr;
  // d[.ddd]e±xx
  char digits[32];
  int n = 0;
  const char* p = text;
  for (; *p != 'e'; ++p)
    if (*p != '.') digits[n++] = *p;
  int exponent = 0;
  std::from_chars(p + (p[1] == '+' ? 2 : 1), end, exponent);
  if (exponent < -1 || exponent >= 7) {
    *out++ = digits[0];
    *out++ = '.';
    if (n == 1) *out++ = '0';
    out = std::copy(digits + 1, digits + n, out);
    *out++ = 'e';
    return std::to_chars(out, out + 8, exponent).ptr;
  }
  if (exponent == -1) {
    *out++ = '0';
    *out++ = '.';
    return std::copy(digits, digits + n, out);
  }
  for (int i = 0; i <= exponent; ++i) *out++ = i < n ? digits[i] : '0';
  *out++ = '.';
  if (n <= exponent + 1) *out++ = '0';
  for (int i = exponent + 1; i < n; ++i) *out++ = digits[i];
  return out;
}

char* put(char* out, std::string_view text) { return std::copy(text.begin(), text.end(), out); }

template <class F>
char* show_real(char* out, F x, std::string_view type, bool suffix) {
  if (std::isnan(x)) return put(put(out, type), ".nan");
  if (std::isinf(x)) return put(put(x < 0 ? put(out, "-") : out, type), ".inf");
  out = show_float(out, x);
  return suffix ? put(out, type) : out;
}

constexpr std::size_t kLongest = 64;  ///< no scalar takes more characters

/// Writes one scalar of C++ type T (Half for f16) into a buffer of kLongest characters.
template <class T>
char* show(char* out, T x, std::string_view type, bool suffix) {
  if constexpr (std::is_same_v<T, bool>) {
    return put(out, x ? "true" : "false");
  } else if constexpr (std::is_same_v<T, Half>) {
    return show_real(out, half_to_float(x.bits), type, suffix);
  } else if constexpr (std::is_floating_point_v<T>) {
    return show_real(out, x, type, suffix);
  } else {
    out = std::to_chars(out, out + kLongest, x).ptr;
    return suffix ? put(out, type) : out;
  }
}

class ArrayPrinter {
 public:
  ArrayPrinter(Text& out, const Array& array, Style style, bool flat)
      : out_(out), shape_(array.shape()), style_(style), flat_(flat), column_(out.column()) {
    type_ = support::name(array.type());
  }

  template <class T>
  void print(const T* elements) {
    dimension(0, elements);
  }

 private:
  template <class T>
  const T* dimension(int dim, const T* at) {
    const std::int64_t n = shape_[dim];
    if (dim + 1 == shape_.rank) return row(at, n);
    out_ += '[';
    for (std::int64_t i = 0; i < n; ++i) {
      if (i > 0) {
        out_ += flat_ ? ", " : ",\n";
        if (!flat_) out_.append(column_ + static_cast<std::size_t>(dim) + 1, ' ');
      }
      at = dimension(dim + 1, at);
    }
    out_ += ']';
    return at;
  }

  template <class T>
  const T* row(const T* at, std::int64_t n) {
    out_ += '[';
    char text[kLongest + 2];
    for (std::int64_t i = 0; i < n; ++i) {
      char* p = text;
      if (i > 0) p = put(p, ", ");
      p = show(p, at[i], type_, style_ == Style::machine);
      out_ += std::string_view(text, static_cast<std::size_t>(p - text));
    }
    out_ += ']';
    return at + n;
  }

  Text& out_;
  const Shape& shape_;
  Style style_;
  bool flat_;
  std::size_t column_;  ///< where the array begins on its line
  std::string_view type_;
};

void print_array(Text& out, const Array& array, Style style, bool flat) {
  const Shape& shape = array.shape();
  if (style == Style::machine && shape.size() == 0) {
    out += "empty(";
    for (auto d : shape.span()) out += "[" + std::to_string(d) + "]";
    out += std::string(support::name(array.type())) + ")";
    return;
  }
  const Array dense = array.dense();
  ArrayPrinter printer(out, dense, style, flat);
  switch (array.type()) {
    case ScalarType::i8: return printer.print(dense.data<std::int8_t>());
    case ScalarType::i16: return printer.print(dense.data<std::int16_t>());
    case ScalarType::i32: return printer.print(dense.data<std::int32_t>());
    case ScalarType::i64: return printer.print(dense.data<std::int64_t>());
    case ScalarType::u8: return printer.print(dense.data<std::uint8_t>());
    case ScalarType::u16: return printer.print(dense.data<std::uint16_t>());
    case ScalarType::u32: return printer.print(dense.data<std::uint32_t>());
    case ScalarType::u64: return printer.print(dense.data<std::uint64_t>());
    case ScalarType::f16: return printer.print(dense.data<Half>());
    case ScalarType::f32: return printer.print(dense.data<float>());
    case ScalarType::f64: return printer.print(dense.data<double>());
    case ScalarType::boolean: return printer.print(dense.data<bool>());
  }
}

}  // namespace

void print_to(Text& out, Scalar value, Style style) {
  char text[kLongest];
  const bool suffix = style == Style::machine;
  const std::string_view type = support::name(value.type);
  char* end = text;
  switch (value.type) {
    case ScalarType::i8:
    case ScalarType::i16:
    case ScalarType::i32:
    case ScalarType::i64: end = show(text, value.as_i64(), type, suffix); break;
    case ScalarType::u8:
    case ScalarType::u16:
    case ScalarType::u32:
    case ScalarType::u64: end = show(text, value.bits, type, suffix); break;
    case ScalarType::f16: end = show(text, Half{value.as_f16()}, type, suffix); break;
    case ScalarType::f32: end = show(text, value.as_f32(), type, suffix); break;
    case ScalarType::f64: end = show(text, value.as_f64(), type, suffix); break;
    case ScalarType::boolean: end = show(text, value.as_bool(), type, suffix); break;
  }
  out += std::string_view(text, static_cast<std::size_t>(end - text));
}

void print_to(Text& out, const Value& value, Style style, bool flat) {
  if (const auto* scalar = std::get_if<Scalar>(&value)) {
    print_to(out, *scalar, style);
    return;
  }
  const auto& array = std::get<Array>(value);
  if (array.rank() == 0) {
    print_to(out, array.get({}), style);
    return;
  }
  print_array(out, array, style, flat);
}

std::string print(const Value& value, Style style) {
  return text_of([&](Text& out) { print_to(out, value, style); });
}

std::string print(Scalar value, Style style) {
  return text_of([&](Text& out) { print_to(out, value, style); });
}

}  // namespace laguz::runtime
