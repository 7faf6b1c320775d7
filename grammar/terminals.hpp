// The terminals of the token grammar: one parser class, one object per kind of token.
#pragma once

#include <boost/spirit/home/x3.hpp>

#include <string>
#include <type_traits>

#include "grammar/cursor.hpp"

namespace laguz::grammar {

namespace x3 = boost::spirit::x3;

template <class Attribute>
constexpr bool is_unused = std::is_same_v<std::remove_const_t<Attribute>, x3::unused_type>;

/// Matches one token whose kind is in a set; its attribute is the token.
struct TokenParser : x3::parser<TokenParser> {
  using attribute_type = Token;
  static constexpr bool has_attribute = true;

  KindSet kinds;
  const char* name;  ///< as in "expected [name]"

  constexpr TokenParser(KindSet set, const char* what) : kinds(set), name(what) {}

  template <class Context, class Attribute>
  bool parse(Cursor& first, const Cursor&, const Context&, x3::unused_type, Attribute& attr) const {
    if (!kinds.has(first->kind)) {
      first.missed();
      return false;
    }
    if constexpr (!is_unused<Attribute>) attr = *first;
    ++first;
    return true;
  }
};

/// `t::if_`, `t::comma` ...: the terminal for each kind.
namespace t {
#define LAGUZ_TERMINAL(kind, text) \
  inline constexpr TokenParser kind{KindSet(TokenKind::kind), text};
LAGUZ_TOKENS(LAGUZ_TERMINAL)
#undef LAGUZ_TERMINAL

using K = TokenKind;
/// Either bracket, where there is nothing to index.
inline constexpr TokenParser any_bracket{KindSet(K::lbracket, K::index_bracket), "'['"};
/// The operators of one token that stand between two operands.
inline constexpr TokenParser symbol{
    KindSet(K::op, K::qual_op, K::star, K::minus, K::less, K::caret, K::bar), "an operator"};
inline constexpr TokenParser dots{KindSet(K::dots2, K::dots3, K::dots_less, K::dots_greater),
                                  "a range"};
inline constexpr TokenParser infix{symbol.kinds | dots.kinds | KindSet(K::backtick, K::with_),
                                   "an operator"};
inline constexpr TokenParser number{KindSet(K::natural, K::integer, K::floating, K::typed_number),
                                    "a number"};
inline constexpr TokenParser literal{number.kinds | KindSet(K::character, K::true_, K::false_),
                                     "a literal"};
/// Tokens that are a whole expression.
inline constexpr TokenParser leaf{
    literal.kinds | KindSet(K::identifier, K::constructor, K::string, K::hole), "an expression"};
/// Tokens that are a whole pattern.
inline constexpr TokenParser pattern_leaf{
    literal.kinds | KindSet(K::identifier, K::underscore, K::constructor), "a pattern"};
inline constexpr TokenParser field{KindSet(K::identifier, K::natural), "a field name"};
inline constexpr TokenParser attribute_number{KindSet(K::natural, K::integer), "a number"};
inline constexpr TokenParser lifted{KindSet(K::tilde, K::caret), "'~' or '^'"};
inline constexpr TokenParser type_quote{
    KindSet(K::apostrophe, K::apostrophe_tilde, K::apostrophe_caret), "a type parameter"};
inline constexpr TokenParser val_keyword{KindSet(K::def_, K::let_, K::entry_), "a definition"};
inline constexpr TokenParser end_of_program{KindSet(K::end), "a declaration"};

// What may come first in each kind of phrase.
inline constexpr TokenParser application_start{
    leaf.kinds | KindSet(K::lparen, K::lbracket, K::lbrace, K::backslash), "an expression"};
inline constexpr TokenParser exp_start{
    application_start.kinds |
        KindSet(K::let_, K::if_, K::loop_, K::match_, K::assert_, K::minus, K::bang, K::attr_open),
    "an expression"};
inline constexpr TokenParser type_start{
    any_bracket.kinds | KindSet(K::identifier, K::lparen, K::lbrace, K::star, K::constructor),
    "a type"};
inline constexpr TokenParser dec_start{
    val_keyword.kinds |
        KindSet(K::type_, K::module_, K::open_, K::import_, K::local_, K::attr_open, K::doc),
    "a declaration"};
inline constexpr TokenParser mod_type_start{KindSet(K::identifier, K::lparen, K::lbrace),
                                            "a module type"};
}  // namespace t

}  // namespace laguz::grammar

// How `x > p` names p when it fails: through actions and sequences down to what comes first.
namespace boost::spirit::x3 {
template <>
struct get_info<laguz::grammar::TokenParser> {
  using result_type = std::string;
  std::string operator()(const laguz::grammar::TokenParser& p) const { return p.name; }
};
template <class Subject, class Action>
struct get_info<action<Subject, Action>> {
  using result_type = std::string;
  std::string operator()(const action<Subject, Action>& p) const { return what(p.subject); }
};
template <class Left, class Right>
struct get_info<sequence<Left, Right>> {
  using result_type = std::string;
  std::string operator()(const sequence<Left, Right>& p) const { return what(p.left); }
};
template <class Left, class Right>
struct get_info<alternative<Left, Right>> {
  using result_type = std::string;
  std::string operator()(const alternative<Left, Right>& p) const {
    return what(p.left) + " or " + what(p.right);
  }
};
}  // namespace boost::spirit::x3
