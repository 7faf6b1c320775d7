// What the parts of a text are, for whoever shows them in colours.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace laguz::engine {

enum class TextKind : std::uint8_t {
  keyword,
  number,
  string,
  constructor,
  comment,
  bracket,
  wrong
};

/// Bytes [from, to) of a text.
struct TextPart {
  std::size_t from, to;
  TextKind kind;
};

/// Those of [text], in order; what is left out, such as names, is nothing special. A text that is
/// still being typed may end in what is no token: that is wrong. Linear.
std::vector<TextPart> parts_of(const std::string& text);

}  // namespace laguz::engine
