#include "support/diagnostic.hpp"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "support/printable.hpp"

namespace laguz::support {
namespace {

constexpr std::string_view kIndex = "https://futhark.readthedocs.io/en/latest/error-index.html#";

/// A name, a type or a value in a message may be as long as the program: its middle is left out.
std::string shortened(const std::string& message) {
  constexpr std::size_t kLongest = 10'000, kStart = 8'000, kEnd = 1'500;
  if (message.size() <= kLongest) return message;
  // Not within a character of several bytes.
  auto boundary = [&](std::size_t at) {
    while (at < message.size() && (static_cast<unsigned char>(message[at]) & 0xC0) == 0x80) ++at;
    return at;
  };
  return message.substr(0, boundary(kStart)) + " [...] " +
         message.substr(boundary(message.size() - kEnd));
}

std::string escaped(const char* code, const std::string& text) {
  return fmt::format("\x1b[{}m{}\x1b[0m", code, text);
}

std::string source_excerpt(Span span, Painter painter, const char* code) {
  if (!span) return {};
  const auto from = span.file->position(span.lo);
  const auto to = span.file->position(span.hi > span.lo ? span.hi - 1 : span.lo);
  std::string_view line = span.file->line(from.line);
  if (line.ends_with('\r')) line.remove_suffix(1);
  constexpr std::size_t kWidest = 200;
  if (line.empty() || line.size() > kWidest) return {};
  // Carets stand where the terminal shows what they mark: a character may be wider than its bytes,
  // or narrower.
  const auto lo = static_cast<std::size_t>(from.column) - 1;
  const auto hi = from.line == to.line ? static_cast<std::size_t>(to.column) : line.size();
  std::string shown, pad;
  int marked = 0;
  for (std::size_t at = 0, bytes; at < line.size(); at += bytes) {
    bytes = character_bytes(line.substr(at));
    const std::string part = printable(line.substr(at, bytes));
    const int width = display_width(part);
    shown += part;
    if (at + bytes <= lo)
      pad += part == "\t" ? part : std::string(static_cast<std::size_t>(width), ' ');
    else if (at < hi)
      marked += width;
  }
  const std::string carets(static_cast<std::size_t>(std::max(1, marked)), '^');
  return fmt::format("{:>4} | {}\n     | {}{}\n", from.line,
                     painter == nullptr ? shown : painter(shown), pad,
                     painter == nullptr ? carets : escaped(code, carets));
}

/// Innermost first. Of frames that repeat one after the other, as in a recursion, only the first
/// and the number of the others.
std::string stack_text(const std::vector<Span>& stack) {
  std::string out;
  for (std::size_t i = 0; i < stack.size();) {
    out += fmt::format("{}#{:<2} {}\n", i == 0 ? "-> " : "   ", i, locate(stack[i]));
    std::size_t next = i + 1;
    while (next < stack.size() && stack[next] == stack[i]) ++next;
    if (next - i > 2) {
      out += fmt::format("       and {} more of the same\n", next - i - 1);
      i = next;
    } else {
      ++i;
    }
  }
  return out;
}

}  // namespace

std::string excerpt(Span span, Painter painter) {
  constexpr const char* kBold = "1";
  return source_excerpt(span, painter, kBold);
}

std::string render(const Diagnostic& d, Painter painter) {
  auto paint = [&](const char* code, const std::string& text) {
    return painter != nullptr ? escaped(code, text) : text;
  };
  const bool warning = d.severity == Severity::warning;
  const char* word = warning ? "Warning" : "Error";
  const char* code = warning ? "1;33" : "1;31";
  const std::string message = shortened(printable(d.message));
  std::string out;
  if (d.phase == Phase::run && !warning) {
    std::vector<Span> stack = d.stack;
    if (stack.empty() && d.span) stack.push_back(d.span);
    if (stack.empty()) {
      out += paint(code, "Error:") + " " + message + "\n";
    } else {
      out += paint(code, "Error at") + "\n" + stack_text(stack) + "\n" + message + "\n";
      out += source_excerpt(stack.front(), painter, code);
    }
  } else if (d.span) {
    out += paint(code, fmt::format("{} at {}:", word, locate(d.span))) + "\n" + message + "\n";
    out += source_excerpt(d.span, painter, code);
  } else {
    out += paint(code, fmt::format("{}:", word)) + " " + message + "\n";
  }
  if (!d.hint.empty()) out += "Hint: " + printable(d.hint) + "\n";
  if (!d.anchor.empty())
    out += fmt::format("\nFor more information, see:\n  {}{}\n", kIndex, d.anchor);
  return out;
}

std::string render(const UserError& error, Painter painter) {
  std::string out = render(error.diagnostic(), painter);
  for (const auto& other : error.others()) out += "\n" + render(other, painter);
  return out;
}

}  // namespace laguz::support
