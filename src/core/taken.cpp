#include "core/taken.hpp"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/walk.hpp"
#include "prims/catalog.hpp"
#include "support/deep_stack.hpp"

namespace laguz::core {
namespace {

/// Has [body] read [to] instead of [from].
void replace(Body& body, VarId from, const Atom& to) {
  const auto one = [&](Atom& atom) {
    if (!atom.is_constant() && atom.var == from) atom = to;
  };
  for (Stm& stm : body.stms)
    visit(stm.exp, one, [&](Body& inner, Binders&) { replace(inner, from, to); });
  for (Atom& atom : body.results) one(atom);
}

class Placer {
 public:
  explicit Placer(Names& names) : names_(names) {}

  void run(Body& body) {
    support::expect_stack("A loop, branch or lambda");
    for (Stm& stm : body.stms) {
      as_branch(stm);
      visit(
          stm.exp, [](Atom&) {}, [&](Body& inner, Binders&) { run(inner); });
    }
    std::unordered_map<VarId, int> direct;  // uses outside of inner bodies
    const auto count = [&](const Exp& exp, int by) {
      visit(
          exp, [&](const Atom& atom) { direct[atom.var] += by; },
          [](const Body&, const Binders&) {});
    };
    for (const Stm& stm : body.stms) count(stm.exp, 1);
    for (const Atom& atom : body.results) ++direct[atom.var];
    for (std::size_t i = body.stms.size(); i-- > 0;) {
      const Stm& stm = body.stms[i];
      if (!may_move(stm) || direct[stm.binders[0].id] > 0) continue;
      const Exp exp = stm.exp;
      if (move_on(body, i)) count(exp, -1);
    }
  }

 private:
  static constexpr std::size_t kMostArms = 8;

  /// A choice between numbers is a branch that chooses one.
  static void as_branch(Stm& stm) {
    const auto* app = std::get_if<PrimApp>(&stm.exp.node);
    if (app == nullptr || prims::op_of(app->prim) != prims::Op::select) return;
    if (app->args[0].is_constant()) return;
    If branch{app->args[0], {}, {}};
    branch.then_body.results = {app->args[1]};
    branch.else_body.results = {app->args[2]};
    stm.exp = {std::move(branch)};
  }

  static bool may_move(const Stm& stm) {
    return std::holds_alternative<PrimApp>(stm.exp.node) &&
           support::is_float(stm.binders[0].type.elem) && !has_effect(stm.exp);
  }

  /// Finds the outermost branches in [exp] in which [var] is used; false if it is elsewhere, too.
  static bool find_arms(Exp& exp, VarId var, std::vector<Body*>& arms) {
    if (!uses(exp, var)) return true;
    const bool is_choice = std::holds_alternative<If>(exp.node);
    bool found = true;
    visit(
        exp, [&](Atom& atom) { found = found && atom.var != var; },
        [&](Body& inner, Binders&) {
          if (!found || !uses(inner, var)) return;
          if (is_choice)
            arms.push_back(&inner);
          else
            found = is_in_arms(inner, var, arms);
        });
    return found;
  }
  static bool is_in_arms(Body& body, VarId var, std::vector<Body*>& arms) {
    if (std::any_of(body.results.begin(), body.results.end(),
                    [&](const Atom& atom) { return atom.var == var; }))
      return false;
    return std::all_of(body.stms.begin(), body.stms.end(),
                       [&](Stm& stm) { return find_arms(stm.exp, var, arms); });
  }

  /// Moves statement [i] of [body] into the branches that need it, if nobody else does.
  bool move_on(Body& body, std::size_t i) {
    const Binder binder = body.stms[i].binders[0];
    const auto is_it = [&](const Atom& atom) { return atom.var == binder.id; };
    if (std::any_of(body.results.begin(), body.results.end(), is_it)) return false;
    std::vector<Body*> arms;
    const bool only_there =
        std::all_of(body.stms.begin() + static_cast<std::ptrdiff_t>(i) + 1, body.stms.end(),
                    [&](Stm& later) { return find_arms(later.exp, binder.id, arms); });
    if (!only_there || arms.empty() || arms.size() > kMostArms) return false;
    const Stm stm = body.stms[i];
    for (Body* arm : arms) {
      Stm own = stm;
      if (arm != arms[0]) {
        own.binders = {names_.bind(binder.type, names_.hint(binder.id))};
        replace(*arm, binder.id, own.binders[0].atom());
      }
      arm->stms.insert(arm->stms.begin(), std::move(own));
      (void)move_on(*arm, 0);
    }
    body.stms.erase(body.stms.begin() + static_cast<std::ptrdiff_t>(i));
    return true;
  }

  Names& names_;
};

}  // namespace

void compute_where_taken(Body& body, Names& names) { Placer(names).run(body); }

}  // namespace laguz::core
