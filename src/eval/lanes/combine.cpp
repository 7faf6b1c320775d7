#include "eval/lanes/combine.hpp"

#include <optional>
#include <unordered_map>
#include <utility>

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

/// [number] where [compared] holds, or where it does not, and else 0; nothing for comparisons of
/// other types.
std::optional<PrimApp> gate(const PrimApp& compared, const Atom& number, bool holds) {
  if (compared.prim.type != number.type.elem) return std::nullopt;
  Atom x = compared.args[0], y = compared.args[1];
  prims::Op op = prims::op_of(compared.prim);
  if (op == prims::Op::lt || op == prims::Op::le) {
    std::swap(x, y);
    op = op == prims::Op::lt ? prims::Op::gt : prims::Op::ge;
  } else if (op == prims::Op::ne) {
    op = prims::Op::eq;
    holds = !holds;
  }
  const char* name = nullptr;
  if (op == prims::Op::gt) name = holds ? "gate_gt" : "stop_gt";
  if (op == prims::Op::ge) name = holds ? "gate_ge" : "stop_ge";
  if (op == prims::Op::eq) name = holds ? "gate_eq" : "stop_eq";
  if (name == nullptr) return std::nullopt;
  return PrimApp{prims::get(name, compared.prim.type), {x, y, number}};
}

class Combiner {
 public:
  explicit Combiner(Uses& uses) : uses_(uses) {}

  void run(Body& body) {
    Made products, comparisons;
    std::vector<char> gone(body.stms.size(), 0);
    for (std::size_t s = 0; s < body.stms.size(); ++s) {
      Stm& stm = body.stms[s];
      core::visit(
          stm.exp, [](Atom&) {}, [&](Body& inner, core::Binders&) { run(inner); });
      auto* app = std::get_if<PrimApp>(&stm.exp.node);
      if (app == nullptr) continue;
      const ScalarType type = app->prim.type;
      // (Halves are computed as floats: one operation would round once where two round twice.)
      if (type != ScalarType::f64 && type != ScalarType::f32) continue;
      const prims::Op op = prims::op_of(app->prim);
      if (op == prims::Op::mul)
        products[stm.binders[0].id] = s;
      else if (op == prims::Op::add || op == prims::Op::sub)
        combine_sum(body, *app, products, gone);
      else if (op == prims::Op::select)
        combine_choice(body, *app, comparisons, gone);
      else if (stm.binders[0].type.elem == ScalarType::boolean && app->args.size() == 2)
        comparisons[stm.binders[0].id] = s;
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
  using Made = std::unordered_map<VarId, std::size_t>;  ///< in this body: by which statement

  void combine_sum(const Body& body, PrimApp& app, const Made& products, std::vector<char>& gone) {
    const bool sum = prims::op_of(app.prim) == prims::Op::add;
    for (int side = 0; side < (sum ? 2 : 1); ++side) {
      const auto found = products.find(app.args[static_cast<std::size_t>(side)].var);
      if (found == products.end() || uses_[found->first] != 1) continue;
      const Atom other = app.args[static_cast<std::size_t>(1 - side)];
      const PrimApp& product = std::get<PrimApp>(body.stms[found->second].exp.node);
      gone[found->second] = 1;
      app = {prims::get(sum ? "mad" : "mulsub", product.prim.type),
             {product.args[0], product.args[1], other}};
      return;
    }
  }

  void combine_choice(const Body& body, PrimApp& app, const Made& comparisons,
                      std::vector<char>& gone) {
    const auto found = comparisons.find(app.args[0].var);
    if (found == comparisons.end()) return;
    const Atom zero = Atom::constant({app.prim.type, 0});
    const bool holds = app.args[2] == zero;
    if (!holds && app.args[1] != zero) return;
    const PrimApp& compared = std::get<PrimApp>(body.stms[found->second].exp.node);
    auto gated = gate(compared, app.args[holds ? 1 : 2], holds);
    if (!gated) return;
    app = std::move(*gated);
    if (--uses_[found->first] == 0) gone[found->second] = 1;
  }

  Uses& uses_;
};

}  // namespace

void combine_operations(core::Soac& soac) {
  Uses uses;
  count(soac.lambda.body, uses);
  Combiner(uses).run(soac.lambda.body);
}

}  // namespace laguz::eval::lanes
