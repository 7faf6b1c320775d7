// The parts that a program's text is made of: what a mutation may take out, swap or put elsewhere.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace laguz::fuzz {

enum class PieceKind : std::uint8_t {
  expression,
  type,
  pattern,
  declaration,
  module,
  module_type,
  specification
};

/// Bytes [lo, hi) of the text.
struct Piece {
  PieceKind kind;
  std::uint32_t lo, hi;
};

/// All subtrees of the program [text]; none when it does not parse.
std::vector<Piece> pieces(const std::string& text);

/// The tokens of [text] as spans; none when there is something in it that is no token.
struct Word {
  std::uint32_t lo, hi;
  bool name;
};
std::vector<Word> words(const std::string& text);

}  // namespace laguz::fuzz
