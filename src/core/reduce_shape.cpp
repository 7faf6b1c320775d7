#include "core/reduce_shape.hpp"

#include <algorithm>

#include "prims/catalog.hpp"

namespace laguz::core {

std::optional<Prim> commutative_builtin(const Lambda& op) {
  if (op.params.size() != 2 || op.body.stms.size() != 1 || op.body.results.size() != 1) return {};
  const Stm& stm = op.body.stms[0];
  const auto* app = std::get_if<PrimApp>(&stm.exp.node);
  if (app == nullptr || app->args.size() != 2 || op.body.results[0].var != stm.binders[0].id)
    return {};
  if (app->args[0].var != op.params[0].id || app->args[1].var != op.params[1].id) return {};
  if (!prims::row_of(app->prim).has(prims::kCommutes)) return {};
  return app->prim;
}

bool scans_by_blocks(const Lambda& op) {
  return !commutative_builtin(op) &&
         std::all_of(op.params.begin(), op.params.end(),
                     [](const Binder& param) { return param.type.is_scalar(); });
}

}  // namespace laguz::core
