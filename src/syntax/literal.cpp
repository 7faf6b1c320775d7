#include "syntax/literal.hpp"

#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <optional>

#include "support/diagnostic.hpp"

namespace laguz::syntax {
namespace {

using support::Phase;
using support::Scalar;
using support::ScalarType;
using support::UserError;

std::string without_underscores(std::string_view text) {
  std::string out;
  for (char c : text)
    if (c != '_') out += c;
  return out;
}

// ----------------------------------------------------------------------------------- integers

struct Magnitude {
  std::uint64_t value = 0;
  bool too_large = false;
};

int digit_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c - 'A' + 10;
}

Magnitude positional(std::string_view digits, unsigned base) {
  Magnitude m;
  for (char c : digits) {
    if (c == '_') continue;
    std::uint64_t next = 0;
    if (__builtin_mul_overflow(m.value, std::uint64_t{base}, &next) ||
        __builtin_add_overflow(next, static_cast<std::uint64_t>(digit_value(c)), &next))
      m.too_large = true;
    m.value = m.value * base + static_cast<std::uint64_t>(digit_value(c));
  }
  return m;
}

/// Additive, as the value of each numeral or numeral pair in turn; the order is not checked.
Magnitude roman(std::string_view text) {
  constexpr struct {
    std::string_view numeral;
    std::uint64_t value;
  } numerals[] = {{"CM", 900}, {"CD", 400}, {"XC", 90}, {"XL", 40}, {"IX", 9},
                  {"IV", 4},   {"M", 1000}, {"D", 500}, {"C", 100}, {"L", 50},
                  {"X", 10},   {"V", 5},    {"I", 1}};
  Magnitude m;
  const std::string digits = without_underscores(text);
  std::string_view rest = digits;
  while (!rest.empty()) {
    for (const auto& n : numerals) {
      if (rest.substr(0, n.numeral.size()) != n.numeral) continue;
      m.value += n.value;
      rest.remove_prefix(n.numeral.size());
      break;
    }
  }
  return m;
}

bool has_prefix(std::string_view text, char lower) {
  return text.size() > 2 && text[0] == '0' && (text[1] | 0x20) == lower;
}

Magnitude magnitude(std::string_view text) {
  if (has_prefix(text, 'x')) return positional(text.substr(2), 16);
  if (has_prefix(text, 'b')) return positional(text.substr(2), 2);
  if (has_prefix(text, 'r')) return roman(text.substr(2));
  return positional(text, 10);
}

// ------------------------------------------------------------------------------------- floats

template <class Float>
Float parse_float(std::string_view text) {
  std::string digits = without_underscores(text);
  const bool hex = has_prefix(digits, 'x');
  const char* first = digits.data() + (hex ? 2 : 0);
  const char* last = digits.data() + digits.size();
  Float value = 0;
  auto result = std::from_chars(first, last, value,
                                hex ? std::chars_format::hex : std::chars_format::general);
  // from_chars does not tell infinity from zero when the value is out of range; strtod does.
  if (result.ec == std::errc::result_out_of_range)
    value = static_cast<Float>(std::strtold(digits.c_str(), nullptr));
  return value;
}

std::optional<ScalarType> suffix_of(std::string_view text) {
  for (int i = 0; i < support::kScalarTypes; ++i) {
    const auto type = static_cast<ScalarType>(i);
    const std::string_view name = support::name(type);
    if (text.size() > name.size() && text.substr(text.size() - name.size()) == name) return type;
  }
  return {};
}

// -------------------------------------------------------------------- characters and strings

void append_utf8(std::string& out, std::uint32_t c) {
  auto byte = [&](std::uint32_t b) { out += static_cast<char>(b); };
  if (c < 0x80) {
    byte(c);
  } else if (c < 0x800) {
    byte(0xC0 | (c >> 6));
    byte(0x80 | (c & 0x3F));
  } else if (c < 0x10000) {
    byte(0xE0 | (c >> 12));
    byte(0x80 | ((c >> 6) & 0x3F));
    byte(0x80 | (c & 0x3F));
  } else {
    byte(0xF0 | (c >> 18));
    byte(0x80 | ((c >> 12) & 0x3F));
    byte(0x80 | ((c >> 6) & 0x3F));
    byte(0x80 | (c & 0x3F));
  }
}

/// Reads the inside of a character or string literal, one character at a time.
class EscapedText {
 public:
  explicit EscapedText(const Token& token) : token_(token), rest_(token.text()) {
    rest_.remove_prefix(1);
    rest_.remove_suffix(1);
  }

  bool done() const { return rest_.empty(); }

  /// The next code point; nothing for `\&`, which stands for no character at all.
  std::optional<std::uint32_t> next() {
    if (rest_.front() != '\\') return utf8();
    rest_.remove_prefix(1);
    if (rest_.empty()) fail("a lone backslash");
    return escape();
  }

  [[noreturn]] void fail(const std::string& what) const {
    throw UserError(Phase::syntax, token_.span, "Invalid literal: " + what + ".");
  }

 private:
  std::uint32_t utf8() {
    const auto lead = static_cast<unsigned char>(rest_.front());
    const int length = lead < 0x80 ? 1 : lead < 0xC0 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    if (length == 0 || lead >= 0xF8 || rest_.size() < static_cast<std::size_t>(length))
      fail("not valid UTF-8");
    std::uint32_t c = length == 1 ? lead : lead & (0x7Fu >> length);
    for (int i = 1; i < length; ++i) {
      const auto b = static_cast<unsigned char>(rest_[static_cast<std::size_t>(i)]);
      if ((b & 0xC0) != 0x80) fail("not valid UTF-8");
      c = (c << 6) | (b & 0x3F);
    }
    rest_.remove_prefix(static_cast<std::size_t>(length));
    return c;
  }

  std::optional<std::uint32_t> escape() {
    const char c = rest_.front();
    if (c >= '0' && c <= '9') return number(10);
    rest_.remove_prefix(1);
    switch (c) {
      case 'a': return '\a';
      case 'b': return '\b';
      case 'f': return '\f';
      case 'n': return '\n';
      case 'r': return '\r';
      case 't': return '\t';
      case 'v': return '\v';
      case '\\':
      case '"':
      case '\'': return static_cast<unsigned char>(c);
      case '&': return {};
      case 'x': return number(16);
      case 'o': return number(8);
      case '^': return control();
      case ' ': return gap();
      default: return named(c);
    }
  }

  std::uint32_t number(unsigned base) {
    std::uint32_t value = 0;
    std::size_t used = 0;
    while (used < rest_.size() && std::isxdigit(static_cast<unsigned char>(rest_[used])) &&
           static_cast<unsigned>(digit_value(rest_[used])) < base) {
      value = value * base + static_cast<unsigned>(digit_value(rest_[used++]));
      if (value > 0x10FFFF) fail("a numeric escape beyond the last code point");
    }
    if (used == 0) fail("a numeric escape without digits");
    rest_.remove_prefix(used);
    return value;
  }

  std::uint32_t control() {
    if (rest_.empty() || rest_[0] < '@' || rest_[0] > '_') fail("an unknown escape '\\^'");
    const auto c = static_cast<std::uint32_t>(rest_[0] - '@');
    rest_.remove_prefix(1);
    return c;
  }

  /// `\   \`: spaces that are not part of the string.
  std::optional<std::uint32_t> gap() {
    const auto end = rest_.find_first_not_of(' ');
    if (end == std::string_view::npos || rest_[end] != '\\')
      fail("a gap that is not closed by '\\'");
    rest_.remove_prefix(end + 1);
    return {};
  }

  /// `\NUL`, `\ESC` and the other ASCII names; the longest one wins (`\SOH` over `\SO`).
  std::uint32_t named(char first) {
    constexpr std::string_view names[] = {
        "NUL", "SOH", "STX", "ETX", "EOT", "ENQ", "ACK", "BEL", "BS",  "HT",  "LF",  "VT",
        "FF",  "CR",  "SO",  "SI",  "DLE", "DC1", "DC2", "DC3", "DC4", "NAK", "SYN", "ETB",
        "CAN", "EM",  "SUB", "ESC", "FS",  "GS",  "RS",  "US",  "SP",  "DEL"};
    std::size_t best = 0;
    std::uint32_t code = 0;
    for (std::uint32_t i = 0; i < std::size(names); ++i) {
      if (names[i].size() <= best || names[i][0] != first || !rest_.starts_with(names[i].substr(1)))
        continue;
      best = names[i].size();
      code = names[i] == "DEL" ? 127 : i;
    }
    if (best == 0) fail(std::string("an unknown escape '\\") + first + "'");
    rest_.remove_prefix(best - 1);
    return code;
  }

  const Token& token_;
  std::string_view rest_;
};

}  // namespace

ast::IntLit integer_literal(std::string_view text) {
  const Magnitude m = magnitude(text);
  return {.value = m.value, .too_large = m.too_large, .text = std::string(text)};
}

ast::FloatLit floating_literal(std::string_view text) {
  return {.value = parse_float<double>(text), .text = std::string(text)};
}

std::uint16_t to_half(double x) {
  const auto sign = static_cast<std::uint16_t>(std::signbit(x) ? 0x8000 : 0);
  const double a = std::fabs(x);
  if (std::isnan(x)) return static_cast<std::uint16_t>(sign | 0x7E00);
  if (a >= 65520.0) return static_cast<std::uint16_t>(sign | 0x7C00);  // rounds beyond 65504
  if (a < 0x1p-14)  // subnormal, or rounds up to the first normal number, whose bits follow
    return static_cast<std::uint16_t>(sign |
                                      static_cast<std::uint16_t>(std::nearbyint(a * 0x1p24)));
  int exponent = 0;
  const double fraction = std::frexp(a, &exponent);  // in [0.5, 1)
  const auto significand = static_cast<std::uint32_t>(std::nearbyint(fraction * 2048));
  // Adding instead of or-ing lets a significand that rounded up to 2048 carry into the exponent.
  return static_cast<std::uint16_t>(sign + (static_cast<std::uint32_t>(exponent + 13) << 10) +
                                    significand);
}

ast::ScalarLit typed_literal(std::string_view text) {
  const auto type = suffix_of(text).value_or(ScalarType::i64);
  const std::string_view digits = text.substr(0, text.size() - support::name(type).size());
  ast::ScalarLit literal{.value = {}, .text = std::string(text)};
  if (type == ScalarType::f16) {
    literal.value = {type, to_half(parse_float<double>(digits))};
    literal.too_large = literal.value.bits == 0x7C00;
  } else if (type == ScalarType::f32) {
    literal.value = Scalar::f32(parse_float<float>(digits));
    literal.too_large = std::isinf(literal.value.as_f32());
  } else if (type == ScalarType::f64) {
    literal.value = Scalar::f64(parse_float<double>(digits));
    literal.too_large = std::isinf(literal.value.as_f64());
  } else {
    const Magnitude m = magnitude(digits);
    const int bits = 8 * support::size_of(type);
    const bool all_bits = has_prefix(digits, 'x') || has_prefix(digits, 'b');
    const int usable = support::is_signed(type) && !all_bits ? bits - 1 : bits;
    literal.value = Scalar::integer(type, static_cast<std::int64_t>(m.value));
    literal.too_large = m.too_large || (usable < 64 && (m.value >> usable) != 0);
  }
  return literal;
}

ast::ScalarLit negated(ast::ScalarLit literal) {
  const ScalarType type = literal.value.type;
  if (literal.too_large && support::is_signed(type)) {
    const Magnitude m = magnitude(
        std::string_view(literal.text).substr(0, literal.text.size() - support::name(type).size()));
    const std::uint64_t lowest = std::uint64_t{1} << (8 * support::size_of(type) - 1);
    if (!m.too_large && m.value == lowest) literal.too_large = false;
  }
  return literal;
}

ast::IntLit character_literal(const Token& token) {
  EscapedText text(token);
  const auto c = text.next();
  if (!c || !text.done()) text.fail("not one character");
  return {.value = *c, .text = std::string(token.text()), .is_char = true};
}

std::string string_literal(const Token& token) {
  constexpr std::size_t kLongest = std::size_t{16} << 20;  // as an array a byte takes 60 to make
  if (token.text().size() > kLongest)
    throw UserError(Phase::syntax, token.span,
                    "String literal too long: more than 16 MB. A file of bytes can be read as an "
                    "argument.");
  std::string bytes;
  for (EscapedText text(token); !text.done();)
    if (const auto c = text.next()) append_utf8(bytes, *c);
  return bytes;
}

}  // namespace laguz::syntax
