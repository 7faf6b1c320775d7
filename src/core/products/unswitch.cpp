// Guards of what is computed before inner iterations, so that it is not where there are none
// (fusion/precompute.cpp), are the same in all iterations of a nest. They are asked once, for no
// product is found across branches: the nest is there twice, as it is where all iterate, and as it
// was.
#include <algorithm>

#include "core/builder.hpp"
#include "core/products/distribute.hpp"
#include "core/products/sums.hpp"
#include "support/deep_stack.hpp"

namespace laguz::core::products {
namespace {

class Unswitcher {
 public:
  explicit Unswitcher(Names& names) : names_(names) {}

  bool in(Body& body) {
    support::expect_stack("A loop or branch");
    bool any = false;
    std::vector<Stm> stms;
    for (Stm& stm : body.stms) {
      if (is_guard(stm.exp)) guards_.insert(stm.binders[0].id);
      if (const auto* soac = std::get_if<Soac>(&stm.exp.node)) {
        const Binders guards =
            depth_of_products(soac->lambda.body) > 0 ? guards_in(stm) : Binders{};
        any = any || !guards.empty();
        if (guards.empty())
          stms.push_back(std::move(stm));
        else
          ask_before(std::move(stm), guards, stms);
        continue;
      }
      if (std::holds_alternative<If>(stm.exp.node) || std::holds_alternative<Loop>(stm.exp.node) ||
          std::holds_alternative<WithAcc>(stm.exp.node))
        visit(
            stm.exp, [](Atom&) {}, [&](Body& inner, Binders&) { any = in(inner) || any; });
      stms.push_back(std::move(stm));
    }
    body.stms = std::move(stms);
    return any;
  }

 private:
  /// There is an iteration; or there are several, of several levels.
  bool is_guard(const Exp& exp) const {
    const auto* app = std::get_if<PrimApp>(&exp.node);
    if (app == nullptr) return false;
    const prims::Op op = prims::op_of(app->prim);
    if (op == prims::Op::lt) return app->args[0] == Atom::i64(0);
    return op == prims::Op::bit_and && guards_.count(app->args[0].var) > 0 &&
           guards_.count(app->args[1].var) > 0;
  }

  /// Those that branches in [stm] ask.
  Binders guards_in(const Stm& stm) const {
    Binders found;
    find(stm.exp, found);
    return found;
  }
  void find(const Exp& exp, Binders& found) const {
    const auto* choice = std::get_if<If>(&exp.node);
    if (choice != nullptr && guards_.count(choice->condition.var) > 0) {
      const Binder guard{choice->condition.var, choice->condition.type};
      if (std::find(found.begin(), found.end(), guard) == found.end()) found.push_back(guard);
    }
    visit(
        exp, [](const Atom&) {},
        [&](const Body& inner, const Binders&) {
          for (const Stm& one : inner.stms) find(one.exp, found);
        });
  }

  void ask_before(Stm stm, const Binders& guards, std::vector<Stm>& to) {
    Builder out(names_);
    out.span = stm.span;
    out.inlined_at = stm.inlined_at;
    Atom all = guards[0].atom();
    for (std::size_t g = 1; g < guards.size(); ++g) all = out.prim("and", {all, guards[g].atom()});
    Stm choice{stm.binders, {}, stm.span, stm.inlined_at};
    Body nest;
    for (const Binder& binder : stm.binders) nest.results.push_back(binder.atom());
    nest.stms.push_back(std::move(stm));
    If asked;
    asked.condition = all;
    asked.then_body = refresh(nest, names_);
    asked.else_body = refresh(nest, names_);
    choice.exp.node = std::move(asked);
    for (Stm& one : out.finish({}).stms) to.push_back(std::move(one));
    to.push_back(std::move(choice));
  }

  Names& names_;
  VarSet guards_;
};

}  // namespace

bool unswitch(Body& body, Names& names) { return Unswitcher(names).in(body); }

}  // namespace laguz::core::products
