#include "support/diagnostic.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace laguz::support {
namespace {

constexpr std::string_view kIndex =
    "https://futhark.readthedocs.io/en/latest/error-index.html#";

std::string source_excerpt(Span span) {
  if (!span) return {};
  auto from = span.file->position(span.lo);
  auto to = span.file->position(span.hi > span.lo ? span.hi - 1 : span.lo);
  std::string_view line = span.file->line(from.line);
  constexpr std::size_t kWidest = 200;
  if (line.empty() || line.size() > kWidest) return {};
  auto last = from.line == to.line ? to.column : static_cast<int>(line.size());
  auto gutter = fmt::format("{:>4} | ", from.line);
  std::string pad;
  for (int i = 0; i < from.column - 1 && i < static_cast<int>(line.size()); ++i)
    pad += line[i] == '\t' ? '\t' : ' ';
  return fmt::format("{}{}\n     | {}{}\n", gutter, line, pad,
                     std::string(std::max(1, last - from.column + 1), '^'));
}

}  // namespace

std::string render(const Diagnostic& d, bool colour) {
  auto paint = [&](const char* code, std::string text) {
    return colour ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : text;
  };
  const bool warning = d.severity == Severity::warning;
  const char* word = warning ? "Warning" : "Error";
  const char* code = warning ? "1;33" : "1;31";
  std::string out;
  if (d.phase == Phase::run && !warning) {
    out += paint(code, "Error at") + "\n";
    std::vector<Span> stack = d.stack;
    if (stack.empty() && d.span) stack.push_back(d.span);
    for (std::size_t i = 0; i < stack.size(); ++i)
      out += fmt::format("{}#{:<2} {}\n", i == 0 ? "-> " : "   ", i, locate(stack[i]));
    out += "\n" + d.message + "\n";
  } else if (d.span) {
    out += paint(code, fmt::format("{} at {}:", word, locate(d.span))) + "\n" + d.message + "\n";
    out += source_excerpt(d.span);
  } else {
    out += paint(code, fmt::format("{}:", word)) + " " + d.message + "\n";
  }
  if (!d.hint.empty()) out += "Hint: " + d.hint + "\n";
  if (!d.anchor.empty()) out += fmt::format("\nFor more information, see:\n  {}{}\n", kIndex, d.anchor);
  return out;
}

}  // namespace laguz::support
