#include "ad/tape/overwritten.hpp"

#include <algorithm>
#include <unordered_set>

#include "core/semantics.hpp"
#include "core/walk.hpp"
#include "support/overloaded.hpp"

namespace laguz::ad::tape {

using core::ArrayOp;
using core::Body;
using core::Stm;
using core::VarId;
using support::overloaded;

namespace {

/// The variable of an outer body that [atom] of [body] is, but for what was overwritten.
std::optional<Atom> root_of(const Body& body, Atom atom) {
  for (std::size_t s = body.stms.size(); s-- > 0;)
    for (std::size_t r = 0; r < body.stms[s].binders.size(); ++r) {
      if (body.stms[s].binders[r].id != atom.var) continue;
      auto from = overwritten(body.stms[s].exp, r);
      if (!from) return {};
      atom = *from;
      break;
    }
  return atom;
}

}  // namespace

std::optional<Atom> overwritten(const core::Exp& exp, std::size_t r) {
  using Found = std::optional<Atom>;
  return std::visit(overloaded{[](const core::Copy& e) -> Found { return e.atom; },
                               [](const core::Update& e) -> Found { return e.array; },
                               [&](const core::Scatter& e) -> Found {
                                 if (r >= e.dests.size()) return {};
                                 return e.dests[r];
                               },
                               [&](const core::Hist& e) -> Found { return e.dests[r]; },
                               [](const core::ArrayApp& e) -> Found {
                                 if (!core::succeeds_operand(e.op)) return {};
                                 return e.args[core::row_of(e.op).array];
                               },
                               [&](const core::If& e) -> Found {
                                 const auto a = root_of(e.then_body, e.then_body.results[r]);
                                 const auto b = root_of(e.else_body, e.else_body.results[r]);
                                 if (!a || !b || !(*a == *b)) return {};
                                 return a;
                               },
                               [&](const core::Loop& e) -> Found {
                                 if (r >= e.params.size()) return {};
                                 const auto root = root_of(e.body, e.body.results[r]);
                                 if (!root || !(*root == e.params[r].atom())) return {};
                                 return e.inits[r];
                               },
                               [](const auto&) -> Found { return {}; }},
                    exp.node);
}

namespace {

/// Of variables of an outer body, those that [atom] of [body] may be.
void add_roots(const Body& body, const Atom& atom, Atoms& roots, std::unordered_set<VarId>& tried) {
  if (!tried.insert(atom.var).second) return;
  const auto made = core::place_of(body, atom.var);
  if (!made) {
    if (std::find(roots.begin(), roots.end(), atom) == roots.end()) roots.push_back(atom);
    return;
  }
  const Stm& stm = body.stms[*made];
  std::size_t r = 0;
  while (stm.binders[r].id != atom.var) ++r;
  for (const Atom& from : put_back(stm.exp, r)) add_roots(body, from, roots, tried);
}

}  // namespace

Atoms put_back(const core::Exp& exp, std::size_t r) {
  if (const auto* e = std::get_if<core::If>(&exp.node)) {
    Atoms roots;
    std::unordered_set<VarId> tried;
    for (const Body* side : {&e->then_body, &e->else_body})
      add_roots(*side, side->results[r], roots, tried);
    return roots;
  }
  return put_back_in_lanes(exp, r);
}

Atoms put_back_in_lanes(const core::Exp& exp, std::size_t r) {
  const auto array = overwritten(exp, r);
  return array ? Atoms{*array} : Atoms{};
}

std::optional<VarId> root_of(const graph::Graph& graph, Atom atom) {
  while (!atom.is_constant()) {
    const auto position = graph.position_of(atom.var);
    if (!position) return atom.var;
    const graph::Node& node = graph[*position];
    std::size_t r = 0;
    while (r < node.results.size() && node.results[r].id != atom.var) ++r;
    const auto before = overwritten(node.exp, r);
    if (!before) return {};
    atom = *before;
  }
  return {};
}

}  // namespace laguz::ad::tape
