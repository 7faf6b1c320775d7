// The iterator of the token grammar: a place in the tokens, and what one parse keeps track of.
#pragma once

#include <cstddef>
#include <iterator>

#include "syntax/token.hpp"

namespace laguz::grammar {

using syntax::KindSet;
using syntax::Token;
using syntax::TokenKind;

/// What a parse remembers besides the tree.
struct ParseState {
  const Token* farthest = nullptr;  ///< the last token at which some terminal did not match
  int depth = 0;                    ///< how many nested constructs are open
};

class Cursor {
 public:
  using iterator_category = std::forward_iterator_tag;
  using value_type = Token;
  using difference_type = std::ptrdiff_t;
  using pointer = const Token*;
  using reference = const Token&;

  Cursor() = default;
  Cursor(const Token* at, ParseState* state) : at_(at), state_(state) {}

  reference operator*() const { return *at_; }
  pointer operator->() const { return at_; }
  Cursor& operator++() {
    ++at_;
    return *this;
  }
  Cursor operator++(int) {
    Cursor old = *this;
    ++at_;
    return old;
  }
  bool operator==(const Cursor& other) const { return at_ == other.at_; }

  /// The token [n] places on. The tokens end with one of kind `end`; do not look beyond that.
  const Token& ahead(int n) const { return at_[n]; }
  ParseState& state() const { return *state_; }
  void missed() const {
    if (at_ > state_->farthest) state_->farthest = at_;
  }

 private:
  const Token* at_ = nullptr;
  ParseState* state_ = nullptr;
};

/// From the token at [first] up to, not including, the one at [last].
inline support::Span span_between(const Cursor& first, const Cursor& last) {
  if (first == last) return {first->span.file, first->span.lo, first->span.lo};
  return {first->span.file, first->span.lo, last.ahead(-1).span.hi};
}

/// `(x: t) -> u`, as against a type, or a module type, in parentheses.
inline bool at_named_parameter(const Cursor& c) {
  return c->kind == TokenKind::lparen && c.ahead(1).kind == TokenKind::identifier &&
         c.ahead(2).kind == TokenKind::colon;
}

}  // namespace laguz::grammar
