#include "driver/paint.hpp"

#include <string_view>
#include <vector>

#include "engine/colouring.hpp"

namespace laguz::driver {
namespace {

using engine::TextKind;
using engine::TextPart;

constexpr std::string_view kPlain = "\x1b[0m";
constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);

/// (Those that can be read on light and on dark.)
std::string_view colour_of(TextKind kind) {
  switch (kind) {
    case TextKind::keyword: return "\x1b[35m";
    case TextKind::number: return "\x1b[36m";
    case TextKind::string: return "\x1b[32m";
    case TextKind::constructor: return "\x1b[34m";
    case TextKind::comment: return "\x1b[90m";
    case TextKind::bracket: return "";
    case TextKind::wrong: return "\x1b[31m";
  }
  return "";
}

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
                    std::size_t second) {
  std::string out;
  std::size_t at = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const std::string_view colour =
        i == first || i == second ? "\x1b[1;4m" : colour_of(parts[i].kind);
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

std::string painted(const std::string& text, std::size_t cursor) {
  const std::size_t command = end_of_command(text);
  const std::string code = text.substr(command);
  const std::vector<TextPart> parts = engine::parts_of(code);
  std::size_t first = kNowhere, second = kNowhere;
  for (std::size_t i = 0; i < parts.size(); ++i)
    if (parts[i].kind == TextKind::bracket && parts[i].to + command == cursor) first = i;
  if (first != kNowhere) second = other_bracket(code, parts, first);
  if (second == kNowhere) first = kNowhere;
  return text.substr(0, command) + painted(code, parts, first, second);
}

std::string painted(const std::string& text) { return painted(text, kNowhere); }

}  // namespace laguz::driver
