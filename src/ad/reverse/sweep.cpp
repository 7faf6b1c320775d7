#include "ad/reverse/sweep.hpp"

#include <utility>

#include "ad/rules.hpp"

namespace laguz::ad::reverse {

using core::Binder;
using core::Binders;

void Sweep::sweep(graph::Graph& forward, std::size_t from, std::size_t to) {
  for (std::size_t position = to; position-- > from;) {
    functions().expect_size(forward[position].place.span);
    if (auto found = reached_.find(position); found != reached_.end()) found->second();
    rule(forward, position);
    if (auto found = passed_.find(position); found != passed_.end()) found->second();
  }
}

void Sweep::rule(graph::Graph& forward, std::size_t position) {
  bool reached = false;
  for (const Binder& binder : forward[position].results)
    reached = reached || adjoint(binder.atom());
  if (!reached && !may_touch_accumulators(forward[position].exp)) return;
  // Rules add nodes to the graph, so nothing may be held by reference into it.
  const core::Exp exp = versions().with_restored(forward[position].exp);
  const Binders results = forward[position].results;
  const bool adds = touches_accumulators(exp);
  if (!reached && !adds) return;
  emit().place = forward[position].place.as(core::Derived::cotangent);
  // What it adds has reached it for certain.
  const auto there = adds ? std::nullopt : there_of_any(results);
  Contribution around = contribute({true, there});
  rule_of(exp).reverse(*this, exp, {forward, position, results});
  forget(results);
  contribute(std::move(around));
}

bool Sweep::may_touch_accumulators(const core::Exp& exp) {
  bool may = std::holds_alternative<core::AccUpdate>(exp.node) ||
             std::holds_alternative<core::Call>(exp.node);
  core::visit(
      exp, [](const Atom&) {}, [&](const core::Body&, const Binders&) { may = true; });
  return may;
}

bool Sweep::touches_accumulators(const core::Exp& exp) const {
  if (const auto* update = std::get_if<core::AccUpdate>(&exp.node))
    return acc_cotangents(update->acc.var) != nullptr;
  if (!may_touch_accumulators(exp)) return false;
  for (const Binder& binder : core::free_variables(exp))
    if (binder.type.acc && acc_cotangents(binder.id) != nullptr) return true;
  return false;
}

}  // namespace laguz::ad::reverse
