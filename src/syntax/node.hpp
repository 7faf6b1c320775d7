// Making nodes. An expression may be a chain of many thousand links (a long `let`, a long sum), so
// expressions made here come down in a loop, not by recursion.
#pragma once

#include <memory>
#include <utility>

#include "syntax/ast.hpp"

namespace laguz::syntax {

/// Moves what [exp] alone holds out of it, level by level, until nothing deep hangs on it.
void dismantle(ast::Exp& exp) noexcept;

/// std::allocator, except that an expression is dismantled before its destructor runs.
template <class T>
struct ExpAllocator {
  using value_type = T;
  ExpAllocator() = default;
  template <class U>
  ExpAllocator(const ExpAllocator<U>&) noexcept {}
  T* allocate(std::size_t n) { return std::allocator<T>().allocate(n); }
  void deallocate(T* p, std::size_t n) noexcept { std::allocator<T>().deallocate(p, n); }
  template <class U>
  void destroy(U* p) noexcept {
    if constexpr (std::is_same_v<U, ast::Exp>) dismantle(*p);
    p->~U();
  }
  template <class U>
  bool operator==(const ExpAllocator<U>&) const noexcept {
    return true;
  }
};

/// A node while the parser may still change it.
using NewExp = std::shared_ptr<ast::Exp>;
using NewPat = std::shared_ptr<ast::Pat>;
using NewTypeExp = std::shared_ptr<ast::TypeExp>;

template <class Node>
NewExp make_exp(support::Span span, Node&& node) {
  return std::allocate_shared<ast::Exp>(ExpAllocator<ast::Exp>(),
                                        ast::Exp{span, std::forward<Node>(node)});
}
template <class Node>
NewPat make_pat(support::Span span, Node&& node) {
  return std::make_shared<ast::Pat>(ast::Pat{span, std::forward<Node>(node)});
}
template <class Node>
NewTypeExp make_type(support::Span span, Node&& node) {
  return std::make_shared<ast::TypeExp>(ast::TypeExp{span, std::forward<Node>(node)});
}

}  // namespace laguz::syntax
