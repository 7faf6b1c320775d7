#include "runtime/text.hpp"

#include "support/governor.hpp"

namespace laguz::runtime {
namespace {
constexpr std::size_t kTextPiece = std::size_t{64} << 10;
}

Text& Text::operator+=(std::string_view text) {
  buffer_ += text;
  total_ += text.size();
  const auto line = text.rfind('\n');
  column_ = line == std::string_view::npos ? column_ + text.size() : text.size() - line - 1;
  if (buffer_.size() >= kTextPiece) flush();
  return *this;
}

void Text::append(std::size_t n, char c) {
  for (std::size_t i = 0; i < n; ++i) *this += c;
}

void Text::flush() {
  support::spend(static_cast<std::int64_t>(buffer_.size()) * 4);
  if (!buffer_.empty()) write_(buffer_);
  buffer_.clear();
}

}  // namespace laguz::runtime
