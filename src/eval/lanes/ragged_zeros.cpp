#include "eval/lanes/ragged_zeros.hpp"

#include <unordered_map>
#include <vector>

#include "core/builder.hpp"
#include "core/walk.hpp"
#include "eval/lanes/divergence.hpp"
#include "eval/lanes/last_var.hpp"
#include "prims/catalog.hpp"

namespace laguz::eval::lanes {
namespace {

using core::Atom;
using core::Body;
using core::PrimApp;
using core::Stm;
using core::VarId;

class Checker {
 public:
  explicit Checker(const core::Lambda& lambda)
      : varies_(lambda, std::vector<bool>(lambda.params.size(), true)), names_(last_var(lambda)) {}

  void in(Body& body) {
    core::Builder out(names_);
    for (Stm& stm : body.stms) {
      out.span = stm.span;
      out.inlined_at = stm.inlined_at;
      look_at(out, stm);
      out.append(std::move(stm));
    }
    body = out.finish(std::move(body.results));
  }

 private:
  using Lengths = std::unordered_map<VarId, Atom>;

  const Atom* found(const Lengths& among, const Atom& atom) const {
    const auto at = atom.is_constant() ? among.end() : among.find(atom.var);
    return at == among.end() ? nullptr : &at->second;
  }

  void look_at(core::Builder& out, Stm& stm) {
    auto& node = stm.exp.node;
    if (const auto* app = std::get_if<core::ArrayApp>(&node)) {
      if (app->op == core::ArrayOp::zeros && app->args.size() == 1 && varies_.of(app->args[0]))
        zeros_.emplace(stm.binders[0].id, app->args[0]);
      if (app->op == core::ArrayOp::iota && app->args[1] == Atom::i64(0) &&
          app->args[2] == Atom::i64(1))
        iotas_.emplace(stm.binders[0].id, app->args[0]);
    } else if (const auto* made = std::get_if<PrimApp>(&node)) {
      made_.emplace(stm.binders[0].id, *made);
    } else if (const auto* index = std::get_if<core::Index>(&node)) {
      if (const Atom* length = found(zeros_, index->array)) check(out, index->indices[0], *length);
    } else if (const auto* update = std::get_if<core::Update>(&node)) {
      const Atom* length = found(zeros_, update->array);
      if (length == nullptr || !update->dims[0].fixed) return;
      check(out, update->dims[0].index, *length);
      zeros_.emplace(stm.binders[0].id, *length);
    }
    enter(stm);
    core::visit(
        stm.exp, [](Atom&) {}, [this](Body& inner, core::Binders&) { in(inner); });
    leave(stm);
  }

  /// What the bodies of [stm] know.
  void enter(const Stm& stm) {
    if (const auto* soac = std::get_if<core::Soac>(&stm.exp.node);
        soac != nullptr && varies_.of(soac->width))
      for (std::size_t r = 0; r < stm.binders.size(); ++r)
        if (r + soac->row_shapes.size() >= stm.binders.size() && stm.binders[r].type.rank == 1)
          zeros_.emplace(stm.binders[r].id, soac->width);
    if (const auto* soac = std::get_if<core::Soac>(&stm.exp.node))
      for (std::size_t k = 0; k < soac->arrays.size(); ++k)
        if (const Atom* bound = found(iotas_, soac->arrays[k]))
          bounds_.emplace(soac->lambda.params[k].id, *bound);
    const auto* loop = std::get_if<core::Loop>(&stm.exp.node);
    if (loop == nullptr) return;
    if (const auto* form = std::get_if<core::ForForm>(&loop->form))
      bounds_.emplace(form->index.id, form->bound);
    keeps(stm, *loop);
    for (std::size_t k = 0; k < loop->params.size(); ++k)
      if (const Atom* length = found(zeros_, loop->inits[k])) {
        zeros_.emplace(loop->params[k].id, *length);
        zeros_.emplace(stm.binders[k].id, *length);
      }
  }

  /// What a loop keeps has its turns first.
  void keeps(const Stm& stm, const core::Loop& loop) {
    const auto* form = std::get_if<core::ForForm>(&loop.form);
    if (form == nullptr || form->index.type != core::kIndex || !varies_.of(form->bound)) return;
    for (std::size_t h = 0; h < loop.history.size(); ++h)
      if (!loop.is_flat(h)) zeros_.emplace(stm.binders[loop.params.size() + h].id, form->bound);
  }

  /// What is known of results of the bodies of [stm].
  void leave(const Stm& stm) {
    const auto hand_on = [&](const core::Atoms& results, std::size_t first) {
      for (std::size_t r = 0; r < results.size(); ++r)
        if (const Atom* length = found(zeros_, results[r]))
          zeros_.emplace(stm.binders[first + r].id, *length);
    };
    if (const auto* choice = std::get_if<core::If>(&stm.exp.node)) {
      hand_on(choice->then_body.results, 0);
      hand_on(choice->else_body.results, 0);
    } else if (const auto* with = std::get_if<core::WithAcc>(&stm.exp.node)) {
      core::Atoms added_to;
      for (const auto& acc : with->accs)
        added_to.insert(added_to.end(), acc.arrays.begin(), acc.arrays.end());
      hand_on(added_to, 0);
      hand_on(with->body.results, added_to.size());
    }
  }

  /// 0 ≤ number < length
  bool is_inside(const Atom& number, const Atom& length) const {
    if (const Atom* bound = found(bounds_, number)) return is_same(*bound, length);
    const PrimApp* from_end = made_by(number, prims::Op::sub);
    const PrimApp* last =
        from_end != nullptr ? made_by(from_end->args[0], prims::Op::sub) : nullptr;
    const Atom* bound = last != nullptr ? found(bounds_, from_end->args[1]) : nullptr;
    return bound != nullptr && is_same(*bound, length) && is_same(last->args[0], length) &&
           last->args[1] == Atom::i64(1);
  }

  /// (Where there is a number below one of them.)
  bool is_same(const Atom& a, const Atom& b) const { return positive(a) == positive(b); }
  /// max(n, 0) is n then.
  Atom positive(const Atom& atom) const {
    const PrimApp* larger = made_by(atom, prims::Op::max);
    if (larger == nullptr) return atom;
    for (const std::size_t k : {0, 1})
      if (larger->args[k] == Atom::i64(0)) return larger->args[1 - k];
    return atom;
  }

  const PrimApp* made_by(const Atom& atom, prims::Op op) const {
    const auto at = atom.is_constant() ? made_.end() : made_.find(atom.var);
    return at != made_.end() && prims::op_of(at->second.prim) == op ? &at->second : nullptr;
  }

  void check(core::Builder& out, const Atom& number, const Atom& length) const {
    if (is_inside(number, length)) return;
    const Atom inside =
        out.prim("and", {out.prim("le", {Atom::i64(0), number}), out.prim("lt", {number, length})});
    out.append({{}, {core::Assert{inside, {}}}, out.span, out.inlined_at});
  }

  const Divergence varies_;
  core::Names names_;
  Lengths zeros_;   ///< arrays that are zeros, mapped or kept, and what they become
  Lengths iotas_;   ///< 0, 1, ...
  Lengths bounds_;  ///< numbers from 0 up to these
  std::unordered_map<VarId, PrimApp> made_;
};

}  // namespace

void check_zeros(core::Soac& soac) { Checker(soac.lambda).in(soac.lambda.body); }

}  // namespace laguz::eval::lanes
