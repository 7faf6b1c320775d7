// Loops that write into an array which nobody reads where it is written, neither later on in the
// loop nor behind it, leave it as it is.
#include <algorithm>
#include <utility>

#include "core/simplifier/loops/fresh_cells.hpp"
#include "core/simplifier/simplifier.hpp"
#include "core/var_numbers.hpp"

namespace laguz::core::simplifier {
namespace {

class Unseen {
 public:
  Unseen(const Body& all, const VarSet& safe) : all_(all), safe_(safe) {}

  void in(Body& body) {
    for (Stm& stm : body.stms) {
      if (auto* loop = std::get_if<Loop>(&stm.exp.node)) leave(stm, *loop);
      visit(
          stm.exp, [](Atom&) {}, [this](Body& inner, Binders&) { in(inner); });
    }
  }

 private:
  void count(const Body& body) {
    for (const Stm& stm : body.stms)
      visit(
          stm.exp, [this](const Atom& atom) { use(atom); },
          [this](const Body& inner, const Binders&) { count(inner); });
    for (const Atom& result : body.results) use(result);
  }

  void use(const Atom& atom) {
    if (!atom.is_constant() && !atom.type.is_scalar()) ++uses_[atom.var];
  }

  void leave(const Stm& stm, Loop& loop) {
    for (std::size_t i = 0; i < loop.params.size(); ++i) {
      const Binder& param = loop.params[i];
      Atom& next = loop.body.results[i];
      if (param.type.rank == 0 || param.type.acc || next == param.atom()) continue;
      if (!std::exchange(counted_, true)) count(all_);
      if (!is_used(stm, loop, i, 0) || !writes_unseen(loop, i, safe_)) continue;
      --uses_[next.var];
      next = param.atom();
      use(next);
    }
  }

  /// Whether result [i], that of a loop inside that gives it too, is used [times], and not kept.
  bool is_used(const Stm& stm, const Loop& loop, std::size_t i, VarNumbers::Number times) const {
    if (uses_.of(stm.binders[i].id) != times ||
        std::find(loop.history.begin(), loop.history.end(), i) != loop.history.end())
      return false;
    const Atom& next = loop.body.results[i];
    const auto made = place_of(loop.body, next.var);
    if (!made) return true;
    const Stm& by = loop.body.stms[*made];
    const auto* inner = std::get_if<Loop>(&by.exp.node);
    if (inner == nullptr) return true;
    for (std::size_t k = 0; k < inner->params.size(); ++k)
      if (by.binders[k].id == next.var) return is_used(by, *inner, k, 1);
    return false;
  }

  const Body& all_;
  const VarSet& safe_;
  bool counted_ = false;
  VarNumbers uses_;  ///< by variable, of arrays: in how many places
};

}  // namespace

void drop_unseen_writes(Body& body, const VarSet& safe) { Unseen(body, safe).in(body); }

}  // namespace laguz::core::simplifier
