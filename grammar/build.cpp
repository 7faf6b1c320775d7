#include "grammar/build.hpp"

#include "grammar/lexer.hpp"
#include "support/assert.hpp"
#include "support/diagnostic.hpp"
#include "syntax/literal.hpp"

namespace laguz::grammar {

using support::Phase;
using syntax::make_exp;
using syntax::make_pat;
using syntax::make_type;
using syntax::TokenKind;

void syntax_error(Span span, std::string message, std::string hint) {
  support::Diagnostic error{.phase = Phase::syntax, .span = span};
  error.message = std::move(message);
  error.hint = std::move(hint);
  throw support::UserError(std::move(error));
}

// --------------------------------------------------------------------------------------- names

ast::Binder constructor_name(const Token& token) {
  return {ast::Name(token.text().substr(1)), token.span};
}

ast::QualName operator_name(const Token& token) {
  ast::QualName name{{}, {}, token.span};
  std::string_view rest = token.text();
  if (token.kind == TokenKind::qual_op) {
    constexpr std::string_view symbols = "-+*/%=!><|&^";
    const auto op = rest.find_first_of(symbols);
    for (std::size_t from = 0; from < op;) {
      const auto dot = rest.find('.', from);
      name.quals.emplace_back(rest.substr(from, dot - from));
      from = dot + 1;
    }
    rest.remove_prefix(op);
  }
  name.name = rest;
  return name;
}

void add_name(ast::QualName& name, const Token& part) {
  if (!name.name.empty()) name.quals.push_back(std::move(name.name));
  name.name = part.text();
}

void name_attribute(ast::Attr& attr, const Token& token) { attr.name = token.text(); }

void number_attribute(ast::Attr& attr, const Token& token) {
  attr.number = static_cast<std::int64_t>(syntax::integer_literal(token.text()).value);
}

void bind_operator(ast::Binder& name, const Token& token) {
  if (token.kind == TokenKind::qual_op)
    syntax_error(token.span, "Cannot use a qualified name in binding position.");
  name = binder(token);
}

void bind_backticked(ast::Binder& name, const ast::QualName& op) {
  if (!op.quals.empty()) syntax_error(op.span, "Cannot use a qualified name in binding position.");
  name = {op.name, op.span};
}

void reject_bang(ast::Binder&, const Token& token) {
  syntax_error(token.span, "'!' is a prefix operator and cannot be used as infix operator.");
}

void decode_path(std::string& path, const Token& token) { path = syntax::string_literal(token); }

void size_parameter_name(ast::TypeParam& parameter, const Token& name) {
  parameter.kind = ast::TypeParam::Kind::size;
  parameter.name = name.text();
}

void type_parameter_name(ast::TypeParam& parameter, const Token& name) {
  parameter.kind = ast::TypeParam::Kind::type;
  parameter.name = name.text();
}

// --------------------------------------------------------------------------------------- types

void name_clause(TypeClause& clause, const Token& token) { clause.first = constructor_name(token); }

void apply_type(NewTypeExp& function, NewTypeExp arg) {
  const Span span = support::join(function->span, arg->span);
  function = make_type(span, ast::TypeApply{function, ast::TypeExpPtr(std::move(arg))});
}

void apply_size(NewTypeExp& function, ast::SizeExp arg) {
  const Span span = support::join(function->span, arg.span);
  function = make_type(span, ast::TypeApply{function, std::move(arg)});
}

void finish(NewTypeExp& out, Span span, ArrowChain&& chain) {
  if (chain.to)
    out = make_type(span, ast::TypeArrow{std::move(chain.param), chain.from, chain.to});
  else
    out = std::move(chain.from);
}

void finish(NewTypeExp& out, Span span, TypeGroup&& group) {
  if (group.parts.size() == 1)
    out = make_type(span, ast::TypeParens{std::move(group.parts[0])});
  else
    out = make_type(span, ast::TypeTuple{std::move(group.parts)});
}

void finish(NewTypeExp& out, Span span, ast::QualName&& name) {
  out = make_type(span, ast::TypeVar{std::move(name)});
}

// ------------------------------------------------------------------------------------ patterns

namespace {

/// The literal a token stands for, apart from strings.
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

using PatternLiteral = decltype(ast::PatLit::literal);

}  // namespace

void name_field(FieldPattern& field, const Token& token) {
  field.first = binder(token);
  field.second = make_pat(token.span, ast::PatId{ast::Name(token.text())});
}

void ascribe_field(FieldPattern& field, NewTypeExp type) {
  const Span span = support::join(field.first.span, type->span);
  field.second = make_pat(span, ast::PatAscript{field.second, std::move(type)});
}

void name_constructor(ast::PatConstr& pattern, const Token& token) {
  pattern.name = token.text().substr(1);
}

void ascribe_pattern(NewPat& pattern, NewTypeExp type) {
  const Span span = support::join(pattern->span, type->span);
  pattern = make_pat(span, ast::PatAscript{pattern, std::move(type)});
}

void finish(NewPat& out, Span span, Token&& token) {
  if (token.kind == TokenKind::identifier)
    out = make_pat(span, ast::PatId{ast::Name(token.text())});
  else if (token.kind == TokenKind::underscore)
    out = make_pat(span, ast::PatWild{});
  else if (token.kind == TokenKind::constructor)
    out = make_pat(span, ast::PatConstr{ast::Name(token.text().substr(1)), {}});
  else
    out = make_pat(span, ast::PatLit{literal<PatternLiteral>(token)});
}

void finish(NewPat& out, Span span, NegativeLiteral&& negative) {
  ast::PatLit pattern{literal<PatternLiteral>(negative.number), true};
  if (auto* typed = std::get_if<ast::ScalarLit>(&pattern.literal))
    *typed = syntax::negated(std::move(*typed));
  out = make_pat(span, std::move(pattern));
}

void finish(NewPat& out, Span span, PatternGroup&& group) {
  if (group.parts.size() == 1)
    out = make_pat(span, ast::PatParens{std::move(group.parts[0])});
  else
    out = make_pat(span, ast::PatTuple{std::move(group.parts)});
}

void finish(NewPat& out, Span span, ast::Binder&& name) {
  out = make_pat(span, ast::PatId{std::move(name.name)});
}

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

// ---------------------------------------------------------------------- declarations and modules

void start_definition(ast::ValDec& dec, const Token& keyword) {
  dec.kind = keyword.kind == TokenKind::def_   ? ast::ValKind::def
             : keyword.kind == TokenKind::let_ ? ast::ValKind::let
                                               : ast::ValKind::entry;
}

void take_head(ast::ValDec& dec, ast::ValDec head) {
  head.kind = dec.kind;
  dec = std::move(head);
}

void name_infix(ast::ValDec& dec, ast::Binder name) {
  dec.name = std::move(name);
  dec.infix = true;
}

void reject_pattern(const ast::ValDec& dec, Nothing) {
  syntax_error(dec.params[0]->span,
               "Cannot bind patterns at top level.\nBind a single name instead.");
}

void document_dec(ast::Dec& dec, const Token& comment) { dec.doc = doc_text(comment.text()); }
void document_spec(ast::Spec& spec, const Token& comment) { spec.doc = doc_text(comment.text()); }
void document_program(ast::Prog& program, const Token& comment) {
  program.doc = doc_text(comment.text());
}

void take_documented_dec(ast::Dec& dec, ast::Dec body) {
  body.doc = std::move(dec.doc);
  dec = std::move(body);
}
void take_documented_spec(ast::Spec& spec, ast::Spec body) {
  body.doc = std::move(spec.doc);
  spec = std::move(body);
}

void apply_module(NewModExp& function, NewModExp arg) {
  const Span span = support::join(function->span, arg->span);
  function = std::make_shared<ast::ModExp>(ast::ModExp{span, ast::ModApply{function, arg}});
}

void ascribe_module(NewModExp& module, NewModTypeExp type) {
  const Span span = support::join(module->span, type->span);
  module = std::make_shared<ast::ModExp>(ast::ModExp{span, ast::ModAscript{module, type}});
}

void refine(NewModTypeExp& type, ast::ModTypeWith with) {
  const Span span = support::join(type->span, with.type->span);
  with.inner = type;
  type = std::make_shared<ast::ModTypeExp>(ast::ModTypeExp{span, std::move(with)});
}

void finish(NewModTypeExp& out, Span span, ModArrowChain&& chain) {
  if (chain.to)
    out = std::make_shared<ast::ModTypeExp>(
        ast::ModTypeExp{span, ast::ModTypeArrow{std::move(chain.param), chain.from, chain.to}});
  else
    out = std::move(chain.from);
}

void finish(NewModTypeExp& out, Span span, ast::QualName&& name) {
  out = std::make_shared<ast::ModTypeExp>(ast::ModTypeExp{span, ast::ModTypeVar{std::move(name)}});
}

void finish(NewModExp& out, Span span, ast::QualName&& name) {
  out = std::make_shared<ast::ModExp>(ast::ModExp{span, ast::ModVar{std::move(name)}});
}

}  // namespace laguz::grammar
