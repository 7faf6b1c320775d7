// Names, types and patterns from what their rules left.
#include "grammar/build.hpp"

#include "grammar/literal.hpp"
#include "support/diagnostic.hpp"

namespace laguz::grammar {

using syntax::make_pat;
using syntax::make_type;

void syntax_error(Span span, std::string message, std::string hint) {
  support::Diagnostic error{.phase = support::Phase::syntax, .span = span};
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

}  // namespace laguz::grammar
