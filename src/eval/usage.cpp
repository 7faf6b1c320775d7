#include "eval/usage.hpp"

#include <algorithm>
#include <unordered_set>

namespace laguz::eval {
void Usage::prepare(const core::Body& body) {
  std::unordered_set<VarId> bound;
  std::unordered_set<VarId> seen;
  core::Binders free;
  const auto use = [&](VarId var, core::Type type) {
    if (is_array(type)) var = canonical(var);
    if (!bound.count(var) && seen.insert(var).second) free.push_back({var, type});
  };
  const auto operand = [&](const core::Atom& atom) {
    if (atom.is_constant()) return;
    use(atom.var, atom.type);
  };
  for (const core::Stm& stm : body.stms) {
    core::visit(stm.exp, operand, [&](const core::Body& inner, const core::Binders& params) {
      if (!free_.count(&inner)) prepare(inner);
      for (const core::Binder& var : free_.at(&inner)) {
        const bool is_param = std::any_of(params.begin(), params.end(),
                                          [&](const auto& param) { return param.id == var.id; });
        if (!is_param) use(var.id, var.type);
      }
    });
    const auto* copy = std::get_if<core::Copy>(&stm.exp.node);
    if (copy != nullptr && is_array(copy->atom.type))
      aliases_[stm.binders[0].id] = canonical(copy->atom.var);
    for (const core::Binder& binder : stm.binders) bound.insert(binder.id);
  }
  for (const core::Atom& atom : body.results) operand(atom);
  free_[&body] = std::move(free);
}

Usage::Of Usage::of(const core::Exp& exp) const {
  Of result;
  std::unordered_set<VarId> seen;
  core::visit(
      exp,
      [&](const core::Atom& atom) {
        if (atom.is_constant() || !is_array(atom.type)) return;
        const VarId var = canonical(atom.var);
        for (auto& [array, count] : result.arrays)
          if (array == var) return void(++count);
        result.arrays.emplace_back(var, 1);
      },
      [&](const core::Body& inner, const core::Binders& params) {
        for (const core::Binder& var : free_.at(&inner)) {
          const bool is_param = std::any_of(params.begin(), params.end(),
                                            [&](const auto& param) { return param.id == var.id; });
          if (is_param || !seen.insert(var.id).second) continue;
          (is_array(var.type) ? result.inner_arrays : result.inner_scalars).push_back(var.id);
        }
      });
  return result;
}

}  // namespace laguz::eval
