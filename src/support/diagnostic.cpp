#include "support/diagnostic.hpp"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "support/look.hpp"
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

/// Stands where a line goes on that is too long.
constexpr const char* kCut = "…";

/// A line of a program as it is shown, and which of its columns are marked.
struct ShownLine {
  struct Part {
    std::string text;
    int width;
  };
  std::vector<Part> parts{};
  int width = 0, from = 0, to = 0;
  bool begins_later = false, ends_later = false;  ///< it is a part of a longer one

  /// [first, last) of the columns, with dots where it goes on.
  ShownLine within(int first, int last) const {
    ShownLine cut;
    int column = 0;
    const bool begins = cut.begins_later = first > 0, ends = cut.ends_later = last < width;
    if (begins) cut.add({kCut, 1});
    for (const Part& part : parts) {
      const int next = column + part.width;
      if (column >= first + (begins ? 1 : 0) && next <= last - (ends ? 1 : 0)) cut.add(part);
      column = next;
    }
    if (ends) cut.add({kCut, 1});
    cut.from = std::clamp(from - first, 0, cut.width);
    cut.to = std::min(to - first, cut.width);
    return cut;
  }
  /// The part of it around what is marked that has room in [columns].
  ShownLine fitted(int columns) const {
    if (columns <= 0 || width <= columns) return *this;
    const int before = columns / 4;
    int first = std::min(from - before, width - columns);
    if (to - first >= columns) first = std::min(to - columns + 1, from - 1);
    if (to < columns) first = 0;
    first = std::max(0, first);
    return within(first, std::min(width, first + columns));
  }
  void add(Part part) {
    width += part.width;
    parts.push_back(std::move(part));
  }
};

std::string source_excerpt(Span span, const Look& look, const char* code) {
  if (!span) return {};
  const auto from = span.file->position(span.lo);
  const auto to = span.file->position(span.hi > span.lo ? span.hi - 1 : span.lo);
  std::string_view line = span.file->line(from.line);
  if (line.ends_with('\r')) line.remove_suffix(1);
  constexpr std::size_t kWidest = 200, kWidestShownInPart = 10'000;
  if (line.empty() || line.size() > (look.columns > 0 ? kWidestShownInPart : kWidest)) return {};
  // Carets stand where the terminal shows what they mark: a character may be wider than its bytes,
  // or narrower.
  const auto lo = static_cast<std::size_t>(from.column) - 1;
  const auto hi = from.line == to.line ? static_cast<std::size_t>(to.column) : line.size();
  ShownLine whole;
  int marked = 0;
  for (std::size_t at = 0, bytes; at < line.size(); at += bytes) {
    bytes = character_bytes(line.substr(at));
    ShownLine::Part part{printable(line.substr(at, bytes)), 0};
    part.width = display_width(part.text);
    if (at + bytes <= lo)
      whole.from += part.width;
    else if (at < hi)
      marked += part.width;
    whole.add(std::move(part));
  }
  whole.to = whole.from + std::max(1, marked);
  const std::string number = fmt::format("{:>4} | ", from.line);
  const ShownLine line_shown = whole.fitted(look.columns - static_cast<int>(number.size()));
  std::string shown, pad;
  int column = 0;
  for (std::size_t i = 0; i < line_shown.parts.size(); ++i) {
    const ShownLine::Part& part = line_shown.parts[i];
    // (What a line is cut off by is none of its words.)
    const bool cut = (i == 0 && line_shown.begins_later) ||
                     (i + 1 == line_shown.parts.size() && line_shown.ends_later);
    if (!cut) shown += part.text;
    if (column < line_shown.from)
      pad += part.text == "\t" ? part.text : std::string(static_cast<std::size_t>(part.width), ' ');
    column += part.width;
  }
  if (look.painter != nullptr) shown = look.painter(shown);
  if (line_shown.begins_later) shown.insert(0, kCut);
  if (line_shown.ends_later) shown += kCut;
  const std::string carets(static_cast<std::size_t>(std::max(1, line_shown.to - line_shown.from)),
                           '^');
  return fmt::format("{}{}\n     | {}{}\n", number, shown, pad,
                     look.painter == nullptr ? carets : escaped(code, carets));
}

std::string folded_line(std::string_view line, int columns) {
  if (display_width(line) <= columns) return std::string(line);
  const std::string indent(std::min(line.find_first_not_of(' '), line.size()), ' ');
  std::string out = indent;
  const int first = static_cast<int>(indent.size());
  int column = first;
  for (std::size_t at = indent.size(); at < line.size();) {
    const auto end = std::min(line.find(' ', at), line.size());
    const std::string_view word = line.substr(at, end - at);
    const int width = display_width(word);
    if (column > first && column + 1 + width > columns) {
      out += '\n' + indent;
      column = first;
    } else if (at > indent.size()) {
      out += ' ';
      ++column;
    }
    out += word;
    column += width;
    at = end + 1;
  }
  return out;
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

std::string folded(std::string_view text, int columns) {
  if (columns <= 0) return std::string(text);
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const auto end = std::min(text.find('\n', at), text.size());
    out += folded_line(text.substr(at, end - at), columns);
    if (end < text.size()) out += '\n';
    at = end + 1;
  }
  return out;
}

std::string excerpt(Span span, const Look& look) {
  constexpr const char* kBold = "1";
  return source_excerpt(span, look, kBold);
}

std::string render(const Diagnostic& d, const Look& look) {
  const Painter painter = look.painter;
  auto paint = [&](const char* code, const std::string& text) {
    return painter != nullptr ? escaped(code, text) : text;
  };
  const auto fold = [&](const std::string& text) { return folded(text, look.columns); };
  const bool warning = d.severity == Severity::warning;
  const char* word = warning ? "Warning" : "Error";
  const char* code = warning ? "1;35" : "1;31";
  const std::string plain = shortened(printable(d.message)), message = fold(plain);
  // The message in the line that [start] is in, too.
  const auto behind = [&](const std::string& start) {
    return fold(start + " " + plain).substr(start.size());
  };
  std::string out;
  if (d.phase == Phase::run && !warning) {
    std::vector<Span> stack = d.stack;
    if (stack.empty() && d.span) stack.push_back(d.span);
    if (stack.empty()) {
      out += paint(code, "Error:") + behind("Error:") + "\n";
    } else {
      out += paint(code, "Error at") + "\n" + stack_text(stack) + "\n" + message + "\n";
      out += source_excerpt(stack.front(), look, code);
    }
  } else if (d.span) {
    out += paint(code, fmt::format("{} at {}:", word, locate(d.span))) + "\n" + message + "\n";
    out += source_excerpt(d.span, look, code);
  } else {
    out += paint(code, fmt::format("{}:", word)) + behind(fmt::format("{}:", word)) + "\n";
  }
  if (!d.hint.empty()) out += fold("Hint: " + printable(d.hint)) + "\n";
  if (!d.anchor.empty())
    out += fmt::format("\nFor more information, see:\n  {}{}\n", kIndex, d.anchor);
  return out;
}

std::string render(const UserError& error, const Look& look) {
  std::string out = render(error.diagnostic(), look);
  for (const auto& other : error.others()) out += "\n" + render(other, look);
  return out;
}

std::string excerpt(Span span, Painter painter) { return excerpt(span, Look{painter}); }
std::string render(const Diagnostic& d, Painter painter) { return render(d, Look{painter}); }
std::string render(const UserError& error, Painter painter) { return render(error, Look{painter}); }

}  // namespace laguz::support
