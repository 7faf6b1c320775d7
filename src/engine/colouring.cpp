#include "engine/colouring.hpp"

#include <optional>
#include <string_view>

#include "syntax/parse.hpp"

namespace laguz::engine {
namespace {

using K = syntax::TokenKind;

constexpr syntax::KindSet kNumbers(K::natural, K::integer, K::floating, K::typed_number);
constexpr syntax::KindSet kStrings(K::string, K::character);
constexpr syntax::KindSet kBrackets(K::lparen, K::rparen, K::lbrace, K::rbrace, K::lbracket,
                                    K::index_bracket, K::rbracket);

std::optional<TextKind> kind_of(K kind) {
  if (kNumbers.has(kind)) return TextKind::number;
  if (kStrings.has(kind)) return TextKind::string;
  if (kBrackets.has(kind)) return TextKind::bracket;
  if (kind == K::constructor) return TextKind::constructor;
  if (kind == K::doc) return TextKind::comment;
  if (syntax::is_keyword(kind)) return TextKind::keyword;
  return std::nullopt;
}

/// What is between tokens is blank, or comments.
void add_comments(const std::string& text, std::size_t from, std::size_t to,
                  std::vector<TextPart>& parts) {
  for (;;) {
    const std::size_t begin = text.find("--", from);
    if (begin >= to) return;
    const std::size_t end = std::min(text.find('\n', begin), to);
    parts.push_back({begin, end, TextKind::comment});
    from = end;
  }
}

}  // namespace

std::vector<TextPart> parts_of(const std::string& text) {
  const support::SourceFile source("", text);
  std::vector<TextPart> parts;
  std::size_t at = 0;
  for (const syntax::Token& token : syntax::tokens_before_error(source)) {
    add_comments(text, at, token.span.lo, parts);
    if (const auto kind = kind_of(token.kind))
      parts.push_back({token.span.lo, token.span.hi, *kind});
    at = token.span.hi;
  }
  const std::size_t rest = text.find_first_not_of(" \t\n", at);
  if (rest == std::string::npos) return parts;
  if (text.compare(rest, 2, "--") == 0) {
    add_comments(text, rest, text.size(), parts);
    return parts;
  }
  const bool begins_text = text[rest] == '"' || text[rest] == '\'';
  parts.push_back({rest, text.size(), begins_text ? TextKind::string : TextKind::wrong});
  return parts;
}

}  // namespace laguz::engine
