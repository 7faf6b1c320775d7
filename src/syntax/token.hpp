// What the lexer hands to the parser: the kinds of token, sets of kinds, and the token itself.
#pragma once

#include <cstdint>
#include <string_view>

#include "support/source.hpp"

namespace laguz::syntax {

// X(kind, how an error message names it)
#define LAGUZ_TOKENS(X)                                                                  \
  X(end, "end of file")                                                                  \
  X(doc, "a documentation comment")                                                      \
  /* names and literals */                                                               \
  X(identifier, "a name")                                                                \
  X(constructor, "a constructor")                                                        \
  X(natural, "a number")      /* decimal digits alone: also a tuple field after a dot */ \
  X(integer, "a number")      /* 0x, 0b or 0r, without a type */                         \
  X(floating, "a number")     /* without a type */                                       \
  X(typed_number, "a number") /* 1i32, 0xffu8, 2.5f32 */                                 \
  X(character, "a character")                                                            \
  X(string, "a string")                                                                  \
  X(hole, "'\?\?\?'")                                                                    \
  /* operators */                                                                        \
  X(op, "an operator")      /* any that is not listed below */                           \
  X(qual_op, "an operator") /* m.+ */                                                    \
  X(star, "'*'")                                                                         \
  X(minus, "'-'")                                                                        \
  X(bang, "'!'")                                                                         \
  X(less, "'<'")                                                                         \
  X(caret, "'^'")                                                                        \
  X(bar, "'|'")                                                                          \
  X(equals, "'='")                                                                       \
  X(backtick, "'`'")                                                                     \
  X(dots2, "'..'")                                                                       \
  X(dots3, "'...'")                                                                      \
  X(dots_less, "'..<'")                                                                  \
  X(dots_greater, "'..>'")                                                               \
  /* punctuation */                                                                      \
  X(lparen, "'('")                                                                       \
  X(rparen, "')'")                                                                       \
  X(lbrace, "'{'")                                                                       \
  X(rbrace, "'}'")                                                                       \
  X(lbracket, "'['")                                                                     \
  X(index_bracket, "'['") /* right behind a name or a closing bracket: it indexes */     \
  X(rbracket, "']'")                                                                     \
  X(attr_open, "'#['")                                                                   \
  X(comma, "','")                                                                        \
  X(dot, "'.'")                                                                          \
  X(colon, "':'")                                                                        \
  X(colon_greater, "':>'")                                                               \
  X(arrow, "'->'")                                                                       \
  X(question, "'\?'")                                                                    \
  X(underscore, "'_'")                                                                   \
  X(backslash, "'\\'")                                                                   \
  X(tilde, "'~'")                                                                        \
  X(apostrophe, "'''")                                                                   \
  X(apostrophe_tilde, "''~'")                                                            \
  X(apostrophe_caret, "''^'")                                                            \
  /* keywords */                                                                         \
  X(assert_, "'assert'")                                                                 \
  X(case_, "'case'")                                                                     \
  X(def_, "'def'")                                                                       \
  X(do_, "'do'")                                                                         \
  X(else_, "'else'")                                                                     \
  X(entry_, "'entry'")                                                                   \
  X(false_, "'false'")                                                                   \
  X(for_, "'for'")                                                                       \
  X(if_, "'if'")                                                                         \
  X(import_, "'import'")                                                                 \
  X(in_, "'in'")                                                                         \
  X(include_, "'include'")                                                               \
  X(let_, "'let'")                                                                       \
  X(local_, "'local'")                                                                   \
  X(loop_, "'loop'")                                                                     \
  X(match_, "'match'")                                                                   \
  X(module_, "'module'")                                                                 \
  X(open_, "'open'")                                                                     \
  X(then_, "'then'")                                                                     \
  X(true_, "'true'")                                                                     \
  X(type_, "'type'")                                                                     \
  X(val_, "'val'")                                                                       \
  X(while_, "'while'")                                                                   \
  X(with_, "'with'")

enum class TokenKind : std::uint8_t {
#define LAGUZ_KIND(kind, text) kind,
  LAGUZ_TOKENS(LAGUZ_KIND)
#undef LAGUZ_KIND
};

/// How an error message names a token of [kind] that it expected.
constexpr std::string_view describe(TokenKind kind) {
  constexpr std::string_view names[] = {
#define LAGUZ_NAME(kind, text) text,
      LAGUZ_TOKENS(LAGUZ_NAME)
#undef LAGUZ_NAME
  };
  return names[static_cast<int>(kind)];
}

constexpr bool is_keyword(TokenKind kind) { return kind >= TokenKind::assert_; }

/// A set of kinds, as bits.
class KindSet {
 public:
  template <class... Kinds>
  constexpr explicit KindSet(Kinds... kinds) {
    (add(kinds), ...);
  }
  constexpr bool has(TokenKind kind) const {
    return (bits_[static_cast<unsigned>(kind) / 64] >> (static_cast<unsigned>(kind) % 64)) & 1;
  }
  constexpr KindSet operator|(const KindSet& other) const {
    KindSet both = *this;
    both.bits_[0] |= other.bits_[0];
    both.bits_[1] |= other.bits_[1];
    return both;
  }

 private:
  constexpr void add(TokenKind kind) {
    bits_[static_cast<unsigned>(kind) / 64] |= std::uint64_t{1}
                                               << (static_cast<unsigned>(kind) % 64);
  }
  std::uint64_t bits_[2] = {0, 0};
};

struct Token {
  support::Span span;
  TokenKind kind = TokenKind::end;

  std::string_view text() const {
    return std::string_view(span.file->text()).substr(span.lo, span.hi - span.lo);
  }
};

}  // namespace laguz::syntax
