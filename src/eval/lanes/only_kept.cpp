#include "eval/lanes/only_kept.hpp"

#include <algorithm>

#include "core/walk.hpp"

namespace laguz::eval::lanes {

using core::Atom;
using core::Body;
using core::Loop;
using core::Stm;
using core::VarId;

namespace {

/// Of a WithAcc, the arrays that its accumulators begin with, which its first results are for.
core::Atoms added_to(const core::Exp& exp) {
  core::Atoms arrays;
  if (const auto* with = std::get_if<core::WithAcc>(&exp.node))
    for (const auto& acc : with->accs)
      arrays.insert(arrays.end(), acc.arrays.begin(), acc.arrays.end());
  return arrays;
}

}  // namespace

KeptArrays::KeptArrays(const Body& body) { note(body, nullptr); }

void KeptArrays::note(const Body& body, const Stm* around) {
  for (const Stm& stm : body.stms) {
    for (const core::Binder& binder : stm.binders) made_[binder.id] = &stm;
    const auto* soac = std::get_if<core::Soac>(&stm.exp.node);
    core::visit(
        stm.exp,
        [&](const Atom& atom) {
          if (atom.is_constant()) return;
          Use use{&stm};
          const core::Atoms operands = soac != nullptr ? soac->arrays : added_to(stm.exp);
          use.operand = static_cast<std::size_t>(std::find(operands.begin(), operands.end(), atom) -
                                                 operands.begin());
          uses_[atom.var].push_back(use);
        },
        [&](const Body& inner, const core::Binders&) {
          const auto* loop = std::get_if<Loop>(&stm.exp.node);
          const bool handed_on = loop != nullptr
                                     ? &inner == &loop->body
                                     : std::holds_alternative<core::WithAcc>(stm.exp.node) ||
                                           std::holds_alternative<core::If>(stm.exp.node);
          note(inner, handed_on ? &stm : nullptr);
        });
  }
  for (std::size_t k = 0; k < body.results.size(); ++k)
    if (!body.results[k].is_constant()) uses_[body.results[k].var].push_back({nullptr, around, k});
}

std::size_t KeptArrays::uses(VarId var) const {
  const auto found = uses_.find(var);
  return found == uses_.end() ? 0 : found->second.size();
}

// What a loop has kept has its turns first.
int KeptArrays::longer_dims(const Atom& value) const {
  const auto made = made_.find(value.var);
  const auto* loop = made == made_.end() ? nullptr : std::get_if<Loop>(&made->second->exp.node);
  if (loop == nullptr) return value.type.rank;
  for (std::size_t h = 0; h < loop->history.size(); ++h) {
    if (made->second->binders[loop->params.size() + h].id != value.var) continue;
    const core::Binder& param = loop->params[loop->history[h]];
    const bool state = param.type.rank == 0 || uses(param.id) > 0;
    return state ? 1 : 1 + longer_dims(loop->body.results[loop->history[h]]);
  }
  return value.type.rank;
}

bool KeptArrays::may_be_longer(VarId array, int dims) const {
  const auto found = uses_.find(array);
  return dims <= 0 || found == uses_.end() ||
         std::all_of(found->second.begin(), found->second.end(),
                     [&](const Use& use) { return is_fine(use, dims); });
}

bool KeptArrays::is_gathered_in(VarId zeros) const {
  Seen seen;
  return is_gathered_in(zeros, seen);
}

// (What comes round again is as it was.)
bool KeptArrays::is_gathered_in(VarId array, Seen& seen) const {
  const auto found = uses_.find(array);
  return found == uses_.end() || !seen.insert(array).second ||
         std::all_of(found->second.begin(), found->second.end(),
                     [&](const Use& use) { return is_gathered_in(use, array, seen); });
}

bool KeptArrays::is_gathered_in(const Use& use, VarId array, Seen& seen) const {
  const auto goes_round = [&](const Stm& stm, std::size_t k) {
    const auto& loop = std::get<Loop>(stm.exp.node);
    return std::count(loop.history.begin(), loop.history.end(), k) == 0 &&
           is_gathered_in(loop.params[k].id, seen) && is_gathered_in(stm.binders[k].id, seen);
  };
  if (use.stm == nullptr) {
    const bool branch =
        use.around != nullptr && std::holds_alternative<core::If>(use.around->exp.node);
    if (branch && is_gathered_in(use.around->binders[use.operand].id, seen)) return true;
    const bool state = use.around != nullptr && std::holds_alternative<Loop>(use.around->exp.node);
    return is_fine(use, 1) || (state && goes_round(*use.around, use.operand));
  }
  const auto& node = use.stm->exp.node;
  if (const auto* update = std::get_if<core::Update>(&node))
    return update->array.var == array && update->value.var != array && update->dims[0].fixed &&
           is_gathered_in(use.stm->binders[0].id, seen);
  if (const auto* with = std::get_if<core::WithAcc>(&node);
      with != nullptr && use.operand < added_to(use.stm->exp).size())
    return is_added_to_by_number(*with, 1) &&
           is_gathered_in(use.stm->binders[use.operand].id, seen);
  if (const auto* loop = std::get_if<Loop>(&node)) {
    const auto init = std::find_if(loop->inits.begin(), loop->inits.end(),
                                   [array](const Atom& one) { return one.var == array; });
    return init != loop->inits.end() &&
           goes_round(*use.stm, static_cast<std::size_t>(init - loop->inits.begin()));
  }
  return is_fine(use, 1);
}

bool KeptArrays::is_only_kept(VarId array) const {
  const auto found = uses_.find(array);
  return found != uses_.end() &&
         std::all_of(found->second.begin(), found->second.end(), [&](const Use& use) {
           const auto* soac =
               use.stm == nullptr ? nullptr : std::get_if<core::Soac>(&use.stm->exp.node);
           if (soac != nullptr && use.operand < soac->arrays.size())
             return soac->lambda.params[use.operand].type.is_scalar();
           if (use.stm != nullptr || use.around == nullptr) return false;
           const core::Binders& to = use.around->binders;
           if (const auto* loop = std::get_if<Loop>(&use.around->exp.node))
             return only_kept(*loop, to, use.operand);
           const auto* with = std::get_if<core::WithAcc>(&use.around->exp.node);
           const std::size_t first = with == nullptr ? 0 : to.size() - with->body.results.size();
           return is_only_kept(to[first + use.operand].id);
         });
}

bool KeptArrays::is_fine(const Use& use, int dims) const {
  if (use.stm == nullptr) {
    if (use.around == nullptr) return false;
    const core::Binders& to = use.around->binders;
    if (const auto* with = std::get_if<core::WithAcc>(&use.around->exp.node))
      return may_be_longer(to[to.size() - with->body.results.size() + use.operand].id, dims);
    // (One side of a branch is as long as the other, or it is seen that it is not.)
    if (std::holds_alternative<core::If>(use.around->exp.node))
      return is_only_kept(to[use.operand].id) || may_be_longer(to[use.operand].id, dims);
    return only_kept(std::get<Loop>(use.around->exp.node), to, use.operand);
  }
  const auto& node = use.stm->exp.node;
  if (const auto* index = std::get_if<core::Index>(&node))
    return may_be_longer(use.stm->binders[0].id, dims - static_cast<int>(index->indices.size()));
  if (const auto* slice = std::get_if<core::Slice>(&node)) {
    const auto first = slice->dims.begin();
    const auto taken = std::min<std::ptrdiff_t>(dims, slice->dims.end() - first);
    return taken == dims &&
           std::all_of(first, first + taken, [](const core::DimSlice& dim) { return dim.fixed; });
  }
  if (const auto* with = std::get_if<core::WithAcc>(&node))
    return use.operand < added_to(use.stm->exp).size() && is_added_to_by_number(*with, dims) &&
           may_be_longer(use.stm->binders[use.operand].id, dims);
  const auto* soac = std::get_if<core::Soac>(&node);
  if (soac == nullptr || use.operand >= soac->arrays.size()) return false;
  for (std::size_t i = 0; i < soac->arrays.size(); ++i)
    if (soac->arrays[i] == soac->arrays[use.operand] &&
        !may_be_longer(soac->lambda.params[i].id, dims - 1))
      return false;
  return true;
}

/// Whether what is added to the arrays of [with] has numbers for the first [dims].
bool KeptArrays::is_added_to_by_number(const core::WithAcc& with, int dims) const {
  return std::all_of(with.accs.begin(), with.accs.end(), [&](const core::WithAcc::Acc& acc) {
    const auto found = uses_.find(acc.acc.id);
    return found == uses_.end() ||
           std::all_of(found->second.begin(), found->second.end(), [dims](const Use& use) {
             const auto* update =
                 use.stm == nullptr ? nullptr : std::get_if<core::AccUpdate>(&use.stm->exp.node);
             return update != nullptr && update->indices.size() >= static_cast<std::size_t>(dims);
           });
  });
}

bool KeptArrays::only_kept(const Loop& loop, const core::Binders& to, std::size_t param) const {
  if (loop.params[param].type.rank == 0 || uses(loop.params[param].id) > 0 ||
      uses(to[param].id) > 0)
    return false;
  bool kept = false;
  for (std::size_t h = 0; h < loop.history.size(); ++h) {
    if (loop.history[h] != param) continue;
    if (!loop.is_after(h) || loop.is_flat(h)) return false;
    if (!may_be_longer(to[loop.params.size() + h].id, 1 + longer_dims(loop.body.results[param])))
      return false;
    kept = true;
  }
  return kept;
}

std::vector<bool> KeptArrays::only_kept(const Loop& loop, const core::Binders& to) const {
  std::vector<bool> only;
  for (std::size_t k = 0; k < loop.params.size(); ++k) only.push_back(only_kept(loop, to, k));
  return only;
}

namespace {

class Emptier {
 public:
  explicit Emptier(const KeptArrays& arrays) : arrays_(arrays) {}

  void find(const Body& body) {
    for (const Stm& stm : body.stms) {
      if (const auto* loop = std::get_if<Loop>(&stm.exp.node)) {
        const std::vector<bool> only = arrays_.only_kept(*loop, stm.binders);
        for (std::size_t k = 0; k < only.size(); ++k)
          if (only[k]) ++begins_[loop->inits[k].var];
      }
      core::visit(
          stm.exp, [](const Atom&) {},
          [this](const Body& inner, const core::Binders&) { find(inner); });
    }
  }

  void empty(Body& body) {
    for (Stm& stm : body.stms) {
      if (auto* app = std::get_if<core::ArrayApp>(&stm.exp.node);
          app != nullptr && app->op == core::ArrayOp::zeros) {
        const auto begins = begins_.find(stm.binders[0].id);
        if (begins != begins_.end() && begins->second == arrays_.uses(begins->first))
          for (Atom& length : app->args) length = Atom::i64(0);
      }
      core::visit(
          stm.exp, [](Atom&) {}, [this](Body& inner, core::Binders&) { empty(inner); });
    }
  }

 private:
  const KeptArrays& arrays_;
  std::unordered_map<VarId, std::size_t> begins_;
};

}  // namespace

void begin_empty(core::Soac& soac) {
  const KeptArrays arrays(soac.lambda.body);
  Emptier emptier(arrays);
  emptier.find(soac.lambda.body);
  emptier.empty(soac.lambda.body);
}

}  // namespace laguz::eval::lanes
