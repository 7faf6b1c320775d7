// Signs of arrays: where a map's result is the negative of something, and all that is ever done
// with it is to add it in other maps, perhaps through views, the map gives that something, and the
// others subtract. What is stored then has often been stored already. (The derivative of a
// subtraction of neighbours has both.)
#include <unordered_map>

#include "core/fusion/fused.hpp"
#include "core/fusion/fusion.hpp"
#include "core/passes.hpp"
#include "core/semantics.hpp"
#include "core/walk.hpp"
#include "prims/catalog.hpp"

namespace laguz::core::fusion {
namespace {

bool has_sign(const Type& type) { return type.is_scalar() && has_signs(type.elem); }

/// Takes a sign from an operand, for nothing or in exchange for one of its result.
bool takes_sign(const PrimApp& prim) {
  const prims::Op op = prims::op_of(prim.prim);
  return op == prims::Op::add || op == prims::Op::sub || op == prims::Op::neg ||
         op == prims::Op::mul || op == prims::Op::div;
}

/// Gives the elements of [array] in other places.
bool moves_elements(const ArrayApp& app, VarId array) {
  const ArrayOpRow& row = row_of(app.op);
  return row.elements == Elements::moved && app.args[row.array].var == array;
}

/// The arrays of one body.
class Signs {
 public:
  Signs(Body& body, Names& names) : body_(body), names_(names) {}

  bool turn() {
    bool turned = false;
    for (Stm& stm : body_.stms)
      if (auto* soac = std::get_if<Soac>(&stm.exp.node)) turned = turn(stm, *soac) || turned;
    return turned;
  }

 private:
  struct Operand {
    std::size_t stm, array;
  };

  /// Who uses what. (Once there is a sign: it takes a look at all that is inside, and bodies may be
  /// as deep as a program is long.)
  void look() {
    if (looked_) return;
    looked_ = true;
    for (std::size_t s = 0; s < body_.stms.size(); ++s)
      for (const Binder& free : free_variables(body_.stms[s].exp)) users_[free.id].push_back(s);
    for (const Atom& result : body_.results) given_.insert(result.var);
  }

  bool turn(const Stm& stm, Soac& soac) {
    bool turned = false;
    Atoms& results = soac.lambda.body.results;
    for (std::size_t r = ends_of(soac).scanned; r < results.size(); ++r) {
      if (!has_sign(results[r].type)) continue;
      const auto made = place_of(soac.lambda.body, results[r].var);
      if (!made) continue;
      const auto* prim = std::get_if<PrimApp>(&soac.lambda.body.stms[*made].exp.node);
      if (prim == nullptr || prims::op_of(prim->prim) != prims::Op::neg) continue;
      look();
      std::vector<Operand> operands;
      if (!find_operands(stm.binders[r].id, operands) || operands.empty()) continue;
      results[r] = prim->args[0];
      for (const Operand& operand : operands) negate(operand);
      turned = true;
    }
    return turned;
  }

  /// Where [array] is read; false if it is used in another way than that, or than to be added.
  bool find_operands(VarId array, std::vector<Operand>& operands) const {
    if (given_.count(array) != 0) return false;
    const auto users = users_.find(array);
    if (users == users_.end()) return true;
    for (const std::size_t s : users->second) {
      const Stm& stm = body_.stms[s];
      if (const auto* app = std::get_if<ArrayApp>(&stm.exp.node)) {
        if (app->op == ArrayOp::shape) continue;
        if (!moves_elements(*app, array) || !find_operands(stm.binders[0].id, operands))
          return false;
        continue;
      }
      if (std::holds_alternative<Slice>(stm.exp.node)) {
        if (stm.binders[0].type.rank == 0 || !find_operands(stm.binders[0].id, operands))
          return false;
        continue;
      }
      const auto* soac = std::get_if<Soac>(&stm.exp.node);
      if (soac == nullptr) return false;
      VarSet inside;
      add_uses_inside(*soac, inside);
      if (inside.count(array) != 0) return false;
      for (std::size_t a = 0; a < soac->arrays.size(); ++a) {
        if (soac->arrays[a].var != array) continue;
        if (!is_added(*soac, soac->lambda.params[a])) return false;
        operands.push_back({s, a});
      }
    }
    return true;
  }

  static bool is_added(const Soac& soac, const Binder& param) {
    if (!has_sign(param.type)) return false;
    for (const Atom& result : soac.lambda.body.results)
      if (result.var == param.id) return false;
    for (const Stm& stm : soac.lambda.body.stms) {
      if (!uses(stm.exp, param.id)) continue;
      const auto* prim = std::get_if<PrimApp>(&stm.exp.node);
      if (prim == nullptr || !takes_sign(*prim)) return false;
    }
    return true;
  }

  void negate(const Operand& operand) {
    Stm& stm = body_.stms[operand.stm];
    auto& soac = std::get<Soac>(stm.exp.node);
    Binder& param = soac.lambda.params[operand.array];
    const Binder before = param;
    param = names_.bind(before.type);
    std::vector<Stm>& stms = soac.lambda.body.stms;
    stms.insert(stms.begin(), {{before},
                               {PrimApp{prims::get("neg", before.type.elem), {param.atom()}}},
                               stm.span,
                               stm.inlined_at});
  }

  Body& body_;
  Names& names_;
  bool looked_ = false;
  std::unordered_map<VarId, std::vector<std::size_t>> users_;
  VarSet given_;  ///< results of the body
};

}  // namespace

bool turn_array_signs(Body& body, Names& names) {
  bool turned = Signs(body, names).turn();
  for (Stm& stm : body.stms)
    visit(
        stm.exp, [](Atom&) {},
        [&](Body& inner, Binders&) { turned = turn_array_signs(inner, names) || turned; });
  return turned;
}

}  // namespace laguz::core::fusion
