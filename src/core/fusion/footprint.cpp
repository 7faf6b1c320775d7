#include "core/fusion/footprint.hpp"

#include <algorithm>

#include "core/semantics.hpp"
#include "core/walk.hpp"

namespace laguz::core::fusion {
namespace {

// Accumulators of the expression's [own] are nobody else's; [apart]: added to in any order.
void look_into(const Exp& exp, Footprint& print, VarSet& own, const VarSet& apart) {
  for (const Atom& array : consumed(exp)) print.consumes.push_back(array.var);
  const auto* node = &exp.node;
  if (const auto* with = std::get_if<WithAcc>(node)) {
    for (const WithAcc::Acc& acc : with->accs) own.insert(acc.acc.id);
  } else if (std::holds_alternative<Call>(*node)) {
    print.ordered = print.calls = true;
  } else if (const auto* add = std::get_if<AccUpdate>(node)) {
    if (!own.count(add->acc.var) && !apart.count(add->acc.var)) print.adds.insert(add->acc.var);
  } else if (std::holds_alternative<Trace>(*node)) {
    print.ordered = true;
  } else if (std::holds_alternative<Assert>(*node)) {
    print.asserts = true;
  }
  visit(
      exp, [](const Atom&) {},
      [&](const Body& body, const Binders&) {
        for (const Stm& stm : body.stms) look_into(stm.exp, print, own, apart);
      });
}

}  // namespace

Footprint footprint_of(const Exp& exp, const VarSet& apart) {
  Footprint print;
  for (const Binder& variable : free_variables(exp)) print.uses.push_back(variable.id);
  VarSet own;
  look_into(exp, print, own, apart);
  print.may_fail = has_effect(exp);
  return print;
}

bool meet(const Footprint& a, const Footprint& b) {
  if (a.ordered && (b.ordered || !b.adds.empty())) return true;
  if (b.ordered && !a.adds.empty()) return true;
  return std::any_of(a.adds.begin(), a.adds.end(), [&](VarId acc) { return b.adds.count(acc); });
}

}  // namespace laguz::core::fusion
