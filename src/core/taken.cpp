#include "core/taken.hpp"

#include <algorithm>
#include <iterator>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/walk.hpp"
#include "prims/catalog.hpp"
#include "support/deep_stack.hpp"
#include "support/function_ref.hpp"

namespace laguz::core {
namespace {

void replace(Exp& exp, const Substitution& instead);
void replace(Body& body, const Substitution& instead) {
  for (Stm& stm : body.stms) replace(stm.exp, instead);
  for (Atom& atom : body.results) atom = replaced(atom, instead);
}
void replace(Exp& exp, const Substitution& instead) {
  visit(
      exp, [&](Atom& atom) { atom = replaced(atom, instead); },
      [&](Body& inner, Binders&) { replace(inner, instead); });
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
    place(body);
  }

 private:
  static constexpr std::size_t kMostArms = 8;
  /// Where a number is used.
  struct Use {
    int direct = 0;             ///< how often outside of inner bodies
    bool bare = false;          ///< in one, outside of branches
    std::vector<Body*> arms{};  ///< outermost branches
  };
  using Uses = std::unordered_map<VarId, Use>;
  /// What is to stand in a branch, the last first.
  struct Arrivals {
    std::vector<Stm> stms{};
    Substitution instead{};
  };

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

  static void add(std::vector<Body*>& arms, Body* arm) {
    if (std::find(arms.begin(), arms.end(), arm) == arms.end() && arms.size() <= kMostArms)
      arms.push_back(arm);
  }

  /// Notes what [body], an inner one, uses; it is in the branch [arm], or in none.
  static void look(Body& body, Body* arm, Uses& uses) {
    const auto note = [&](const Atom& atom) {
      const auto found = uses.find(atom.var);
      if (found == uses.end()) return;
      if (arm == nullptr)
        found->second.bare = true;
      else
        add(found->second.arms, arm);
    };
    for (Stm& stm : body.stms) look(stm.exp, arm, uses, note);
    for (const Atom& atom : body.results) note(atom);
  }
  static void look(Exp& exp, Body* arm, Uses& uses, support::FunctionRef<void(const Atom&)> note) {
    const bool is_choice = std::holds_alternative<If>(exp.node);
    visit(
        exp, [&](Atom& atom) { note(atom); },
        [&](Body& inner, Binders&) {
          look(inner, arm == nullptr && is_choice ? &inner : arm, uses);
        });
  }

  /// Moves what only branches need into these, and on from there.
  void place(Body& body) {
    Uses uses;
    for (const Stm& stm : body.stms)
      if (may_move(stm)) uses[stm.binders[0].id];
    if (uses.empty()) return;
    const auto direct = [&](const Atom& atom) {
      if (const auto found = uses.find(atom.var); found != uses.end()) ++found->second.direct;
    };
    for (Stm& stm : body.stms) look(stm.exp, nullptr, uses, direct);
    for (const Atom& atom : body.results) direct(atom);
    std::vector<Body*> arms;
    std::unordered_map<Body*, Arrivals> arrivals;
    std::vector<bool> gone(body.stms.size());
    for (std::size_t i = body.stms.size(); i-- > 0;) {
      const Stm& stm = body.stms[i];
      if (!may_move(stm)) continue;
      const Use& use = uses[stm.binders[0].id];
      if (use.direct > 0 || use.bare || use.arms.empty() || use.arms.size() > kMostArms) continue;
      gone[i] = true;
      for (Body* arm : use.arms) {
        add_to(arrivals[arm], stm, arm == use.arms[0]);
        if (std::find(arms.begin(), arms.end(), arm) == arms.end()) arms.push_back(arm);
      }
      for (const Atom& atom : std::get<PrimApp>(stm.exp.node).args)
        if (const auto found = uses.find(atom.var); found != uses.end()) {
          --found->second.direct;
          for (Body* arm : use.arms) add(found->second.arms, arm);
        }
    }
    for (Body* arm : arms) arrive(*arm, std::move(arrivals[arm]));
    std::size_t at = 0;
    std::erase_if(body.stms, [&](const Stm&) { return gone[at++]; });
  }

  void add_to(Arrivals& to, const Stm& stm, bool is_first) {
    Stm own = stm;
    if (!is_first) {
      const Binder& binder = stm.binders[0];
      own.binders = {names_.bind(binder.type, names_.hint(binder.id))};
      to.instead.emplace(binder.id, own.binders[0].atom());
    }
    to.stms.push_back(std::move(own));
  }

  void arrive(Body& arm, Arrivals what) {
    std::reverse(what.stms.begin(), what.stms.end());
    std::move(arm.stms.begin(), arm.stms.end(), std::back_inserter(what.stms));
    arm.stms = std::move(what.stms);
    if (!what.instead.empty()) replace(arm, what.instead);
    place(arm);
  }

  Names& names_;
};

}  // namespace

void compute_where_taken(Body& body, Names& names) { Placer(names).run(body); }

}  // namespace laguz::core
