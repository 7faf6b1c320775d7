#include "support/source.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "support/printable.hpp"

namespace laguz::support {

SourceFile::SourceFile(std::string name, std::string text)
    : name_(std::move(name)), text_(std::move(text)), line_starts_{0} {
  for (std::uint32_t i = 0; i < text_.size(); ++i)
    if (text_[i] == '\n') line_starts_.push_back(i + 1);
}

SourceFile::Position SourceFile::position(std::uint32_t offset) const {
  auto after = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
  auto line = static_cast<int>(after - line_starts_.begin());
  return {line, static_cast<int>(offset - line_starts_[line - 1]) + 1};
}

std::string_view SourceFile::line(int line) const {
  if (line < 1 || line > static_cast<int>(line_starts_.size())) return {};
  std::string_view rest = std::string_view(text_).substr(line_starts_[line - 1]);
  return rest.substr(0, rest.find('\n'));
}

Span join(Span a, Span b) {
  if (!a) return b;
  if (!b || a.file != b.file) return a;
  return {a.file, std::min(a.lo, b.lo), std::max(a.hi, b.hi)};
}

std::string locate(Span span) {
  if (!span) return "<nowhere>";
  auto from = span.file->position(span.lo);
  auto to = span.file->position(span.hi > span.lo ? span.hi - 1 : span.lo);
  const std::string name = printable_line(span.file->name());
  if (from.line == to.line)
    return fmt::format("{}:{}:{}-{}", name, from.line, from.column, to.column);
  return fmt::format("{}:{}:{}-{}:{}", name, from.line, from.column, to.line, to.column);
}

}  // namespace laguz::support
