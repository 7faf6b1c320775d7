// Patterns, and the narrower ones that parameters are.
#include "grammar/actions.hpp"
#include "grammar/directives.hpp"
#include "grammar/rules.hpp"

namespace laguz::grammar {
namespace {

const x3::rule<class attributed_pattern_id, ast::PatAttr> attributed_pattern = "a pattern";
const x3::rule<class applied_constructor_id, ast::PatConstr> applied_constructor = "a constructor";
const x3::rule<class inner_pattern_id, NewPat> inner_pattern = "a pattern";
const x3::rule<class negative_literal_id, NegativeLiteral> negative_literal = "a number";
const x3::rule<class operator_pattern_id, ast::Binder> operator_pattern = "an operator";
const x3::rule<class pattern_group_id, PatternGroup> pattern_group = "a pattern";
const x3::rule<class record_pattern_id, ast::PatRecord> record_pattern = "a record pattern";
const x3::rule<class field_pattern_id, FieldPattern> field_pattern = "a field";

constexpr syntax::KindSet kInnerStart =
    t::pattern_leaf.kinds | KindSet(TokenKind::lparen, TokenKind::lbrace, TokenKind::minus);

bool at_applied_constructor(const Cursor& c) {
  return c->kind == TokenKind::constructor && kInnerStart.has(c.ahead(1).kind);
}

/// `(+)` or `(`f`)`, as against `(-1)` or `(x)`.
bool at_operator_pattern(const Cursor& c) {
  if (c->kind != TokenKind::lparen) return false;
  const TokenKind next = c.ahead(1).kind;
  return next == TokenKind::backtick || next == TokenKind::bang ||
         (t::symbol.kinds.has(next) && c.ahead(2).kind == TokenKind::rparen);
}

// clang-format off
const auto pattern_def =
    nested(
        node<NewPat>(t::attr_open, attributed_pattern)[whole] |
        (look(at_applied_constructor) >>
         node<NewPat>(t::constructor, applied_constructor)[whole]) |
        (inner_pattern[whole] >> -(t::colon > type_exp[apply<ascribe_pattern>])));

const auto attributed_pattern_def =
    attribute[into<&ast::PatAttr::attr>] > pattern[into<&ast::PatAttr::inner>];
const auto applied_constructor_def =
    t::constructor[apply<name_constructor>] >> *inner_pattern[append<&ast::PatConstr::args>];

const auto inner_pattern_def = parameter | node<NewPat>(t::minus, negative_literal);
const auto negative_literal_def = t::minus > t::number[into<&NegativeLiteral::number>];

const auto parameter_def =
    node<NewPat>(t::pattern_leaf, t::pattern_leaf)[whole] |
    (look(at_operator_pattern) >> node<NewPat>(t::lparen, operator_pattern)[whole]) |
    node<NewPat>(t::lparen, pattern_group)[whole] | node<NewPat>(t::lbrace, record_pattern)[whole];

const auto operator_pattern_def = t::lparen >> binding_operator[whole] > t::rparen;
const auto pattern_part = pattern[append<&PatternGroup::parts>];
const auto pattern_group_def = t::lparen > tuple_until_rparen(pattern_part, pattern_part);
const auto record_pattern_def =
    t::lbrace > list_until(t::rbrace, field_pattern[append<&ast::PatRecord::fields>]);
const auto field_pattern_def =
    (t::identifier[apply<name_field>] >>
     -((t::equals > pattern[into<&FieldPattern::second>]) |
       (t::colon > type_exp[apply<ascribe_field>]))) |
    (t::natural[into<&FieldPattern::first>] >
     t::equals > pattern[into<&FieldPattern::second>]);

// clang-format on

}  // namespace

BOOST_SPIRIT_DEFINE(pattern, attributed_pattern, applied_constructor, inner_pattern,
                    negative_literal, parameter, operator_pattern, pattern_group, record_pattern,
                    field_pattern)
LAGUZ_INSTANTIATE(pattern)
LAGUZ_INSTANTIATE(parameter)

}  // namespace laguz::grammar
