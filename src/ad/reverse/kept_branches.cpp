#include "ad/reverse/kept_branches.hpp"

#include <algorithm>

#include "ad/tape/tape.hpp"
#include "ad/tape/undo.hpp"

namespace laguz::ad::reverse {

using core::Binder;
using core::Binders;
using core::Body;
using core::Stm;

namespace {

using Vars = std::unordered_set<core::VarId>;

/// Takes out of the way back what is to be kept.
class Cut {
 public:
  explicit Cut(const SweptSide& side) : graph_(side.graph), end_(side.end) {
    for (const Atom& value : side.values)
      if (const auto root = tape::root_of(graph_, value); value.type.rank > 0 && root)
        moving_.insert(*root);
  }

  /// What is kept; it is free in [back] then.
  Atoms from(Body& back) const {
    Vars needed;
    for (const Atom& result : back.results) needed.insert(result.var);
    Atoms kept;
    std::vector<Stm> stms;
    for (std::size_t s = back.stms.size(); s-- > 0;) {
      Stm& stm = back.stms[s];
      Atoms used;
      for (const Binder& binder : stm.binders)
        if (needed.count(binder.id) > 0) used.push_back(binder.atom());
      if (!stm.binders.empty() && is_there(stm.binders[0].id)) {
        if (used.empty()) continue;
        if (is_kept(stm, used)) {
          kept.insert(kept.end(), used.begin(), used.end());
          continue;
        }
      }
      for (const Binder& free : core::free_variables(stm.exp)) needed.insert(free.id);
      stms.push_back(std::move(stm));
    }
    std::reverse(stms.begin(), stms.end());
    back.stms = std::move(stms);
    return kept;
  }

 private:
  bool is_there(core::VarId var) const {
    const auto position = graph_.home_of(var);
    return position && *position < end_;
  }

  bool is_moving(const Atom& array) const {
    const auto root = tape::root_of(graph_, array);
    return root && moving_.count(*root) > 0;
  }

  bool is_kept(const Stm& stm, const Atoms& used) const {
    for (const Atom& atom : used)
      if (atom.type.acc || (atom.type.rank > 0 && tape::root_of(graph_, atom))) return false;
    if (const auto* index = std::get_if<core::Index>(&stm.exp.node)) return is_moving(index->array);
    if (const auto* slice = std::get_if<core::Slice>(&stm.exp.node)) return is_moving(slice->array);
    if (const auto* soac = std::get_if<core::Soac>(&stm.exp.node))
      return tape::has_work(soac->lambda.body) ||
             std::all_of(used.begin(), used.end(),
                         [](const Atom& atom) { return atom.type.rank == 0; });
    return std::holds_alternative<core::Loop>(stm.exp.node) ||
           std::holds_alternative<core::If>(stm.exp.node);
  }

  const graph::Graph& graph_;
  std::size_t end_;
  Vars moving_;
};

/// Of a branch that keeps nothing.
Atom nothing(core::Names& names, const graph::Place& place, Body& body, Type type) {
  if (type.rank == 0) return Atom::constant({type.elem, 0});
  const Binder none = names.bind(type);
  body.stms.push_back(place.stm({none}, {core::ArrayApp{core::ArrayOp::zeros,
                                                        Atoms(type.rank, Atom::i64(0)),
                                                        {static_cast<std::int64_t>(type.elem)}}}));
  return none.atom();
}

}  // namespace

bool keeps_branches(const Sweep& sweep, const core::If& e) {
  const auto& results = e.then_body.results;
  const bool arrays = std::any_of(results.begin(), results.end(),
                                  [](const Atom& result) { return result.type.rank > 0; });
  if (!sweep.in_loop() || !(arrays || tape::has_work(e.then_body) || tape::has_work(e.else_body)))
    return false;
  const Binders free = core::free_variables(core::Exp{e});
  return std::none_of(free.begin(), free.end(), [](const Binder& one) { return one.type.acc; });
}

std::vector<Body> keep_branches(Sweep& sweep, const Swept& node,
                                const std::vector<SweptSide>& sides) {
  core::Names& names = sweep.graph().names();
  const graph::Place& place = sweep.emit().place;
  std::vector<Body> back;
  std::vector<Atoms> kept;
  for (const SweptSide& side : sides) {
    back.push_back(side.graph.schedule_from(side.outcomes, side.end));
    kept.push_back(Cut(side).from(back.back()));
  }
  if (kept[0].empty() && kept[1].empty()) return back;

  Stm stm = node.forward[node.position].stm();
  auto& there = std::get<core::If>(stm.exp.node);
  std::vector<Body*> branches{&there.then_body, &there.else_body};
  const std::size_t first = stm.binders.size();
  for (std::size_t s = 0; s < 2; ++s) {
    Atoms values = sides[s].values;
    values.insert(values.end(), kept[s].begin(), kept[s].end());
    const std::size_t own = sides[s].values.size();
    Body body =
        core::refresh(sides[s].graph.schedule_until(std::move(values), sides[s].end), names);
    Atoms results(body.results.begin(), body.results.begin() + static_cast<std::ptrdiff_t>(own));
    for (std::size_t of = 0; of < 2; ++of)
      for (std::size_t k = 0; k < kept[of].size(); ++k)
        results.push_back(of == s ? body.results[own + k]
                                  : nothing(names, place, body, kept[of][k].type));
    body.results = std::move(results);
    *branches[s] = std::move(body);
  }
  std::size_t at = first;
  for (std::size_t s = 0; s < 2; ++s) {
    std::vector<Stm> loads;
    for (const Atom& value : kept[s]) {
      stm.binders.push_back(names.bind(value.type));
      loads.push_back(place.stm({{value.var, value.type}}, {core::Copy{stm.binders[at++].atom()}}));
    }
    back[s].stms.insert(back[s].stms.begin(), loads.begin(), loads.end());
  }
  stm.exp = sweep.versions().with_versions(std::move(stm.exp), names);
  node.forward.replace(node.position, std::move(stm));
  return back;
}

}  // namespace laguz::ad::reverse
