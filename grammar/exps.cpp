// Expressions: ascription, then infix operators as a flat list, then what stands between them.
#include "grammar/actions.hpp"
#include "grammar/directives.hpp"
#include "grammar/rules.hpp"

namespace laguz::grammar {
namespace {

const x3::rule<class operand_id, NewExp> operand = "an expression";
const x3::rule<class negation_id, Negation> negation = "an expression";
const x3::rule<class logical_not_id, ast::Not> logical_not = "an expression";
const x3::rule<class application_id, Application> application = "an expression";

/// `+ )`: in a section the last operator has no right operand.
bool at_trailing_operator(const Cursor& c) {
  if (t::symbol.kinds.has(c->kind)) return c.ahead(1).kind == TokenKind::rparen;
  if (c->kind != TokenKind::backtick) return false;
  int n = 1;
  while (c.ahead(n).kind == TokenKind::identifier || c.ahead(n).kind == TokenKind::dot) ++n;
  return c.ahead(n).kind == TokenKind::backtick && c.ahead(n + 1).kind == TokenKind::rparen;
}
bool at_inner_operator(const Cursor& c) {
  return t::infix.kinds.has(c->kind) && !at_trailing_operator(c);
}

// clang-format off
const auto exp_def =
    op_exp[whole] >> *((t::colon > type_exp[apply<ascribe>]) |
                       (t::colon_greater > type_exp[apply<coerce>]));

const auto op_exp_def = nested(node<NewExp>(t::exp_start, op_chain));

const auto op_chain_def =
    operand[into<&OpChain::first>] >>
    *(look(at_inner_operator) >>
      infix_operator[apply<add_infix>] > operand[apply<add_operand>]) >>
    -(look(at_trailing_operator) >> infix_operator[into<&OpChain::trailing>]);

const auto infix_operator_def =
    spanned(t::symbol[apply<symbol_infix>] |
            (t::backtick[apply<backtick_infix>] > qual_name[into<&Infix::op>] > t::backtick) |
            t::dots[apply<dots_infix>] |
            (t::with_[apply<with_infix>] > update_path[into<&Infix::path>] > t::equals));

const auto operand_def =
    node<NewExp>(t::application_start, application) |
    node<NewExp>(t::let_, let_exp) |
    node<NewExp>(t::if_, if_exp) |
    node<NewExp>(t::minus, negation) |
    node<NewExp>(t::loop_, loop_exp) |
    node<NewExp>(t::match_, match_exp) |
    node<NewExp>(t::bang, logical_not) |
    node<NewExp>(t::attr_open, attributed_exp) |
    node<NewExp>(t::assert_, assert_exp);

const auto negation_def = t::minus > nested(operand)[into<&Negation::inner>];
const auto logical_not_def = t::bang > nested(operand)[into<&ast::Not::inner>];

/// `f x y`; only the last argument may be a lambda without parentheses.
const auto application_def =
    node<NewExp>(t::backslash, lambda)[into<&Application::function>] |
    (atom[into<&Application::function>] >> *atom[append<&Application::args>] >>
     -node<NewExp>(t::backslash, lambda)[append<&Application::args>]);

// clang-format on

}  // namespace

BOOST_SPIRIT_DEFINE(exp, op_exp, op_chain, infix_operator, operand, negation, logical_not,
                    application)
LAGUZ_INSTANTIATE(exp)
LAGUZ_INSTANTIATE(op_exp)
LAGUZ_INSTANTIATE(op_chain)
LAGUZ_INSTANTIATE(infix_operator)

}  // namespace laguz::grammar
