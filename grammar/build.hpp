// What the rules leave when it is not yet a node of the tree, and how it becomes one. No Boost
// here.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "syntax/ast.hpp"
#include "syntax/fixity.hpp"
#include "syntax/node.hpp"
#include "syntax/token.hpp"

namespace laguz::grammar {

using support::Span;
using syntax::Infix;
using syntax::NewExp;
using syntax::NewPat;
using syntax::NewTypeExp;
using syntax::Token;
using NewModExp = std::shared_ptr<ast::ModExp>;
using NewModTypeExp = std::shared_ptr<ast::ModTypeExp>;

[[noreturn]] void syntax_error(Span span, std::string message, std::string hint = {});

// --------------------------------------------------------------------------------------- names

inline ast::Binder binder(const Token& token) { return {ast::Name(token.text()), token.span}; }
/// `#c` binds c.
ast::Binder constructor_name(const Token& token);
/// `m.n.+` as a qualified name.
ast::QualName operator_name(const Token& token);

void add_name(ast::QualName& name, const Token& part);
void name_attribute(ast::Attr& attr, const Token& token);
void number_attribute(ast::Attr& attr, const Token& token);
void bind_operator(ast::Binder& name, const Token& token);
void bind_backticked(ast::Binder& name, const ast::QualName& op);
[[noreturn]] void reject_bang(ast::Binder& name, const Token& token);
void decode_path(std::string& path, const Token& token);
void size_parameter_name(ast::TypeParam& parameter, const Token& name);
void type_parameter_name(ast::TypeParam& parameter, const Token& name);

// --------------------------------------------------------------------------------------- types

struct ArrowChain {
  std::optional<ast::Binder> param;
  NewTypeExp from;
  NewTypeExp to;  ///< null when there is no arrow
};
struct TypeGroup {
  std::vector<ast::TypeExpPtr> parts;
};
using TypeClause = std::pair<ast::Binder, std::vector<ast::TypeExpPtr>>;
using TypeField = std::pair<ast::Binder, ast::TypeExpPtr>;

void name_clause(TypeClause& clause, const Token& token);
void apply_type(NewTypeExp& function, NewTypeExp arg);
void apply_size(NewTypeExp& function, ast::SizeExp arg);

void finish(NewTypeExp& out, Span span, ArrowChain&& chain);
void finish(NewTypeExp& out, Span span, TypeGroup&& group);
void finish(NewTypeExp& out, Span span, ast::QualName&& name);

// ------------------------------------------------------------------------------------ patterns

struct NegativeLiteral {
  Token number;
};
struct PatternGroup {
  std::vector<ast::PatPtr> parts;
};
using FieldPattern = std::pair<ast::Binder, ast::PatPtr>;

void name_field(FieldPattern& field, const Token& token);
void ascribe_field(FieldPattern& field, NewTypeExp type);
void name_constructor(ast::PatConstr& pattern, const Token& token);
void ascribe_pattern(NewPat& pattern, NewTypeExp type);

void finish(NewPat& out, Span span, Token&& token);
void finish(NewPat& out, Span span, NegativeLiteral&& literal);
void finish(NewPat& out, Span span, PatternGroup&& group);
void finish(NewPat& out, Span span, ast::Binder&& name);

// --------------------------------------------------------------------------------- expressions

/// `first op operand op operand ...`, and in `(x +)` an operator that has nothing behind it.
struct OpChain {
  NewExp first;
  std::vector<syntax::InfixOperand> rest;
  std::optional<Infix> trailing;
};
struct Application {
  NewExp function;
  std::vector<ast::ExpPtr> args;
};
struct Negation {
  NewExp inner;
};
struct IfClause {
  NewExp condition, then_branch;
  Span span;
};
struct IfChain {
  std::vector<IfClause> clauses;
  NewExp otherwise;
};
struct LetHead {
  std::variant<ast::LetPat, ast::LetFun, ast::LetWith> node;  ///< without its body
  Span span;
};
struct LetChain {
  std::vector<LetHead> heads;
  NewExp body;
};
/// `(+)` or `(+ e)`.
struct OpenSection {
  Infix op;
  NewExp right;
};
/// `()`, `(e)`, `(e, e)` or, with an operator, `(e +)`.
struct Group {
  std::vector<ast::ExpPtr> parts;
  std::optional<Infix> trailing;
};
/// What follows the dot in `r.f`, `t.0` or `m.(e)`.
struct Selector {
  Token token;
  NewExp opened;
  Span span;
};

void symbol_infix(Infix& infix, const Token& token);
void backtick_infix(Infix& infix, const Token& token);
void dots_infix(Infix& infix, const Token& token);
void with_infix(Infix& infix, const Token& token);
void add_infix(OpChain& chain, Infix infix);
void add_operand(OpChain& chain, NewExp operand);

void ascribe(NewExp& exp, NewTypeExp type);
void coerce(NewExp& exp, NewTypeExp type);
void ascribe_group(Group& group, NewTypeExp type);
void coerce_group(Group& group, NewTypeExp type);
void open_group(Group& group, OpChain chain);
void select(NewExp& exp, Selector selector);
void index(NewExp& exp, ast::UpdateStep step);
void step_field(ast::UpdateStep& step, const Token& token);
void name_record_field(ast::RecordField& field, const Token& token);

void finish(NewExp& out, Span span, Token&& token);
void finish(NewExp& out, Span span, OpChain&& chain);
void finish(NewExp& out, Span span, Application&& application);
void finish(NewExp& out, Span span, Negation&& negation);
void finish(NewExp& out, Span span, IfChain&& chain);
void finish(NewExp& out, Span span, LetChain&& chain);
void finish(NewExp& out, Span span, OpenSection&& section);
void finish(NewExp& out, Span span, Group&& group);
void finish(NewExp& out, Span span, std::vector<ast::UpdateStep>&& path);

// ---------------------------------------------------------------------- declarations and modules

void start_definition(ast::ValDec& dec, const Token& keyword);
void take_head(ast::ValDec& dec, ast::ValDec head);
void name_infix(ast::ValDec& dec, ast::Binder name);
struct Nothing {
  template <class T>
  Nothing(const T&) {}
};
[[noreturn]] void reject_pattern(const ast::ValDec& dec, Nothing);
void document_dec(ast::Dec& dec, const Token& comment);
void document_spec(ast::Spec& spec, const Token& comment);
void document_program(ast::Prog& program, const Token& comment);
/// Takes what follows a documentation comment and keeps the comment.
void take_documented_dec(ast::Dec& dec, ast::Dec body);
/// Takes what follows comments and attributes and keeps those.
void take_bare_spec(ast::Spec& spec, ast::Spec body);

struct ModArrowChain {
  std::optional<ast::Binder> param;
  NewModTypeExp from;
  NewModTypeExp to;  ///< null when there is no arrow
};
void apply_module(NewModExp& function, NewModExp arg);
void ascribe_module(NewModExp& module, NewModTypeExp type);
void refine(NewModTypeExp& type, ast::ModTypeWith with);

void finish(NewModTypeExp& out, Span span, ModArrowChain&& chain);
void finish(NewModTypeExp& out, Span span, ast::QualName&& name);
void finish(NewModExp& out, Span span, ast::QualName&& name);

// ------------------------------------------------------------------------------ the plain case

/// What the subject left is the node.
template <class Node, class Value>
void finish(std::shared_ptr<Node>& out, Span span, Value&& value) {
  if constexpr (std::is_same_v<Node, ast::Exp>)
    out = syntax::make_exp(span, std::forward<Value>(value));
  else
    out = std::make_shared<Node>(Node{span, std::forward<Value>(value)});
}

}  // namespace laguz::grammar
