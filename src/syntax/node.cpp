#include "syntax/node.hpp"

#include <new>
#include <vector>

#include "support/governor.hpp"
#include "syntax/fields.hpp"

namespace laguz::syntax {
namespace {

/// Collects the expressions directly below a node, out of all the shapes a field can have.
/// Types and patterns are left alone: the parser bounds how deep those nest.
struct TakeChildren {
  std::vector<ast::ExpPtr>& taken;

  void operator()(ast::ExpPtr& child) {
    if (child && child.use_count() == 1) taken.push_back(std::move(child));
  }
  template <class T>
  void operator()(std::vector<T>& list) {
    for (auto& item : list) (*this)(item);
  }
  template <class... T>
  void operator()(std::variant<T...>& choice) {
    std::visit(*this, choice);
  }
  void operator()(ast::DimIndex& d) { members(d); }
  void operator()(ast::UpdateStep& s) { members(s); }
  void operator()(ast::LoopFor& f) { members(f); }
  void operator()(ast::LoopForIn& f) { members(f); }
  void operator()(ast::LoopWhile& f) { members(f); }
  void operator()(ast::Case& c) { members(c); }
  void operator()(ast::RecordField& f) { members(f); }
  template <class Leaf>
  void operator()(Leaf&) {}

  template <class Node>
  void members(Node& node) {
    std::apply([&](auto&... field) { ((*this)(field), ...); }, fields(node));
  }
};

}  // namespace

void dismantle(ast::Exp& exp) noexcept try {
  const support::Unstoppable unstoppable;
  std::vector<ast::ExpPtr> taken;
  TakeChildren take{taken};
  auto open = [&](ast::Exp& e) { std::visit([&](auto& node) { take.members(node); }, e.node); };
  open(exp);
  while (!taken.empty()) {
    ast::ExpPtr last = std::move(taken.back());
    taken.pop_back();
    // The only owner may take it apart: it was made mutable and nobody else can look at it.
    open(const_cast<ast::Exp&>(*last));
  }
} catch (const std::bad_alloc&) {
  // What is left comes down by recursion.
}

}  // namespace laguz::syntax
