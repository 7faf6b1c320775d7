#include "support/printable.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>

#include <fmt/format.h>

namespace laguz::support {
namespace {

struct Range {
  std::uint32_t first, last;
};

bool within(const Range* first, const Range* last, std::uint32_t point) {
  return std::any_of(first, last,
                     [&](Range range) { return point >= range.first && point <= range.last; });
}

/// The second set of control characters, marks and overrides of direction, line and paragraph
/// separators, isolates, and what is no character at all.
constexpr Range kHidden[] = {{0x80, 0x9F},     {0x61C, 0x61C},   {0x200E, 0x200F},
                             {0x2028, 0x202E}, {0x2066, 0x2069}, {0xFFFE, 0xFFFF}};
/// Marks that stand on the character before them, and characters without a width.
constexpr Range kNarrow[] = {{0x300, 0x36F},   {0x483, 0x489},   {0x591, 0x5BD},   {0x64B, 0x65F},
                             {0x1AB0, 0x1AFF}, {0x1DC0, 0x1DFF}, {0x200B, 0x200D}, {0x20D0, 0x20FF},
                             {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F}, {0xFEFF, 0xFEFF}};
/// Characters of East Asia and pictures, which take two columns.
constexpr Range kWide[] = {{0x1100, 0x115F},   {0x2E80, 0x303E},   {0x3041, 0xA4CF},
                           {0xAC00, 0xD7A3},   {0xF900, 0xFAFF},   {0xFE30, 0xFE6F},
                           {0xFF00, 0xFF60},   {0xFFE0, 0xFFE6},   {0x1F300, 0x1F64F},
                           {0x1F680, 0x1F6FF}, {0x1F900, 0x1F9FF}, {0x20000, 0x3FFFD}};

struct Character {
  std::size_t bytes;    ///< 0: what stands there is no UTF-8
  std::uint32_t point;  ///< its code point
};

/// The character that [text], which is not empty, begins with.
Character decode(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return {1, lead};
  const std::size_t bytes = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < bytes) return {0, 0};
  std::uint32_t point = lead & (0xFFu >> (bytes + 1));
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return {0, 0};
    point = point << 6 | (byte(i) & 0x3Fu);
  }
  constexpr std::uint32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = point >= 0xD800 && point <= 0xDFFF;
  if (point < kLeast[bytes] || point > 0x10FFFF || surrogate) return {0, 0};
  return {bytes, point};
}

std::string escaped(std::string_view text, std::string_view kept) {
  const auto plain = [&](char c) {
    return (c >= ' ' && c < '\x7f') || kept.find(c) != std::string_view::npos;
  };
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const auto odd = std::find_if_not(text.begin(), text.end(), plain);
    out.append(text.begin(), odd);
    text.remove_prefix(static_cast<std::size_t>(odd - text.begin()));
    if (text.empty()) break;
    const auto [bytes, point] = decode(text);
    if (bytes <= 1)
      out += fmt::format("\\x{:02X}", static_cast<unsigned char>(text.front()));
    else if (within(std::begin(kHidden), std::end(kHidden), point))
      out += fmt::format("\\u{{{:X}}}", point);
    else
      out += text.substr(0, bytes);
    text.remove_prefix(std::max<std::size_t>(bytes, 1));
  }
  return out;
}

}  // namespace

std::string printable(std::string_view text) { return escaped(text, "\n\t"); }

std::string printable_line(std::string_view text) { return escaped(text, {}); }

std::size_t character_bytes(std::string_view text) {
  return std::max<std::size_t>(decode(text).bytes, 1);
}

int display_width(std::string_view text) {
  int columns = 0;
  while (!text.empty()) {
    const auto [bytes, point] = decode(text);
    if (within(std::begin(kWide), std::end(kWide), point))
      columns += 2;
    else if (!within(std::begin(kNarrow), std::end(kNarrow), point))
      ++columns;
    text.remove_prefix(std::max<std::size_t>(bytes, 1));
  }
  return columns;
}

std::string first_columns(const std::string& text, std::size_t most) {
  std::size_t end = 0;
  for (std::size_t next = 0; display_width(text.substr(0, next)) <= static_cast<int>(most);
       next += character_bytes(std::string_view(text).substr(next))) {
    end = next;
    if (next == text.size()) break;
  }
  return text.substr(0, end);
}

}  // namespace laguz::support
