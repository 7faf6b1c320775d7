#include "core/stretch.hpp"

#include <algorithm>

#include "core/passes.hpp"
#include "core/walk.hpp"

namespace laguz::core {
namespace {

/// Accumulators from around [loop].
VarSet accumulators(const Loop& loop) {
  VarSet all;
  for (const Binder& free : free_variables({loop}))
    if (free.type.acc) all.insert(free.id);
  return all;
}

bool adds_to(const Call& call, const VarSet& accs) {
  return std::any_of(call.args.begin(), call.args.end(),
                     [&](const Atom& arg) { return accs.count(arg.var) > 0; });
}

bool calls_with(const Body& body, const VarSet& accs) {
  for (const Stm& stm : body.stms) {
    const auto* call = std::get_if<Call>(&stm.exp.node);
    bool found = call != nullptr && adds_to(*call, accs);
    visit(
        stm.exp, [](const Atom&) {},
        [&](const Body& inner, const Binders&) { found = found || calls_with(inner, accs); });
    if (found) return true;
  }
  return false;
}

bool adds_something(const Call& call) {
  return std::any_of(call.args.begin(), call.args.end(),
                     [](const Atom& arg) { return arg.type.acc; });
}

/// Takes out what is there to be seen from outside, and notes what is left as unable to fail.
/// (Calls that add to accumulators of the iteration are there for that.)
void silence(Body& body, const VarSet& accs, VarSet& safe) {
  std::erase_if(body.stms, [&](const Stm& stm) {
    const auto* update = std::get_if<AccUpdate>(&stm.exp.node);
    return std::holds_alternative<Assert>(stm.exp.node) ||
           std::holds_alternative<Trace>(stm.exp.node) ||
           (update != nullptr && accs.count(update->acc.var) > 0);
  });
  for (Stm& stm : body.stms) {
    const auto* call = std::get_if<Call>(&stm.exp.node);
    if (!stm.binders.empty() && (call == nullptr || !adds_something(*call)))
      safe.insert(stm.binders[0].id);
    if (const auto* soac = std::get_if<Soac>(&stm.exp.node))
      for (const Binder& param : soac->lambda.params) safe.insert(param.id);
    visit(
        stm.exp, [](Atom&) {}, [&](Body& inner, Binders&) { silence(inner, accs, safe); });
  }
}

}  // namespace

bool can_run_again(const Loop& loop) {
  const VarSet accs = accumulators(loop);
  return accs.empty() || !calls_with(loop.body, accs);
}

Stm run_again(const Stm& stm, const std::vector<bool>& kept) {
  Body all{{stm}, {}};
  Stm& made = all.stms[0];
  auto& again = std::get<Loop>(made.exp.node);
  if (again.counted) made.binders.pop_back();
  again.counted = false;
  if (std::holds_alternative<WhileForm>(again.form))
    again.form = WhileForm{{{}, {Atom::boolean(true)}}};
  VarSet safe;
  const VarSet accs = accumulators(again);
  silence(all, accs, safe);
  for (std::size_t h = 0; h < again.history.size(); ++h)
    if (kept[h]) all.results.push_back(made.binders[again.params.size() + h].atom());
  remove_dead_code(all, safe);
  return std::move(all.stms[0]);
}

}  // namespace laguz::core
