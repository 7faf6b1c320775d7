// Source text and the places in it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace laguz::support {

/// A text with a name: a file, a line typed at the prompt, or a part of the prelude. Whoever keeps
/// a span of one that is shared can share it too.
class SourceFile : public std::enable_shared_from_this<SourceFile> {
 public:
  SourceFile(std::string name, std::string text);
  const std::string& name() const { return name_; }
  const std::string& text() const { return text_; }

  struct Position {
    int line;    ///< from 1
    int column;  ///< from 1, in bytes
  };
  Position position(std::uint32_t offset) const;
  /// The text of [line] (from 1) without its newline.
  std::string_view line(int line) const;

 private:
  std::string name_;
  std::string text_;
  std::vector<std::uint32_t> line_starts_;
};

using SourcePtr = std::shared_ptr<const SourceFile>;

/// Bytes [lo, hi) of a source. The default span is nowhere. The source outlives every span on it:
/// what keeps the span keeps what it was made from.
struct Span {
  const SourceFile* file = nullptr;
  std::uint32_t lo = 0;
  std::uint32_t hi = 0;

  explicit operator bool() const { return file != nullptr; }
  bool operator==(const Span&) const = default;
};

/// The smallest span that covers both; one that is nowhere gives the other.
Span join(Span a, Span b);

/// `file:l:c-c`, or `file:l:c-l:c` over several lines; end columns are inclusive. Printable.
std::string locate(Span span);

}  // namespace laguz::support
