#include "engine/pattern_binding.hpp"

#include <algorithm>
#include <cstring>
#include <tuple>
#include <vector>

#include "engine/ast_builder.hpp"
#include "support/diagnostic.hpp"
#include "syntax/fields.hpp"
#include "syntax/parse.hpp"

namespace laguz::engine {
namespace {

constexpr const char* kBetween = ", ";

/// The names that a pattern binds, in order.
class Bound {
 public:
  std::vector<ast::Name> names;

  void operator()(const ast::Pat& pattern) { std::visit(*this, pattern.node); }
  void operator()(const ast::PatPtr& pattern) { (*this)(*pattern); }
  void operator()(const ast::PatId& id) { names.push_back(id.name); }
  void operator()(const ast::PatWild&) {}
  void operator()(const ast::PatParens& parens) { (*this)(parens.inner); }
  void operator()(const ast::PatTuple& tuple) {
    for (const ast::PatPtr& part : tuple.parts) (*this)(part);
  }
  void operator()(const ast::PatRecord& record) {
    for (const auto& [field, pattern] : record.fields)
      if (pattern != nullptr)
        (*this)(pattern);
      else
        names.push_back(field.name);
  }
  void operator()(const ast::PatAscript& ascript) { (*this)(ascript.inner); }
  void operator()(const ast::PatLit&) {}
  void operator()(const ast::PatConstr& constructor) {
    for (const ast::PatPtr& arg : constructor.args) (*this)(arg);
  }
  void operator()(const ast::PatAttr& attributed) { (*this)(attributed.inner); }
};

/// The expression that [source] is; null if it is none.
ast::ExpPtr expression_in(const support::SourceFile& source) {
  try {
    return syntax::parse_expression(source);
  } catch (const support::UserError&) {
    return nullptr;
  }
}

/// `let xs[0] = 5`: another value of this name; what it was computed from stays as it is.
PatternDeclarations updated(const support::SourceFile& source, const ast::Exp& whole,
                            const ast::LetWith& let) {
  if (let.body->span.lo < source.text().size() - std::strlen(kNoBody)) return {};
  support::Span written = whole.span;
  written.hi = let.value->span.hi;
  const AstBuilder build(written);
  const ast::ExpPtr copy = build.apply(build.var({}, "copy"), {build.var({}, let.variable.name)});
  ast::Prog program;
  program.decs.push_back(build.define(
      let.variable.name,
      syntax::make_exp(written, ast::Update{build.parenthesised(copy), let.path, let.value}),
      false));
  return {std::make_shared<const ast::Prog>(std::move(program)), {let.variable.name}, true};
}

}  // namespace

PatternDeclarations pattern_declarations(const support::SourceFile& source) {
  const ast::ExpPtr whole = expression_in(source);
  if (whole != nullptr)
    if (const auto* with = std::get_if<ast::LetWith>(&whole->node))
      return updated(source, *whole, *with);
  const auto* let = whole == nullptr ? nullptr : std::get_if<ast::LetPat>(&whole->node);
  const std::size_t end = source.text().size() - std::strlen(kNoBody);
  if (let == nullptr || let->body->span.lo < end) return {};
  Bound bound;
  bound(let->pattern);
  if (bound.names.empty()) return {};
  support::Span written = whole->span;
  written.hi = let->value->span.hi;
  const AstBuilder build(written);
  std::vector<ast::ExpPtr> parts;
  for (const ast::Name& name : bound.names) parts.push_back(build.var({}, name));
  // All of them, under a name that nobody can type; it tells what they are.
  ast::Name all;
  for (const ast::Name& name : bound.names) all += (all.empty() ? "(" : kBetween) + name;
  all += ")";
  std::vector<ast::DecPtr> declarations;
  const bool one = parts.size() == 1;
  declarations.push_back(build.dec(ast::LocalDec{
      build.define(all, build.let(*let, one ? parts[0] : build.tuple(std::move(parts))), false)}));
  for (std::size_t i = 0; i < bound.names.size(); ++i) {
    const ast::ExpPtr value = build.var({}, all);
    declarations.push_back(
        build.define(bound.names[i], one ? value : build.project(value, std::to_string(i)), false));
  }
  ast::Prog program;
  program.decs.push_back(build.module(std::move(declarations)));
  return {std::make_shared<const ast::Prog>(std::move(program)), std::move(bound.names), false};
}

std::vector<std::string> names_in_pattern(const std::string& name) {
  std::vector<std::string> names;
  if (name.size() < 2 || name.front() != '(' || name.back() != ')') return names;
  const std::size_t last = name.size() - 1;
  for (std::size_t at = 1; at < last;) {
    const std::size_t end = std::min(name.find(kBetween, at), last);
    names.push_back(name.substr(at, end - at));
    at = end + std::strlen(kBetween);
  }
  return names;
}

}  // namespace laguz::engine
