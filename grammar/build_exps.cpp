// Expressions from what their rules left.
#include "grammar/build.hpp"

#include "grammar/literal.hpp"

namespace laguz::grammar {

using syntax::make_exp;

// ------------------------------------------------------------------------- infix expressions

void symbol_infix(Infix& infix, const Token& token) {
  infix.kind = Infix::Kind::op;
  infix.op = operator_name(token);
}

void backtick_infix(Infix& infix, const Token&) { infix.kind = Infix::Kind::backtick; }

void dots_infix(Infix& infix, const Token& token) {
  infix.kind = token.kind == TokenKind::dots2       ? Infix::Kind::dots2
               : token.kind == TokenKind::dots3     ? Infix::Kind::dots3
               : token.kind == TokenKind::dots_less ? Infix::Kind::dots_less
                                                    : Infix::Kind::dots_greater;
}

void with_infix(Infix& infix, const Token&) { infix.kind = Infix::Kind::with; }

void add_infix(OpChain& chain, Infix infix) { chain.rest.push_back({std::move(infix), {}}); }

void add_operand(OpChain& chain, NewExp operand) { chain.rest.back().operand = std::move(operand); }

void finish(NewExp& out, Span, OpChain&& chain) {
  if (chain.trailing)
    syntax_error(chain.trailing->span, "Expected an expression behind this operator, found ')'.");
  if (chain.rest.empty())
    out = std::move(chain.first);
  else
    out = syntax::resolve(std::move(chain.first), std::move(chain.rest));
}

void ascribe(NewExp& exp, NewTypeExp type) {
  const Span span = support::join(exp->span, type->span);
  exp = make_exp(span, ast::Ascript{exp, std::move(type)});
}

void coerce(NewExp& exp, NewTypeExp type) {
  const Span span = support::join(exp->span, type->span);
  exp = make_exp(span, ast::Coerce{exp, std::move(type)});
}

// --------------------------------------------------------------------- sections and parentheses

void open_group(Group& group, OpChain chain) {
  if (chain.trailing && !syntax::is_loosest(*chain.trailing, chain.rest))
    syntax_error(chain.trailing->span,
                 "The left operand of this section must be in parentheses: '" +
                     chain.trailing->op.name + "' binds tighter than an operator before it.");
  group.parts.push_back(syntax::resolve(std::move(chain.first), std::move(chain.rest)));
  group.trailing = std::move(chain.trailing);
}

void ascribe_group(Group& group, NewTypeExp type) {
  ast::ExpPtr& e = group.parts[0];
  const Span span = support::join(e->span, type->span);
  e = make_exp(span, ast::Ascript{e, std::move(type)});
}

void coerce_group(Group& group, NewTypeExp type) {
  ast::ExpPtr& e = group.parts[0];
  const Span span = support::join(e->span, type->span);
  e = make_exp(span, ast::Coerce{e, std::move(type)});
}

void finish(NewExp& out, Span span, Group&& group) {
  if (group.trailing)
    out = make_exp(span, ast::OpSectionLeft{std::move(group.trailing->op), group.parts[0]});
  else if (group.parts.size() == 1)
    out = make_exp(span, ast::Parens{std::move(group.parts[0])});
  else
    out = make_exp(span, ast::Tuple{std::move(group.parts)});
}

void finish(NewExp& out, Span span, OpenSection&& section) {
  if (section.right)
    out = make_exp(span, ast::OpSectionRight{std::move(section.op.op), section.right});
  else
    out = make_exp(span, ast::OpSection{std::move(section.op.op)});
}

void finish(NewExp& out, Span span, std::vector<ast::UpdateStep>&& path) {
  out = make_exp(span, ast::PathSection{std::move(path)});
}

// ---------------------------------------------------------------------------------------- atoms

void finish(NewExp& out, Span span, Token&& token) {
  using Node = decltype(ast::Exp::node);
  if (token.kind == TokenKind::identifier)
    out = make_exp(span, ast::Var{{{}, ast::Name(token.text()), span}});
  else if (token.kind == TokenKind::constructor)
    out = make_exp(span, ast::Constr{ast::Name(token.text().substr(1))});
  else if (token.kind == TokenKind::hole)
    out = make_exp(span, ast::Hole{});
  else if (token.kind == TokenKind::string)
    out = make_exp(span, ast::StringLit{syntax::string_literal(token)});
  else
    out = make_exp(span, literal<Node>(token));
}

void select(NewExp& exp, Selector selector) {
  const Token& token = selector.token;
  auto* variable = std::get_if<ast::Var>(&exp->node);
  if (token.kind == TokenKind::lparen) {
    if (variable == nullptr)
      syntax_error(token.span, "Can only locally open module names, not arbitrary expressions.");
    exp = make_exp(support::join(exp->span, selector.span),
                   ast::LocalOpen{std::move(variable->name), std::move(selector.opened)});
  } else if (variable != nullptr && token.kind == TokenKind::identifier) {
    add_name(variable->name, token);
    exp->span = variable->name.span = support::join(exp->span, token.span);
  } else {
    const Span span = support::join(exp->span, token.span);
    exp = make_exp(span, ast::Project{exp, binder(token)});
  }
}

void index(NewExp& exp, ast::UpdateStep step) {
  const Span span = support::join(exp->span, step.span);
  exp = make_exp(span, ast::Index{exp, std::get<std::vector<ast::DimIndex>>(std::move(step.step))});
}

void step_field(ast::UpdateStep& step, const Token& token) { step.step = ast::Name(token.text()); }

void name_record_field(ast::RecordField& field, const Token& token) { field.name = binder(token); }

// ----------------------------------------------------------------------- application and negation

void finish(NewExp& out, Span span, Application&& application) {
  if (application.args.empty()) {
    out = std::move(application.function);
    return;
  }
  const auto& second = application.args[0];
  if (std::holds_alternative<ast::Index>(application.function->node) &&
      std::holds_alternative<ast::ArrayLit>(second->node))
    syntax_error(support::join(application.function->span, second->span),
                 "Incorrect syntax for multi-dimensional indexing.",
                 "Write 'a[i, j]' or 'a[i][j]'; to pass an array, put parentheses around it.");
  out = make_exp(span, ast::Apply{application.function, std::move(application.args)});
}

void finish(NewExp& out, Span span, Negation&& negation) {
  NewExp inner = std::move(negation.inner);
  if (auto* typed = std::get_if<ast::ScalarLit>(&inner->node))
    *typed = syntax::negated(std::move(*typed));
  out = make_exp(span, ast::Negate{std::move(inner)});
}

// --------------------------------------------------------------------------------- if and let

void finish(NewExp& out, Span span, IfChain&& chain) {
  out = std::move(chain.otherwise);
  for (auto clause = chain.clauses.rbegin(); clause != chain.clauses.rend(); ++clause)
    out = make_exp(support::Span{span.file, clause->span.lo, span.hi},
                   ast::If{clause->condition, clause->then_branch, out});
}

void finish(NewExp& out, Span span, LetChain&& chain) {
  out = std::move(chain.body);
  for (auto head = chain.heads.rbegin(); head != chain.heads.rend(); ++head) {
    const Span whole{span.file, head->span.lo, span.hi};
    out = std::visit(
        [&](auto& let) {
          let.body = std::move(out);
          return make_exp(whole, std::move(let));
        },
        head->node);
  }
}

}  // namespace laguz::grammar
