// Programs that an engine writes for its own use: what stands in them has the place of a text.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "syntax/node.hpp"

namespace laguz::engine {

/// What texts that the engine writes itself are called.
inline constexpr const char* kOwnText = "<derivative>";

class AstBuilder {
 public:
  explicit AstBuilder(support::Span span) : span_(span) {}

  ast::ExpPtr var(std::vector<ast::Name> qualifiers, ast::Name name) const {
    return make(ast::Var{{std::move(qualifiers), std::move(name), span_}});
  }
  ast::ExpPtr apply(ast::ExpPtr function, std::vector<ast::ExpPtr> args) const {
    return make(ast::Apply{std::move(function), std::move(args)});
  }
  ast::ExpPtr project(ast::ExpPtr whole, ast::Name part) const {
    return make(ast::Project{parenthesised(std::move(whole)), {std::move(part), span_}});
  }
  ast::ExpPtr parenthesised(ast::ExpPtr inner) const { return make(ast::Parens{std::move(inner)}); }
  ast::ExpPtr one() const { return make(ast::IntLit{1, false, "1", false}); }

  /// let name = value in body; without a name, only the type of [value] matters.
  ast::ExpPtr let(const ast::Name& name, ast::ExpPtr value, ast::ExpPtr body) const {
    const ast::PatPtr pattern = name.empty() ? syntax::make_pat(span_, ast::PatWild{})
                                             : syntax::make_pat(span_, ast::PatId{name});
    return make(ast::LetPat{{}, pattern, std::move(value), std::move(body)});
  }
  /// [binding] in another body.
  ast::ExpPtr let(ast::LetPat binding, ast::ExpPtr body) const {
    binding.body = std::move(body);
    return make(std::move(binding));
  }
  ast::ExpPtr tuple(std::vector<ast::ExpPtr> parts) const {
    return make(ast::Tuple{std::move(parts)});
  }
  /// A function of anything.
  ast::ExpPtr constantly(ast::ExpPtr value) const {
    return make(ast::Lambda{{syntax::make_pat(span_, ast::PatWild{})}, nullptr, std::move(value)});
  }

  /// A definition, of a function if it has a parameter, which is not used.
  ast::DecPtr define(ast::Name name, ast::ExpPtr body, bool function) const {
    ast::ValDec definition;
    definition.name = {std::move(name), span_};
    if (function)
      definition.params.push_back(
          std::make_shared<const ast::Pat>(ast::Pat{span_, ast::PatWild{}}));
    definition.body = std::move(body);
    return dec(std::move(definition));
  }
  /// A definition with these type parameters and parameters.
  ast::DecPtr define(ast::Name name, const std::vector<ast::Name>& types,
                     std::vector<ast::PatPtr> params, ast::ExpPtr body) const {
    ast::ValDec definition;
    definition.name = {std::move(name), span_};
    for (const ast::Name& type : types)
      definition.type_params.push_back({ast::TypeParam::Kind::type, {}, type, span_});
    definition.params = std::move(params);
    definition.body = std::move(body);
    return dec(std::move(definition));
  }
  /// (name: type)
  ast::PatPtr param(ast::Name name, ast::TypeExpPtr type) const {
    return syntax::make_pat(
        span_, ast::PatParens{syntax::make_pat(
                   span_, ast::PatAscript{syntax::make_pat(span_, ast::PatId{std::move(name)}),
                                          std::move(type)})});
  }
  ast::TypeExpPtr type(ast::Name name) const {
    return syntax::make_type(span_, ast::TypeVar{{{}, std::move(name), span_}});
  }
  ast::TypeExpPtr arrow(ast::TypeExpPtr from, ast::TypeExpPtr to) const {
    return syntax::make_type(span_, ast::TypeArrow{{}, std::move(from), std::move(to)});
  }
  template <class Node>
  ast::DecPtr dec(Node node) const {
    return std::make_shared<const ast::Dec>(ast::Dec{span_, {}, {}, std::move(node)});
  }
  /// [decs], of which what is not local is known outside.
  ast::DecPtr module(std::vector<ast::DecPtr> decs) const {
    return dec(ast::OpenDec{
        std::make_shared<const ast::ModExp>(ast::ModExp{span_, ast::ModDecs{std::move(decs)}})});
  }

 private:
  template <class Node>
  ast::ExpPtr make(Node node) const {
    return syntax::make_exp(span_, std::move(node));
  }
  support::Span span_;
};

}  // namespace laguz::engine
