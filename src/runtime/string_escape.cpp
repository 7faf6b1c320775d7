#include "runtime/string_escape.hpp"

#include <cstdint>
#include <cstring>
#include <string_view>

namespace laguz::runtime {
namespace {

void put_utf8(std::string& out, std::uint32_t c) {
  auto byte = [&](std::uint32_t b) { out += static_cast<char>(b); };
  if (c < 0x80) {
    byte(c);
  } else if (c < 0x800) {
    byte(0xc0 | (c >> 6));
    byte(0x80 | (c & 0x3f));
  } else if (c < 0x10000) {
    byte(0xe0 | (c >> 12));
    byte(0x80 | ((c >> 6) & 0x3f));
    byte(0x80 | (c & 0x3f));
  } else {
    byte(0xf0 | (c >> 18));
    byte(0x80 | ((c >> 12) & 0x3f));
    byte(0x80 | ((c >> 6) & 0x3f));
    byte(0x80 | (c & 0x3f));
  }
}

int digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return 99;
}

/// A code point in [base]; 0x110000 and more when it is too large.
const char* number(const char* p, const char* end, int base, std::uint32_t& c) {
  for (c = 0; p != end && digit(*p) < base; ++p)
    if (c < 0x110000)
      c = c * static_cast<std::uint32_t>(base) + static_cast<std::uint32_t>(digit(*p));
  return p;
}

constexpr std::string_view kSimple = "abfnrtv\\\"'";
constexpr std::string_view kMeaning = "\a\b\f\n\r\t\v\\\"'";

/// ASCII's own names; SO after SOH, whose prefix it is.
struct ControlName {
  std::string_view name;
  char c;
};
constexpr ControlName kControls[] = {
    {"NUL", 0},  {"SOH", 1},  {"STX", 2},  {"ETX", 3},  {"EOT", 4},  {"ENQ", 5},  {"ACK", 6},
    {"BEL", 7},  {"BS", 8},   {"HT", 9},   {"LF", 10},  {"VT", 11},  {"FF", 12},  {"CR", 13},
    {"SO", 14},  {"SI", 15},  {"DLE", 16}, {"DC1", 17}, {"DC2", 18}, {"DC3", 19}, {"DC4", 20},
    {"NAK", 21}, {"SYN", 22}, {"ETB", 23}, {"CAN", 24}, {"EM", 25},  {"SUB", 26}, {"ESC", 27},
    {"FS", 28},  {"GS", 29},  {"RS", 30},  {"US", 31},  {"SP", 32},  {"DEL", 127}};

/// What follows a backslash.
const char* escape(const char* p, const char* end, std::string& out, const char*& error) {
  if (p == end) return p;
  if (auto i = kSimple.find(*p); i != std::string_view::npos) {
    out += kMeaning[i];
    return p + 1;
  }
  if (*p == '&') return p + 1;
  if (*p == ' ' || (*p >= '\t' && *p <= '\r')) {  // a gap: \ white space \.
    while (p != end && (*p == ' ' || (*p >= '\t' && *p <= '\r'))) ++p;
    if (p == end || *p != '\\') error = "'\\' after a gap in a string";
    return p == end ? p : p + 1;
  }
  const int base = *p == 'x' || *p == 'X' ? 16 : *p == 'o' || *p == 'O' ? 8 : 10;
  const char* digits = base == 10 ? p : p + 1;
  if (digits != end && digit(*digits) < base) {
    std::uint32_t c = 0;
    p = number(digits, end, base, c);
    if (c >= 0x110000)
      error = "a character code up to 1114111";
    else
      put_utf8(out, c);
    return p;
  }
  for (const auto& control : kControls) {
    if (static_cast<std::size_t>(end - p) < control.name.size() ||
        std::memcmp(p, control.name.data(), control.name.size()) != 0)
      continue;
    out += control.c;
    return p + control.name.size();
  }
  error = "an escape";
  return p;
}

}  // namespace

const char* unescape(const char* p, const char* end, std::string& out, const char*& error) {
  error = nullptr;
  while (p != end && *p != '"' && error == nullptr) {
    if (*p == '\\')
      p = escape(p + 1, end, out, error);
    else
      out += *p++;
  }
  return p;
}

}  // namespace laguz::runtime
