#include "grammar/explain.hpp"

#include <fmt/format.h>

#include "support/diagnostic.hpp"

namespace laguz::grammar {
namespace {

using syntax::Token;
using K = syntax::TokenKind;

bool opens(K kind) {
  return kind == K::lparen || kind == K::lbracket || kind == K::index_bracket ||
         kind == K::lbrace || kind == K::attr_open;
}
bool closes(K kind) { return kind == K::rparen || kind == K::rbracket || kind == K::rbrace; }
bool starts_declaration(K kind) {
  return kind == K::def_ || kind == K::entry_ || kind == K::type_ || kind == K::module_ ||
         kind == K::open_ || kind == K::import_ || kind == K::local_;
}

/// The innermost bracket that is still open before [found], or null.
const Token* open_bracket(const std::vector<Token>& tokens, const Token& found) {
  int closed = 0;
  for (const Token* t = &found; t != tokens.data();) {
    --t;
    if (closes(t->kind)) ++closed;
    if (opens(t->kind) && closed-- == 0) return t;
  }
  return nullptr;
}

std::string found_text(const Token& found) {
  if (found.kind == K::end) return "end of file";
  if (found.kind == K::doc) return "documentation comment";
  constexpr std::size_t kLongest = 40;
  std::string text(found.text());
  if (text.size() > kLongest) text = text.substr(0, kLongest) + "...";
  return "token: '" + text + "'";
}

std::string hint_for(const std::vector<Token>& tokens, const Token& found,
                     const std::string& expected) {
  const Token* before = &found == tokens.data() ? nullptr : &found - 1;
  const Token* open = open_bracket(tokens, found);
  const bool breaks_off = found.kind == K::end || starts_declaration(found.kind);
  if (expected == "'in'" && (breaks_off || found.kind == K::doc))
    return "A 'let' needs a body: is an 'in' missing?";
  if (found.kind == K::doc)
    return "Documentation comments ('-- |') are only permitted when preceding declarations.";
  if (open != nullptr && (breaks_off || closes(found.kind))) {
    const auto at = open->span.file->position(open->span.lo);
    return fmt::format("The '{}' at {}:{} is not closed.", open->text(), at.line, at.column);
  }
  if (closes(found.kind) && open == nullptr)
    return fmt::format("There is no opening bracket for this '{}'.", found.text());
  if (found.kind == K::bang)
    return "'!' is a prefix operator and cannot be used as infix operator; 'not equal' is '!='.";
  if (found.kind == K::equals && (expected == "'then'" || expected == "')'"))
    return "Equality is written '=='.";
  if (found.kind == K::dots2) return "Use '...' for ranges, not '..'.";
  if (found.kind == K::index_bracket && before != nullptr && is_keyword(before->kind))
    return fmt::format("'[' right behind a word indexes: put a space behind '{}'.", before->text());
  if (expected == "'='" && before != nullptr && before->kind == K::rbracket)
    return "For a function with a size parameter put a space before the '['.";
  if (is_keyword(found.kind) && (expected == "a name" || expected == "a pattern"))
    return fmt::format("'{}' is a keyword and cannot be a name.", found.text());
  if (expected == "a declaration" && found.kind == K::in_)
    return "There is no 'let' for this 'in'.";
  return {};
}

}  // namespace

void explain(const std::vector<Token>& tokens, const Token& found, const std::string& expected) {
  support::Diagnostic error{.phase = support::Phase::syntax, .span = found.span};
  error.at_end_of_input = found.kind == K::end;
  if (expected == "'in'" && starts_declaration(found.kind))
    error.message = fmt::format("Unexpected \"{}\" - missing \"in\"?", found.text());
  else
    error.message = fmt::format("Unexpected {}.\nExpected {}.", found_text(found), expected);
  error.hint = hint_for(tokens, found, expected);
  throw support::UserError(std::move(error));
}

}  // namespace laguz::grammar
