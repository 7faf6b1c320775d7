#include "ad/forward/forward.hpp"

#include <algorithm>
#include <utility>

#include "ad/forward/rules.hpp"
#include "ad/rules.hpp"

namespace laguz::ad::forward {

using core::Exp;

void Forward::set_tangent(const Atom& value, const Atom& tangent,
                          const std::optional<Atom>& there) {
  if (value.is_constant()) return;
  tangents_[value.var] = tangent;
  if (there) conditions_[value.var] = *there;
  activity_.activate(value);
}

std::optional<Atom> Forward::tangent(const Atom& value) const {
  if (value.is_constant()) return {};
  if (auto found = tangents_.find(value.var); found != tangents_.end()) return found->second;
  return outer_ != nullptr ? outer_->tangent(value) : std::nullopt;
}

Atom Forward::tangent_or_zeros(const Atom& value) {
  if (auto found = tangent(value)) return *found;
  return emit().zeros_like(value);
}

std::optional<Atom> Forward::there_of(const Atom& value) const {
  if (value.is_constant()) return {};
  if (tangents_.count(value.var) == 0) return outer_ ? outer_->there_of(value) : std::nullopt;
  auto found = conditions_.find(value.var);
  return found == conditions_.end() ? std::nullopt : std::optional(found->second);
}

/// Nothing, if any of the tangents that [exp] reads is there for certain.
std::optional<Atom> Forward::there_for(const core::Exp& exp) {
  std::optional<Atom> any;
  for (const core::Binder& free : core::free_variables(exp)) {
    if (!tangent(free.atom())) continue;
    const auto there = there_of(free.atom());
    if (!there) return {};
    any = !any || *any == *there ? *there : emit().prim("or", {*any, *there});
  }
  return any;
}

std::optional<Atom> Forward::tangent_accumulator(VarId acc) const {
  if (auto found = accumulators_.find(acc); found != accumulators_.end()) return found->second;
  return outer_ != nullptr ? outer_->tangent_accumulator(acc) : std::nullopt;
}

bool Forward::adds_jointly(const core::Exp& exp) const {
  for (const core::Binder& free : core::free_variables(exp))
    if (free.type.acc && tangent_accumulator(free.id) == free.atom()) return true;
  return false;
}

Atoms Forward::run(const core::Body& body, core::Substitution substitution, bool pin) {
  run_into(body, substitution, pin);
  Atoms results;
  for (const Atom& atom : body.results) {
    auto found = substitution.find(atom.var);
    results.push_back(!atom.is_constant() && found != substitution.end() ? found->second : atom);
  }
  return results;
}

void Forward::run_into(const core::Body& body, core::Substitution& substitution, bool pin) {
  for (const core::Stm& stm : body.stms) {
    functions_.expect_size(stm.span);
    emit().place = graph::Place(stm);
    Exp exp = renamed(stm.exp, graph().names(), substitution);
    std::vector<Type> types;
    for (const auto& binder : stm.binders) types.push_back(binder.type);
    const auto before = graph().size();
    there_ = there_for(exp);
    DualRules rules{*this, types, pin};
    Atoms values = rule_of(exp).forward(rules, exp);
    there_.reset();
    if (pin)
      for (auto at = before; at < graph().size(); ++at)
        if (core::has_effect(graph()[at].exp)) graph()[at].pinned = true;
    for (std::size_t i = 0; i < values.size(); ++i) substitution[stm.binders[i].id] = values[i];
  }
}

}  // namespace laguz::ad::forward
