#include "driver/paint.hpp"

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <optional>
#include <string_view>
#include <vector>

#include <unistd.h>

#include "driver/console.hpp"

namespace laguz::driver {
namespace {

using engine::TextKind;
using engine::TextPart;

constexpr std::string_view kPlain = "\x1b[0m";
constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);

bool opens(char c) { return c == '(' || c == '[' || c == '{'; }

/// The part that is the other bracket of [parts][i], if there is one.
std::size_t other_bracket(const std::string& text, const std::vector<TextPart>& parts,
                          std::size_t i) {
  const bool forward = opens(text[parts[i].from]);
  int depth = 0;
  for (std::size_t k = i; k < parts.size(); forward ? ++k : --k) {  // (below 0 is beyond the end)
    if (parts[k].kind != TextKind::bracket) continue;
    depth += opens(text[parts[k].from]) == forward ? 1 : -1;
    if (depth == 0) return k;
  }
  return kNowhere;
}

/// A command is none of the language's words: what is behind it may be.
std::size_t end_of_command(const std::string& text) {
  if (text.empty() || text[0] != ':') return 0;
  return std::min(text.find_first_of(" \t"), text.size());
}

std::string painted(const std::string& text, const std::vector<TextPart>& parts, std::size_t first,
                    std::size_t second, Palette palette) {
  std::string out;
  std::size_t at = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const std::string_view colour =
        i == first || i == second ? "\x1b[1;4m" : colour_of(parts[i].kind, palette);
    if (colour.empty()) continue;
    out.append(text, at, parts[i].from - at);
    out += colour;
    out.append(text, parts[i].from, parts[i].to - parts[i].from);
    out += kPlain;
    at = parts[i].to;
  }
  return out + text.substr(at);
}

}  // namespace

std::string_view colour_of(TextKind kind, Palette palette) {
  const bool fixed = palette == Palette::fixed;
  switch (kind) {
    case TextKind::keyword: return fixed ? "\x1b[38;5;163m" : "\x1b[35m";
    case TextKind::number: return fixed ? "\x1b[38;5;30m" : "\x1b[36m";
    case TextKind::string: return fixed ? "\x1b[38;5;28m" : "\x1b[32m";
    case TextKind::constructor: return fixed ? "\x1b[38;5;63m" : "\x1b[34m";
    case TextKind::comment: return fixed ? "\x1b[38;5;243m" : "\x1b[90m";
    case TextKind::bracket: return "";
    case TextKind::wrong: return fixed ? "\x1b[38;5;161m" : "\x1b[31m";
  }
  return "";
}

Palette palette_here() {
  const auto is = [](const char* name, std::string_view part) {
    const char* value = std::getenv(name);
    return value != nullptr && std::string_view(value).find(part) != std::string_view::npos;
  };
  const bool many = is("TERM", "256color") || is("TERM", "direct") ||
                    is("COLORTERM", "truecolor") || is("COLORTERM", "24bit");
  return many ? Palette::fixed : Palette::named;
}

std::string painted(const std::string& text, std::size_t cursor, Palette palette) {
  const std::size_t command = end_of_command(text);
  const std::string code = text.substr(command);
  const std::vector<TextPart> parts = engine::parts_of(code);
  std::size_t first = kNowhere, second = kNowhere;
  for (std::size_t i = 0; i < parts.size(); ++i)
    if (parts[i].kind == TextKind::bracket && parts[i].to + command == cursor) first = i;
  if (first != kNowhere) second = other_bracket(code, parts, first);
  if (second == kNowhere) first = kNowhere;
  return text.substr(0, command) + painted(code, parts, first, second, palette);
}

support::Painter painter(bool colour) {
  if (!colour) return nullptr;
  if (palette_here() == Palette::fixed)
    return [](const std::string& text) { return painted(text, kNowhere, Palette::fixed); };
  return [](const std::string& text) { return painted(text, kNowhere, Palette::named); };
}

support::Look look_on(const std::ostream& out, bool colour) {
  std::optional<int> columns;
  if (&out == &std::cout) columns = columns_of(STDOUT_FILENO);
  if (&out == &std::cerr) columns = columns_of(STDERR_FILENO);
  return {painter(colour), columns.value_or(0)};
}

}  // namespace laguz::driver
