#include "ad/tape/again.hpp"

#include <algorithm>

#include "core/builder.hpp"

namespace laguz::ad::tape {

using core::Atom;
using core::Stm;
using core::VarId;
using support::ScalarType;

namespace {

constexpr std::size_t kMostOperations = 16;

bool is_iota(const core::Exp& exp) {
  const auto* app = std::get_if<core::ArrayApp>(&exp.node);
  return app != nullptr && app->op == core::ArrayOp::iota;
}

bool binds(const std::vector<Stm>& stms, VarId var) {
  return std::any_of(stms.begin(), stms.end(),
                     [var](const Stm& stm) { return stm.binders[0].id == var; });
}

}  // namespace

std::optional<Atom> added_to(const core::Loop& loop, std::size_t k) {
  const core::Binder& param = loop.params[k];
  const ScalarType type = param.type.elem;
  const auto place = core::place_of(loop.body, loop.body.results[k].var);
  if (!param.type.is_scalar() || support::is_float(type) || type == ScalarType::boolean || !place)
    return {};
  const auto* sum = std::get_if<core::PrimApp>(&loop.body.stms[*place].exp.node);
  if (sum == nullptr || sum->args.size() != 2) return {};
  const prims::Op op = prims::op_of(sum->prim);
  const bool adds = op == prims::Op::add;
  const bool flipped = adds && sum->args[1] == param.atom();
  const Atom by = sum->args[flipped ? 0 : 1];
  if (!(adds || op == prims::Op::sub) || !(sum->args[flipped ? 1 : 0] == param.atom())) return {};
  if (by.is_constant())
    return adds ? by : Atom::constant(*core::fold(prims::get("neg", type), {by}));
  const bool inside = core::place_of(loop.body, by.var).has_value() ||
                      std::any_of(loop.params.begin(), loop.params.end(),
                                  [&](const core::Binder& one) { return one.id == by.var; });
  const auto* form = std::get_if<core::ForForm>(&loop.form);
  if (!adds || inside || (form != nullptr && form->index.id == by.var)) return {};
  return by;
}

bool Again::add(VarId var, std::vector<Stm>& stms) const {
  if (!core::place_of(loop_.body, var)) return false;
  // From nothing, so that the answer is the same whatever is computed again already: several states
  // ask for one variable, and it is known in one way.
  std::vector<Stm> all;
  if (!reach(Atom{var, {}}, all)) return false;
  for (Stm& stm : all)
    if (!binds(stms, stm.binders[0].id)) stms.push_back(std::move(stm));
  return true;
}

bool Again::reach(const Atom& atom, std::vector<Stm>& stms) const {
  if (atom.is_constant() || binds(stms, atom.var)) return true;
  const auto* form = std::get_if<core::ForForm>(&loop_.form);
  if (form != nullptr && form->index.id == atom.var) return true;
  for (const core::Binder& param : loop_.params)
    if (param.id == atom.var) return around_ == nullptr && known_.is_counted(param.id);
  const auto place = core::place_of(loop_.body, atom.var);
  if (!place) return true;  // from around
  const Stm& stm = loop_.body.stms[*place];
  const auto all = [&](const core::Atoms& atoms) {
    return std::all_of(atoms.begin(), atoms.end(),
                       [&](const Atom& one) { return reach(one, stms); });
  };
  if (const auto* prim = std::get_if<core::PrimApp>(&stm.exp.node)) {
    if (!all(prim->args)) return false;
  } else if (is_iota(stm.exp)) {
    if (!all(std::get<core::ArrayApp>(stm.exp.node).args)) return false;
  } else if (const auto* index = std::get_if<core::Index>(&stm.exp.node)) {
    const bool found =
        is_outside(index->array) || (is_range(index->array.var) && reach(index->array, stms));
    if (!found || !all(index->indices)) return false;
  } else {
    return false;
  }
  stms.push_back(stm);
  return stms.size() <= kMostOperations;
}

// Whole numbers from around all loops, such as the places that each iteration writes to. (Of an
// iteration around they would have to be kept there.)
bool Again::is_outside(const Atom& array) const {
  const ScalarType type = array.type.elem;
  return around_ == nullptr && !support::is_float(type) && type != ScalarType::boolean &&
         !core::place_of(loop_.body, array.var) &&
         std::none_of(loop_.params.begin(), loop_.params.end(),
                      [&](const core::Binder& one) { return one.id == array.var; });
}

// (One of an iteration around must be known there in the same way.)
bool Again::is_range(VarId array) const {
  if (const auto place = core::place_of(loop_.body, array)) {
    std::vector<Stm> unused;
    return is_iota(loop_.body.stms[*place].exp) && reach(Atom{array, {}}, unused);
  }
  return around_ != nullptr ? around_->is_range(array) : known_.is_range(array);
}

}  // namespace laguz::ad::tape
