// The literal nodes of the tree from tokens.
#pragma once

#include "syntax/literal.hpp"

namespace laguz::grammar {

using syntax::Token;
using syntax::TokenKind;

/// The literal that [token] stands for, apart from strings, as an alternative of the variant
/// Choice.
template <class Choice>
Choice literal(const Token& token) {
  using support::Scalar;
  const auto text = token.text();
  if (token.kind == TokenKind::floating) return syntax::floating_literal(text);
  if (token.kind == TokenKind::typed_number) return syntax::typed_literal(text);
  if (token.kind == TokenKind::character) return syntax::character_literal(token);
  if (token.kind == TokenKind::true_ || token.kind == TokenKind::false_)
    return ast::ScalarLit{.value = Scalar::boolean(token.kind == TokenKind::true_),
                          .text = std::string(text)};
  return syntax::integer_literal(text);
}

}  // namespace laguz::grammar
