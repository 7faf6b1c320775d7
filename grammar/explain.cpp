// Read bottom to top: explain() composes the message; the functions above it know the usual slips.
#include "grammar/explain.hpp"

#include <fmt/format.h>

#include "support/diagnostic.hpp"

namespace laguz::grammar {
namespace {

using syntax::Token;
using K = syntax::TokenKind;

// ------------------------------------------------------------------------------------ brackets

bool opens(K kind) {
  return kind == K::lparen || kind == K::lbracket || kind == K::index_bracket ||
         kind == K::lbrace || kind == K::attr_open;
}
bool closes(K kind) { return kind == K::rparen || kind == K::rbracket || kind == K::rbrace; }

bool match(K open, K close) {
  if (open == K::lparen) return close == K::rparen;
  return close == (open == K::lbrace ? K::rbrace : K::rbracket);
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

/// Whether the brackets that [closing] closes stand right behind the name of a definition.
bool is_parameter_of_definition(const std::vector<Token>& tokens, const Token& closing) {
  const Token* open = open_bracket(tokens, closing);
  if (open == nullptr || open - tokens.data() < 2) return false;
  const K word = open[-2].kind;
  return word == K::def_ || word == K::entry_ || word == K::let_;
}

/// Is there the word of other languages between the declaration's first and [found]?
bool has_return(const std::vector<Token>& tokens, const Token& found) {
  for (const Token* t = &found; t != tokens.data();) {
    --t;
    if (t->kind == K::def_ || t->kind == K::let_ || t->kind == K::entry_) return false;
    if (t->kind == K::identifier && t->text() == "return") return true;
  }
  return false;
}

/// Whether the point before [found] ends a number: `1.`, which is no way to write one.
bool is_behind_point(const std::vector<Token>& tokens, const Token& found) {
  if (&found - tokens.data() < 2 || (&found)[-1].kind != K::dot) return false;
  const Token& number = (&found)[-2];
  return number.kind == K::natural && number.span.hi == (&found)[-1].span.lo;
}

// --------------------------------------------------------------------------------- usual slips

bool starts_declaration(K kind) {
  return kind == K::def_ || kind == K::entry_ || kind == K::type_ || kind == K::module_ ||
         kind == K::open_ || kind == K::import_ || kind == K::local_;
}

struct Slip {
  K found;
  std::string_view expected;  ///< empty for any
  const char* hint;
};
constexpr Slip kSlips[] = {
    {K::doc, "", "Documentation comments ('-- |') are only permitted when preceding declarations."},
    {K::bang, "",
     "'!' is a prefix operator and cannot be used as infix operator; 'not equal' is '!='."},
    {K::dots2, "", "Use '...' for ranges, not '..'."},
    {K::question, "end of input", "A choice is written 'if a then b else c'."},
    {K::if_, "end of input", "A choice is written 'if a then b else c'."},
    {K::import_, "end of input",
     "A file is read by import \"ad\", and its names are said by themselves."},
    {K::identifier, "a file name in quotes", "A file is named in quotes: import \"ad\"."},
    {K::lparen, "a name",
     "':type x' shows a type at the prompt; a type is declared by 'type t = ...'."},
    {K::string, "'}' or a field", "A record is written {a = 1, b = 2}."},
    {K::colon, "a type", "A type stands behind a name and one colon: def f (x: i32): i32 = ..."},
    {K::qual_op, "an expression",
     "An operator is of numbers: map (+ 1) xs and map2 (+) xs ys are of arrays."},
    {K::underscore, "an expression",
     "'_' stands in patterns; the last value at the prompt is 'it'."},
    {K::comma, "end of input", "A tuple has parentheses: (a, b)."},
    {K::comma, "'in'", "A tuple has parentheses: let (x, y) = (1, 2)."},
    {K::comma, "'='", "A tuple has parentheses: let (x, y) = (1, 2)."},
    {K::arrow, "'in'", "A function is written '\\x -> ...'."},
    {K::for_, "']'", "What is computed from each element is made by map: map (\\x -> ...) xs."},
    {K::with_, "'}'", "An update has no braces: p with x = 3."},
    {K::equals, "a type", "A name is bound by 'let x = ...'."},
    {K::equals, "'else'", "Each 'if' has an 'else'."},
    {K::end, "'else'", "Each 'if' has an 'else'."},
    {K::end, "the value of the assertion",
     "'assert c x' is x where c holds; c by itself is true or false."},
    {K::equals, "'then'", "Equality is written '=='."},
    {K::equals, "a declaration", "Equality is written '=='."},
    {K::equals, "end of input", "A name is bound by 'let x = ...'; equality is written '=='."},
    {K::op, "a field", "An operator is of numbers: map (+ 1) xs and map2 (+) xs ys are of arrays."},
    {K::arrow, "'='", "The type of a result follows a ':'."},
    {K::apostrophe, "an expression",
     "A character literal holds one character; a string has double quotes."},
    {K::in_, "a declaration", "There is no 'let' for this 'in'."},
    {K::then_, "a declaration", "There is no 'if' for this 'then'."},
    {K::else_, "a declaration", "There is no 'if' for this 'else'."},
    {K::case_, "a declaration", "There is no 'match' for this 'case'."},
    {K::do_, "a declaration", "There is no 'loop' for this 'do'."},
    {K::val_, "a declaration", "'val' belongs in a module type; a value is defined by 'def'."},
    {K::identifier, "a declaration", "A definition begins with 'def'."},
    {K::comma, "'}'", "Declarations and specifications have no commas between them."},
    {K::comma, "'->'", "Parameters have no commas between them: '\\x y -> ...'."},
    {K::arrow, "')'", "A function is written '\\x -> ...'."},
    {K::question, "a declaration", "A choice is written 'if a then b else c'."},
    {K::then_, "'else'", "Each 'if' has its own 'else'; what follows it may be another 'if'."},
    {K::for_, "an expression", "A loop begins with 'loop', as in 'loop x = 0 for i < n do x + i'."},
    {K::while_, "an expression",
     "A loop begins with 'loop', as in 'loop x = 1 while x < n do x * 2'."},
    {K::equals, "'in'",
     "A loop counts up from 0, 'for i < n', or goes through an array, 'for x in xs'."},
    {K::rbrace, "'='", "Braces are for records; expressions are grouped by parentheses."},
};

/// For '=' behind what is an expression, by what that is.
const char* hint_for_equals(const std::vector<Token>& tokens, const Token& found) {
  if (&found == tokens.data()) return nullptr;
  const Token& first = tokens.front();
  const Token& last = (&found)[-1];
  if (first.text() == "data") return "A sum type is written type t = #a | #b i32.";
  for (const Token* t = tokens.data(); t != &found; ++t)
    if (t->text() == "where") return "Names come first: let x = 1 in x + 1.";
  if (first.kind != K::identifier) return nullptr;
  if (last.kind == K::rbracket) return "An element is changed by 'let xs[i] = ...'.";
  if (last.kind == K::rparen) return "A function is defined by 'let f x = ...'.";
  return nullptr;
}

std::string hint_for(const std::vector<Token>& tokens, const Token& found,
                     const std::string& expected) {
  const bool breaks_off = found.kind == K::end || starts_declaration(found.kind);
  const bool after_for = &found - tokens.data() >= 2 && (&found)[-2].kind == K::for_;
  if (expected == "'in'" && !after_for &&
      (breaks_off || is_keyword(found.kind) ||
       (found.kind == K::doc && starts_declaration((&found)[1].kind))))
    return "A 'let' needs a body: is an 'in' missing?";

  const bool after_doc = &found != tokens.data() && (&found)[-1].kind == K::doc;
  if (found.kind == K::end && after_doc)
    return "A documentation comment needs a declaration behind it; any other begins with '--'.";

  const bool before_number = found.kind == K::dot && (&found)[1].kind == K::natural;
  if (before_number || (expected == "a field" && is_behind_point(tokens, found)))
    return "A number has digits on both sides of its point, as 1.0 and 0.5 have.";

  const Token* open = open_bracket(tokens, found);
  if (found.kind == K::comma && expected == "']'" && open != nullptr && open != tokens.data() &&
      open[-1].kind == K::let_)
    return "There are no patterns of arrays: let x = xs[0].";
  if (closes(found.kind) && open == nullptr)
    return fmt::format("There is no opening bracket for this '{}'.", found.text());
  if (open != nullptr && (breaks_off || (closes(found.kind) && !match(open->kind, found.kind)))) {
    const auto at = open->span.file->position(open->span.lo);
    return fmt::format("The '{}' at {}:{} is not closed.", open->text(), at.line, at.column);
  }

  if (found.kind == K::equals && expected == "end of input")
    if (const char* hint = hint_for_equals(tokens, found)) return hint;

  // (At the prompt either may come.)
  const bool either = expected == "an expression or a declaration";
  for (const Slip& slip : kSlips)
    if (slip.found == found.kind &&
        (slip.expected.empty() || slip.expected == expected ||
         (either && (slip.expected == "a declaration" || slip.expected == "an expression"))))
      return slip.hint;
  if (expected == "'='" && has_return(tokens, found))
    return "A function's body stands behind '=': def f x = ...";

  if (found.kind == K::op && found.text() == "=>") return "Write '->'.";
  if ((expected == "a declaration" || either) &&
      ((found.kind == K::op && (found.text() == "//" || found.text() == "/*")) ||
       found.kind == K::lbrace))
    return "A comment begins with '--' and goes to the end of the line.";
  const bool name_wanted =
      expected == "a name" || expected == "a pattern" || expected == "a parameter";
  if (is_keyword(found.kind) && name_wanted)
    return fmt::format("'{}' is a keyword and cannot be a name.", found.text());
  if (&found - tokens.data() < 2) return {};
  const Token& before = (&found)[-1];
  const bool typed = (&found)[-2].kind == K::colon;
  if (found.kind == K::equals && expected == "')'" && !typed) return "Equality is written '=='.";
  if (found.kind == K::index_bracket && is_keyword(before.kind))
    return fmt::format("'[' right behind a word indexes: put a space behind '{}'.", before.text());
  if (expected == "'='" && before.kind == K::rbracket && is_parameter_of_definition(tokens, before))
    return "For a function with a size parameter put a space before the '['.";
  return {};
}

/// `def m.f` or `def m.+`.
bool is_qualified_binding(const Token& found, const std::string& expected) {
  return (found.kind == K::dot && expected == "'='") ||
         (found.kind == K::qual_op && expected == "a name");
}

/// The documentation comment behind the attributes that begin at [found], or null.
const Token* misplaced_doc(const Token& found) {
  const Token* at = &found;
  while (at->kind == K::attr_open) {
    int open = 1;
    for (++at; open > 0; ++at) {
      if (at->kind == K::end) return nullptr;
      if (opens(at->kind)) ++open;
      if (closes(at->kind)) --open;
    }
  }
  return at->kind == K::doc && at != &found ? at : nullptr;
}

std::string spelling(const Token& found) {
  if (found.kind == K::end) return "end of file";
  if (found.kind == K::doc) return "documentation comment";
  constexpr std::size_t kLongest = 40;
  const std::string text(found.text());
  return "token: '" + (text.size() > kLongest ? text.substr(0, kLongest) + "..." : text) + "'";
}

}  // namespace

void explain(const std::vector<Token>& tokens, const Token& found, const std::string& expected) {
  // The rules stop at the attributes, but it is what stands behind them that is wrong.
  if (const Token* doc = misplaced_doc(found)) explain(tokens, *doc, "a declaration");
  support::Diagnostic error{.phase = support::Phase::syntax, .span = found.span};
  // (What would go on behind a point is not awaited on the next line.)
  error.at_end_of_input = found.kind == K::end && !is_behind_point(tokens, found);
  if (expected == "'in'" && starts_declaration(found.kind))
    error.message = fmt::format("Unexpected \"{}\" - missing \"in\"?", found.text());
  else if (is_qualified_binding(found, expected))
    error.message = "Cannot use a qualified name in binding position.";
  else
    error.message = fmt::format("Unexpected {}.\nExpected {}.", spelling(found), expected);
  error.hint = hint_for(tokens, found, expected);
  throw support::UserError(std::move(error));
}

}  // namespace laguz::grammar
