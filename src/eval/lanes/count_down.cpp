#include "eval/lanes/count_down.hpp"

#include <optional>
#include <unordered_map>

#include "core/walk.hpp"
#include "prims/catalog.hpp"

namespace laguz::eval::lanes {
namespace {

using core::Atom;
using core::Body;
using core::PrimApp;
using core::VarId;

class Turner {
 public:
  void in(Body& body) {
    for (core::Stm& stm : body.stms) {
      if (auto* loop = std::get_if<core::Loop>(&stm.exp.node)) turn(*loop);
      if (const auto* app = std::get_if<PrimApp>(&stm.exp.node);
          app != nullptr && prims::op_of(app->prim) == prims::Op::sub &&
          app->args[1] == Atom::i64(1))
        before_[stm.binders[0].id] = app->args[0];
      core::visit(
          stm.exp, [](Atom&) {}, [this](Body& inner, core::Binders&) { in(inner); });
    }
  }

 private:
  void turn(core::Loop& loop) {
    auto* form = std::get_if<core::ForForm>(&loop.form);
    if (form == nullptr || form->index.type != core::kIndex || !loop.history.empty()) return;
    const Atom index = form->index.atom();
    std::optional<std::size_t> place;
    for (std::size_t s = 0; s < loop.body.stms.size(); ++s) {
      const core::Exp& exp = loop.body.stms[s].exp;
      if (!core::uses(exp, index.var)) continue;
      if (place || !is_from_the_end(exp, index, form->bound)) return;
      place = s;
    }
    for (const Atom& result : loop.body.results)
      if (result == index) return;
    if (!place) return;
    form->index = loop.body.stms[*place].binders[0];
    form->down = true;
    loop.body.stms.erase(loop.body.stms.begin() + static_cast<std::ptrdiff_t>(*place));
  }

  bool is_from_the_end(const core::Exp& exp, const Atom& index, const Atom& bound) const {
    const auto* app = std::get_if<PrimApp>(&exp.node);
    if (app == nullptr || prims::op_of(app->prim) != prims::Op::sub || app->args[1] != index)
      return false;
    const Atom& last = app->args[0];
    if (last.is_constant())
      return bound.is_constant() && last.scalar().as_i64() == bound.scalar().as_i64() - 1;
    const auto before = before_.find(last.var);
    return before != before_.end() && before->second == bound;
  }

  std::unordered_map<VarId, Atom> before_;  ///< what a number is one less than
};

}  // namespace

void count_down(core::Soac& soac) { Turner().in(soac.lambda.body); }

}  // namespace laguz::eval::lanes
