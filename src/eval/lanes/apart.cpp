#include "eval/lanes/apart.hpp"

#include <optional>

#include "core/walk.hpp"
#include "prims/catalog.hpp"

namespace laguz::eval::lanes {

using core::Atom;
using core::Atoms;
using core::Body;
using core::VarId;

class Apart::Walk {
 public:
  explicit Walk(Apart& out) : out_(out) {}

  void body(const Body& body) {
    for (const core::Stm& stm : body.stms) {
      for (const core::Binder& binder : stm.binders) made_[binder.id] = {rounds_.size(), &stm.exp};
      exp(stm.exp);
    }
  }

 private:
  /// Something that runs a body often: its variables that differ from round to round, and what
  /// they are the elements of (nothing: a counter).
  using Round = std::unordered_map<VarId, std::optional<Atom>>;
  struct Made {
    std::size_t depth;  ///< rounds around it
    const core::Exp* by;
  };

  void round(Round counters, const core::Binders& params, const Body& inner) {
    rounds_.push_back(std::move(counters));
    for (const core::Binder& param : params) made_[param.id] = {rounds_.size(), nullptr};
    body(inner);
    rounds_.pop_back();
  }

  void exp(const core::Exp& exp) {
    if (const auto* update = std::get_if<core::AccUpdate>(&exp.node)) return note(*update);
    if (const auto* loop = std::get_if<core::Loop>(&exp.node)) {
      Round counters;
      core::Binders params = loop->params;
      if (const auto* form = std::get_if<core::ForForm>(&loop->form)) {
        counters[form->index.id] = std::nullopt;
        params.push_back(form->index);
      } else {
        round({}, params, std::get<core::WhileForm>(loop->form).condition);
      }
      return round(std::move(counters), params, loop->body);
    }
    if (const auto* soac = std::get_if<core::Soac>(&exp.node)) {
      Round counters;
      for (std::size_t i = 0; i < soac->arrays.size(); ++i)
        counters[soac->lambda.params[i].id] = soac->arrays[i];
      round(std::move(counters), soac->lambda.params, soac->lambda.body);
      for (const auto& reduce : soac->reduces) round({}, reduce.op.params, reduce.op.body);
      for (const auto& scan : soac->scans) round({}, scan.op.params, scan.op.body);
      return;
    }
    const bool once = std::holds_alternative<core::If>(exp.node) ||
                      std::holds_alternative<core::Custom>(exp.node) ||
                      std::holds_alternative<core::WithAcc>(exp.node);
    core::visit(
        exp, [](const Atom&) {},
        [&](const Body& inner, const core::Binders& params) {
          if (!once) return round({}, params, inner);
          for (const core::Binder& param : params) made_[param.id] = {rounds_.size(), nullptr};
          body(inner);
        });
  }

  void note(const core::AccUpdate& update) {
    const VarId acc = update.acc.var;
    if (!seen_.emplace(acc, true).second) {
      out_.found_.erase(acc);
      return;
    }
    Atoms affine;
    for (std::size_t level = 0; level < rounds_.size(); ++level) {
      bool differs = false;
      for (const Atom& index : update.indices) differs = differs || follows(index, level, affine);
      if (!differs) return;
    }
    out_.found_[acc] = std::move(affine);
  }

  std::size_t depth(const Atom& atom) const {
    const auto it = made_.find(atom.var);
    return atom.is_constant() || it == made_.end() ? 0 : it->second.depth;
  }

  /// Whether [atom] is different in every round of [level], in one round of those around it.
  bool follows(const Atom& atom, std::size_t level, Atoms& affine) const {
    if (atom.is_constant()) return false;
    if (const auto counter = rounds_[level].find(atom.var); counter != rounds_[level].end())
      return !counter->second || counts(*counter->second, affine);
    const auto it = made_.find(atom.var);
    if (it == made_.end() || it->second.by == nullptr || it->second.depth != level + 1)
      return false;
    const auto* app = std::get_if<core::PrimApp>(&it->second.by->node);
    if (app == nullptr || support::is_float(app->prim.type)) return false;
    const auto name = prims::row_of(app->prim).name;
    if (name != "add" && name != "sub") return false;
    const Atom &x = app->args[0], &y = app->args[1];
    return (depth(y) <= level && follows(x, level, affine)) ||
           (depth(x) <= level && follows(y, level, affine));
  }

  /// Whether the elements of an array are sure to differ.
  bool counts(const Atom& array, Atoms& affine) const {
    const auto it = made_.find(array.var);
    if (it == made_.end()) {
      if (!support::is_integer(array.type.elem) || array.type.rank != 1) return false;
      affine.push_back(array);
      return true;
    }
    const auto* app =
        it->second.by == nullptr ? nullptr : std::get_if<core::ArrayApp>(&it->second.by->node);
    return app != nullptr && app->op == core::ArrayOp::iota && app->args[2].is_constant() &&
           app->args[2].scalar().bits != 0;
  }

  Apart& out_;
  std::vector<Round> rounds_;
  std::unordered_map<VarId, Made> made_;
  std::unordered_map<VarId, bool> seen_;
};

Apart::Apart(const core::Lambda& lambda) { Walk(*this).body(lambda.body); }

}  // namespace laguz::eval::lanes
