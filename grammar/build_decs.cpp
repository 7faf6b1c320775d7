// Declarations and modules from what their rules left.
#include "grammar/build.hpp"

#include <fmt/format.h>

#include "grammar/lexer.hpp"

namespace laguz::grammar {

using syntax::TokenKind;

// ---------------------------------------------------------------------- declarations and modules

void start_definition(ast::ValDec& dec, const Token& keyword) {
  dec.kind = keyword.kind == TokenKind::def_   ? ast::ValKind::def
             : keyword.kind == TokenKind::let_ ? ast::ValKind::let
                                               : ast::ValKind::entry;
}

void take_head(ast::ValDec& dec, ast::ValDec head) {
  if (head.infix && dec.kind == ast::ValKind::entry)
    syntax_error(head.name.span,
                 fmt::format("The name of an entry point comes first: \"{}\" cannot be defined as "
                             "infix here.",
                             head.name.name),
                 fmt::format("'entry ({}) x y = ...', or 'def'.", head.name.name));
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
/// (Of several comments the first one counts.)
void document_spec(ast::Spec& spec, const Token& comment) {
  if (spec.doc.empty()) spec.doc = doc_text(comment.text());
}
void document_program(ast::Prog& program, const Token& comment) {
  program.doc = doc_text(comment.text());
}

void take_documented_dec(ast::Dec& dec, ast::Dec body) {
  body.doc = std::move(dec.doc);
  dec = std::move(body);
}
void take_bare_spec(ast::Spec& spec, ast::Spec body) {
  body.doc = std::move(spec.doc);
  body.attrs = std::move(spec.attrs);
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
