// What kind of operator a fold has.
#include "ad/operators.hpp"

#include <algorithm>
#include <unordered_set>

#include "core/walk.hpp"

namespace laguz::ad {

using core::Lambda;

namespace {

bool commutes(prims::Prim prim) { return prims::row_of(prim).has(prims::kCommutes); }

}  // namespace

bool may_be_infinite(prims::Prim prim) { return !prims::row_of(prim).has(prims::kTame); }

std::optional<prims::Prim> scalar_operator(const Lambda& op) {
  if (op.params.size() != 2 || op.body.stms.size() != 1 || op.body.results.size() != 1) return {};
  const auto* app = std::get_if<core::PrimApp>(&op.body.stms[0].exp.node);
  if (app == nullptr || app->args.size() != 2) return {};
  if (!(op.body.results[0] == op.body.stms[0].binders[0].atom())) return {};
  const Atom x = op.params[0].atom(), y = op.params[1].atom();
  const bool straight = app->args[0] == x && app->args[1] == y;
  const bool flipped = app->args[0] == y && app->args[1] == x;
  if (straight || (flipped && commutes(app->prim))) return app->prim;
  return {};
}

std::optional<prims::Prim> elementwise_operator(const Lambda& op) {
  if (const auto prim = scalar_operator(op)) return prim;
  if (op.params.size() != 2 || op.body.results.size() != 1) return {};
  const core::Soac* map = nullptr;
  for (const core::Stm& stm : op.body.stms) {
    if (const auto* shape = std::get_if<core::ArrayApp>(&stm.exp.node);
        shape != nullptr && shape->op == core::ArrayOp::shape)
      continue;
    if (map != nullptr) return {};
    map = std::get_if<core::Soac>(&stm.exp.node);
    if (map == nullptr || !(stm.binders[0].atom() == op.body.results[0])) return {};
  }
  if (map == nullptr || !map->reduces.empty() || !map->scans.empty() || map->arrays.size() != 2)
    return {};
  const Atom x = op.params[0].atom(), y = op.params[1].atom();
  if (map->arrays[0] == x && map->arrays[1] == y) return elementwise_operator(map->lambda);
  if (!(map->arrays[0] == y && map->arrays[1] == x)) return {};
  const auto turned = elementwise_operator(map->lambda);
  return turned && commutes(*turned) ? turned : std::nullopt;
}

bool is_extremum(prims::Prim prim) {
  const prims::Op op = prims::op_of(prim);
  return op == prims::Op::min || op == prims::Op::max;
}

bool is_addition(const Lambda& op) {
  const auto prim = elementwise_operator(op);
  return prim && prims::row_of(*prim).op == prims::Op::add && prim->type != ScalarType::boolean;
}

bool is_addition_by_column(const core::WithAcc::Acc& acc) {
  if (!acc.op) return acc.arrays[0].type.elem != ScalarType::boolean;
  if (acc.arrays.size() == 1) return is_addition(*acc.op);
  const auto parts = split_columns(*acc.op);
  return parts && std::all_of(parts->begin(), parts->end(), is_addition);
}

std::optional<std::vector<Lambda>> split_columns(const Lambda& op) {
  const std::size_t n = op.body.results.size();
  if (n < 2) return {};
  std::vector<Lambda> parts;
  for (std::size_t c = 0; c < n; ++c) {
    // Statements that result c needs, if its own two parameters are all that they need.
    std::vector<char> needed(op.body.stms.size(), 0);
    std::unordered_set<core::VarId> wanted{op.body.results[c].var};
    for (std::size_t s = op.body.stms.size(); s-- > 0;) {
      bool use = false;
      for (const auto& binder : op.body.stms[s].binders) use = use || wanted.count(binder.id) > 0;
      if (!use) continue;
      needed[s] = 1;
      for (const auto& free : core::free_variables(op.body.stms[s].exp)) wanted.insert(free.id);
    }
    for (std::size_t p = 0; p < op.params.size(); ++p)
      if (p != c && p != n + c && wanted.count(op.params[p].id) > 0) return {};
    Lambda part;
    part.params = {op.params[c], op.params[n + c]};
    for (std::size_t s = 0; s < op.body.stms.size(); ++s)
      if (needed[s]) part.body.stms.push_back(op.body.stms[s]);
    part.body.results = {op.body.results[c]};
    parts.push_back(std::move(part));
  }
  return parts;
}

}  // namespace laguz::ad
