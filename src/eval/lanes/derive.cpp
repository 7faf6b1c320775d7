#include "eval/lanes/derive.hpp"

#include "core/semantics.hpp"
#include "support/overloaded.hpp"

namespace laguz::eval::lanes {

using core::Atom;
using core::Body;
using core::VarId;

namespace {

const core::Stm* binding(const Body& body, VarId id, std::size_t& which) {
  for (const core::Stm& stm : body.stms)
    for (which = 0; which < stm.binders.size(); ++which)
      if (stm.binders[which].id == id) return &stm;
  return nullptr;
}

/// The array operand of [stm] that its result [which] continues, or nothing.
const Atom* predecessor(const core::Stm& stm, std::size_t which) {
  return std::visit(
      support::overloaded{
          [](const core::Copy& e) -> const Atom* { return &e.atom; },
          [](const core::Update& e) -> const Atom* { return &e.array; },
          [&](const core::Scatter& e) -> const Atom* {
            return which < e.dests.size() ? &e.dests[which] : nullptr;
          },
          [&](const core::Hist& e) -> const Atom* { return &e.dests[which]; },
          [](const core::ArrayApp& e) -> const Atom* {
            return core::succeeds_operand(e.op) ? &e.args[core::row_of(e.op).array] : nullptr;
          },
          [&](const core::Loop& e) -> const Atom* {
            if (which >= e.params.size()) return nullptr;
            const bool kept = continues(e.body, e.body.results[which]) == e.params[which].id;
            return kept ? &e.inits[which] : nullptr;
          },
          [&](const core::Custom& e) -> const Atom* {
            const VarId from = continues(e.function.body, e.function.body.results[which]);
            for (std::size_t i = 0; i < e.args.size(); ++i)
              if (e.function.params[i].id == from) return &e.args[i];
            return nullptr;
          },
          [&](const core::WithAcc& e) -> const Atom* {
            std::size_t result = which;
            for (const auto& acc : e.accs) {
              if (result < acc.arrays.size()) return &acc.arrays[result];
              result -= acc.arrays.size();
            }
            return nullptr;
          },
          [](const auto&) -> const Atom* { return nullptr; }},
      stm.exp.node);
}

}  // namespace

VarId continues(const Body& body, const Atom& result) {
  VarId id = result.var;
  for (;;) {
    std::size_t which = 0;
    const core::Stm* stm = binding(body, id, which);
    if (stm == nullptr) return id;
    if (const auto* choice = std::get_if<core::If>(&stm->exp.node)) {
      const VarId then_from = continues(choice->then_body, choice->then_body.results[which]);
      const VarId else_from = continues(choice->else_body, choice->else_body.results[which]);
      if (then_from != else_from || then_from == 0) return 0;
      id = then_from;
      continue;
    }
    const Atom* from = predecessor(*stm, which);
    if (from == nullptr) return 0;
    id = from->var;
  }
}

}  // namespace laguz::eval::lanes
