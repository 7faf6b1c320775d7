// The expressions that begin with a keyword, attributes and lambdas. Each extends as far as it can.
#include "grammar/actions.hpp"
#include "grammar/directives.hpp"
#include "grammar/rules.hpp"

namespace laguz::grammar {
namespace {

const x3::rule<class let_head_id, LetHead> let_head = "'let'";
const x3::rule<class let_binding_id, LetHead> let_binding = "a pattern";
const x3::rule<class let_update_id, ast::LetWith> let_update = "an update";
const x3::rule<class let_function_id, ast::LetFun> let_function = "a function";
const x3::rule<class let_pattern_id, ast::LetPat> let_pattern = "a pattern";
const x3::rule<class if_clause_id, IfClause> if_clause = "'if'";
const x3::rule<class loop_form_id, ast::LoopForm> loop_form = "'for' or 'while'";
const x3::rule<class loop_for_id, ast::LoopFor> loop_for = "'for'";
const x3::rule<class loop_for_in_id, ast::LoopForIn> loop_for_in = "'for'";
const x3::rule<class loop_while_id, ast::LoopWhile> loop_while = "'while'";
const x3::rule<class match_case_id, ast::Case> match_case = "'case'";
const x3::rule<class asserted_id, NewExp> asserted = "the value of the assertion";

// ----------------------------------------------------------------------------------------- let

bool at_let_update(const Cursor& c) {
  return c->kind == TokenKind::identifier &&
         (c.ahead(1).kind == TokenKind::index_bracket || c.ahead(1).kind == TokenKind::dot);
}
constexpr syntax::KindSet kParameterStart =
    t::pattern_leaf.kinds | t::type_quote.kinds |
    KindSet(TokenKind::lbracket, TokenKind::lparen, TokenKind::lbrace);
bool at_let_function(const Cursor& c) {
  return c->kind == TokenKind::identifier && kParameterStart.has(c.ahead(1).kind);
}
/// `in let`: a chain of lets is one list, however long, so that it needs no recursion.
bool at_next_let(const Cursor& c) {
  return c->kind == TokenKind::in_ && c.ahead(1).kind == TokenKind::let_;
}

// clang-format off
const auto let_exp_def =
    let_head[append<&LetChain::heads>] >>
    *(-(look(at_next_let) >> t::in_) >> let_head[append<&LetChain::heads>]) >
    t::in_ > exp[into<&LetChain::body>];
const auto let_head_def = spanned(t::let_ > let_binding[whole]);
const auto let_binding_def =
    (look(at_let_update) >> let_update[into<&LetHead::node>]) |
    (look(at_let_function) >> let_function[into<&LetHead::node>]) |
    let_pattern[into<&LetHead::node>];

const auto let_update_def =
    t::identifier[into<&ast::LetWith::variable>] >
    path_step[append<&ast::LetWith::path>] > *path_step[append<&ast::LetWith::path>] >
    t::equals > exp[into<&ast::LetWith::value>];

const auto let_function_def =
    t::identifier[into<&ast::LetFun::name>] >>
    *type_parameter[append<&ast::LetFun::type_params>] >
    parameter[append<&ast::LetFun::params>] > *parameter[append<&ast::LetFun::params>] >
    -(t::colon > type_exp[into<&ast::LetFun::result>]) >
    t::equals > exp[into<&ast::LetFun::value>];

const auto let_pattern_def =
    *size_binder[append<&ast::LetPat::sizes>] >>
    pattern[into<&ast::LetPat::pattern>] >
    t::equals > exp[into<&ast::LetPat::value>];

// ---------------------------------------------------------------------------------- if and loop

bool at_else_if(const Cursor& c) {
  return c->kind == TokenKind::else_ && c.ahead(1).kind == TokenKind::if_;
}
const auto if_exp_def =
    if_clause[append<&IfChain::clauses>] >>
    *(look(at_else_if) >> t::else_ >> if_clause[append<&IfChain::clauses>]) >
    t::else_ > exp[into<&IfChain::otherwise>];
const auto if_clause_def =
    spanned(t::if_ > exp[into<&IfClause::condition>] >
            t::then_ > exp[into<&IfClause::then_branch>]);

bool at_bounded_for(const Cursor& c) {
  return c->kind == TokenKind::for_ && c.ahead(1).kind == TokenKind::identifier &&
         c.ahead(2).kind == TokenKind::less;
}
const auto loop_exp_def =
    t::loop_ > pattern[into<&ast::Loop::param>] >
    -(t::equals > exp[into<&ast::Loop::init>]) >
    loop_form[into<&ast::Loop::form>] >
    t::do_ > exp[into<&ast::Loop::body>];
const auto loop_form_def =
    loop_while[whole] | (look(at_bounded_for) >> loop_for[whole]) | loop_for_in[whole];
const auto loop_for_def =
    t::for_ >> t::identifier[into<&ast::LoopFor::index>] >>
    t::less > exp[into<&ast::LoopFor::bound>];
const auto loop_for_in_def =
    t::for_ > pattern[into<&ast::LoopForIn::pattern>] >
    t::in_ > exp[into<&ast::LoopForIn::array>];
const auto loop_while_def = t::while_ > exp[into<&ast::LoopWhile::condition>];

// ------------------------------------------------------------------------------------ the others

const auto match_exp_def =
    t::match_ > exp[into<&ast::Match::scrutinee>] >
    match_case[append<&ast::Match::cases>] > *match_case[append<&ast::Match::cases>];
const auto match_case_def =
    spanned(t::case_ > pattern[into<&ast::Case::pattern>] >
            t::arrow > exp[into<&ast::Case::body>]);

const auto assert_exp_def =
    t::assert_ > atom[into<&ast::Assert::condition>] > asserted[into<&ast::Assert::body>];
const auto asserted_def = exp[whole];

const auto attributed_exp_def =
    attribute[into<&ast::Attributed::attr>] > exp[into<&ast::Attributed::inner>];

const auto lambda_def =
    t::backslash >
    parameter[append<&ast::Lambda::params>] > *parameter[append<&ast::Lambda::params>] >
    -(t::colon > type_term[into<&ast::Lambda::result>]) >
    t::arrow > exp[into<&ast::Lambda::body>];

// clang-format on

}  // namespace

BOOST_SPIRIT_DEFINE(let_exp, let_head, let_binding, let_update, let_function, let_pattern, if_exp,
                    if_clause, loop_exp, loop_form, loop_for, loop_for_in, loop_while, match_exp,
                    match_case, assert_exp, asserted, attributed_exp, lambda)
LAGUZ_INSTANTIATE(let_exp)
LAGUZ_INSTANTIATE(if_exp)
LAGUZ_INSTANTIATE(loop_exp)
LAGUZ_INSTANTIATE(match_exp)
LAGUZ_INSTANTIATE(assert_exp)
LAGUZ_INSTANTIATE(attributed_exp)
LAGUZ_INSTANTIATE(lambda)

}  // namespace laguz::grammar
