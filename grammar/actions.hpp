// Semantic actions: `x[into<&Node::member>]` stores what x left into a member of the rule's node,
// `x[append<&Node::list>]` adds it to a list. With these a rule reads as its EBNF.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "grammar/build.hpp"
#include "grammar/terminals.hpp"

namespace laguz::grammar {

// What a part leaves, and the member it goes to, may differ: these say how one becomes the other.

template <class Target, class Source>
void assign(Target& target, Source&& source) {
  target = std::forward<Source>(source);
}
inline void assign(ast::Binder& target, Token&& source) { target = binder(source); }
inline void assign(ast::Name& target, Token&& source) { target = source.text(); }
inline void assign(std::optional<ast::Binder>& target, Token&& source) { target = binder(source); }
inline void assign(bool& target, Token&&) { target = true; }
inline void assign(ast::Liftedness& target, Token&& source) {
  const bool by_size =
      source.kind == TokenKind::tilde || source.kind == TokenKind::apostrophe_tilde;
  const bool plain = source.kind == TokenKind::apostrophe;
  target = plain     ? ast::Liftedness::unlifted
           : by_size ? ast::Liftedness::size_lifted
                     : ast::Liftedness::lifted;
}
template <class Node>
requires std::is_class_v<Node>
void assign(std::shared_ptr<const Node>& target, Node&& source) {
  target = std::make_shared<Node>(std::move(source));
}

template <auto member>
struct Into {
  template <class Context>
  void operator()(const Context& context) const {
    assign(x3::_val(context).*member, std::move(x3::_attr(context)));
  }
};
template <auto member>
constexpr Into<member> into{};

template <auto member>
struct Append {
  template <class Context>
  void operator()(const Context& context) const {
    auto& list = x3::_val(context).*member;
    assign(list.emplace_back(), std::move(x3::_attr(context)));
  }
};
template <auto member>
constexpr Append<member> append{};

/// The part is the whole of the rule's attribute.
struct Whole {
  template <class Context>
  void operator()(const Context& context) const {
    assign(x3::_val(context), std::move(x3::_attr(context)));
  }
};
constexpr Whole whole{};

/// The part is one item of the list that is the rule's attribute.
struct Item {
  template <class Context>
  void operator()(const Context& context) const {
    assign(x3::_val(context).emplace_back(), std::move(x3::_attr(context)));
  }
};
constexpr Item item{};

/// Hands the part to a function of the rule's attribute: `void f(Attribute&, Part)`.
template <auto function>
struct Apply {
  template <class Context>
  void operator()(const Context& context) const {
    function(x3::_val(context), std::move(x3::_attr(context)));
  }
};
template <auto function>
constexpr Apply<function> apply{};

}  // namespace laguz::grammar
