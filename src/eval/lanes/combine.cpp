#include "eval/lanes/combine.hpp"

#include <unordered_map>

#include "core/walk.hpp"
#include "prims/catalog.hpp"

namespace laguz::eval::lanes {
namespace {

using core::Atom;
using core::Body;
using core::PrimApp;
using core::Stm;
using core::VarId;

using Uses = std::unordered_map<VarId, int>;

/// Reads of every variable, at any depth.
void count(const Body& body, Uses& uses) {
  for (const Atom& atom : body.results) ++uses[atom.var];
  for (const Stm& stm : body.stms)
    core::visit(
        stm.exp, [&](const Atom& atom) { ++uses[atom.var]; },
        [&](const Body& inner, const core::Binders&) { count(inner, uses); });
}

class Combiner {
 public:
  explicit Combiner(const Uses& uses) : uses_(uses) {}

  void run(Body& body) {
    std::unordered_map<VarId, std::size_t> products;  // of this body: where they are made
    std::vector<char> gone(body.stms.size(), 0);
    for (std::size_t s = 0; s < body.stms.size(); ++s) {
      Stm& stm = body.stms[s];
      core::visit(
          stm.exp, [](Atom&) {}, [&](Body& inner, core::Binders&) { run(inner); });
      auto* app = std::get_if<PrimApp>(&stm.exp.node);
      if (app == nullptr || !support::is_float(app->prim.type)) continue;
      const prims::Op op = prims::op_of(app->prim);
      if (op == prims::Op::mul) {
        if (once(stm.binders[0].id)) products[stm.binders[0].id] = s;
        continue;
      }
      const bool sum = op == prims::Op::add;
      if (!sum && op != prims::Op::sub) continue;
      for (int side = 0; side < (sum ? 2 : 1); ++side) {
        const auto found = products.find(app->args[static_cast<std::size_t>(side)].var);
        if (found == products.end()) continue;
        const Atom other = app->args[static_cast<std::size_t>(1 - side)];
        const PrimApp product = std::get<PrimApp>(body.stms[found->second].exp.node);
        gone[found->second] = 1;
        stm.exp.node = PrimApp{prims::get(sum ? "mad" : "mulsub", product.prim.type),
                               {product.args[0], product.args[1], other}};
        break;
      }
    }
    std::size_t kept = 0;
    for (std::size_t s = 0; s < body.stms.size(); ++s)
      if (!gone[s]) {
        if (kept != s) body.stms[kept] = std::move(body.stms[s]);
        ++kept;
      }
    body.stms.resize(kept);
  }

 private:
  bool once(VarId id) const {
    const auto found = uses_.find(id);
    return found != uses_.end() && found->second == 1;
  }
  const Uses& uses_;
};

}  // namespace

void combine_products(core::Soac& soac) {
  Uses uses;
  count(soac.lambda.body, uses);
  Combiner(uses).run(soac.lambda.body);
}

}  // namespace laguz::eval::lanes
