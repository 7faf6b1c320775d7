#include "ad/tape/known_results.hpp"

#include <algorithm>
#include <functional>
#include <unordered_set>

#include "ad/tape/tape.hpp"

namespace laguz::ad::tape {

using core::Atom;
using core::Binder;
using core::Body;
using core::Stm;
using core::VarId;

namespace {

/// Something is seen of it besides its results, or it must stand where it is.
bool is_seen(const Stm& stm) {
  if (std::holds_alternative<core::Trace>(stm.exp.node)) return true;
  const core::Binders free = core::free_variables(stm.exp);
  return std::any_of(free.begin(), free.end(), [](const Binder& one) { return one.type.acc; });
}

/// Variables that those which are [known] are computed from.
std::unordered_set<VarId> origins(const Body& body, const core::Substitution& known) {
  std::unordered_set<VarId> found;
  for (const auto& [var, atom] : known) found.insert(var);
  for (std::size_t s = body.stms.size(); s-- > 0;) {
    const Stm& stm = body.stms[s];
    if (std::none_of(stm.binders.begin(), stm.binders.end(),
                     [&](const Binder& one) { return found.count(one.id) > 0; }))
      continue;
    for (const Binder& free : core::free_variables(stm.exp)) found.insert(free.id);
  }
  return found;
}

void replace(Body& body, const core::Substitution& known) {
  const auto atom = [&](Atom& one) { one = core::replaced(one, known); };
  const std::function<void(Body&, core::Binders&)> inner = [&](Body& b, core::Binders&) {
    replace(b, known);
  };
  for (Stm& stm : body.stms) core::visit(stm.exp, atom, inner);
  for (Atom& result : body.results) atom(result);
}

}  // namespace

std::optional<Body> with_known(const Body& body, const graph::Graph& graph, std::size_t end,
                               const core::Substitution& known) {
  Body made = body;
  replace(made, known);
  std::unordered_set<VarId> needed;
  for (const Atom& result : made.results) needed.insert(result.var);
  const std::unordered_set<VarId> origin = origins(body, known);
  std::vector<Stm> kept;
  bool dear = false;
  for (std::size_t s = made.stms.size(); s-- > 0;) {
    Stm& stm = made.stms[s];
    const bool used = std::any_of(stm.binders.begin(), stm.binders.end(),
                                  [&](const Binder& one) { return needed.count(one.id) > 0; });
    const auto position = stm.binders.empty() ? std::nullopt : graph.home_of(stm.binders[0].id);
    const bool forward = position && *position < end;
    if (!used && forward && !is_seen(stm)) {
      dear = dear || has_work({{stm}, {}});
      continue;
    }
    // To know what comes of it, the map itself would do it as well.
    const bool leads = std::any_of(stm.binders.begin(), stm.binders.end(),
                                   [&](const Binder& one) { return origin.count(one.id) > 0; });
    if (forward && leads && has_work({{stm}, {}})) return {};
    for (const Binder& free : core::free_variables(stm.exp)) needed.insert(free.id);
    kept.push_back(std::move(stm));
  }
  if (!dear) return {};
  std::reverse(kept.begin(), kept.end());
  made.stms = std::move(kept);
  return made;
}

}  // namespace laguz::ad::tape
