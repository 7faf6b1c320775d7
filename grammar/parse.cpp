// The doors of syntax/parse.hpp, and the one place where a failed rule becomes a diagnostic.
#include "syntax/parse.hpp"

#include "grammar/explain.hpp"
#include "grammar/lexer.hpp"
#include "grammar/rules.hpp"
#include "support/diagnostic.hpp"

namespace laguz::grammar {
namespace {

using Tokens = std::vector<Token>;

/// Parses all [tokens] by [rule]. Throws UserError where they do not fit.
template <class Rule>
typename Rule::attribute_type parse_all(const Rule& rule, const Tokens& tokens) {
  ParseState state{.farthest = tokens.data()};
  Cursor first(tokens.data(), &state);
  const Cursor last(tokens.data() + tokens.size(), &state);
  typename Rule::attribute_type result{};
  try {
    if (!x3::parse(first, last, rule, result)) explain(tokens, *state.farthest, x3::what(rule));
    if (first != last && first->kind != TokenKind::end) explain(tokens, *first, "end of input");
  } catch (const x3::expectation_failure<Cursor>& failure) {
    explain(tokens, *failure.where(), failure.which());
  }
  return result;
}

}  // namespace
}  // namespace laguz::grammar

namespace laguz::syntax {

using grammar::parse_all;
using grammar::tokenize;

ast::Prog parse_program(const support::SourceFile& source) {
  return parse_all(grammar::program, tokenize(source));
}

std::vector<Token> tokens_before_error(const support::SourceFile& source) {
  return grammar::tokens_before_error(source);
}

ast::ExpPtr parse_expression(const support::SourceFile& source) {
  return parse_all(grammar::exp, tokenize(source));
}

ast::TypeExpPtr parse_type(const support::SourceFile& source) {
  return parse_all(grammar::type_exp, tokenize(source));
}

ast::ModExpPtr parse_module_expression(const support::SourceFile& source) {
  return parse_all(grammar::mod_exp, tokenize(source));
}

std::variant<ast::Prog, ast::ExpPtr> parse_prompt(const support::SourceFile& source) {
  const auto tokens = tokenize(source);
  // Only `let` and `#[` begin both a declaration and an expression; anything else is told apart by
  // its first token, so that an error speaks of what was meant.
  const TokenKind first = tokens.front().kind;
  const bool maybe_both = first == TokenKind::let_ || first == TokenKind::attr_open;
  if (!maybe_both) {
    if (grammar::t::exp_start.kinds.has(first)) return parse_all(grammar::exp, tokens);
    if (grammar::t::dec_start.kinds.has(first) || first == TokenKind::end)
      return parse_all(grammar::program, tokens);
    grammar::explain(tokens, tokens.front(), "an expression or a declaration");
  }
  try {
    return parse_all(grammar::program, tokens);
  } catch (const support::UserError& as_program) {
    try {
      return parse_all(grammar::exp, tokens);
    } catch (const support::UserError& as_expression) {
      // Whichever reading came farther is the likelier one.
      if (as_program.diagnostic().span.lo > as_expression.diagnostic().span.lo) throw as_program;
      throw;
    }
  }
}

}  // namespace laguz::syntax
