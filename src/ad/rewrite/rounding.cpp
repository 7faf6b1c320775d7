#include "ad/rewrite/rounding.hpp"

#include <string>
#include <unordered_set>

#include "core/walk.hpp"
#include "prims/catalog.hpp"
#include "support/deep_stack.hpp"

namespace laguz::ad::rewrite {
namespace {

using core::Atom;
using core::Atoms;
using core::Binder;
using core::Binders;
using core::Body;
using core::Exp;
using core::Lambda;
using core::VarId;

/// How a value depends on the inputs.
struct Dependence {
  bool varies = false;   ///< at all
  bool rounded = false;  ///< it is an integer or a truth, and was a float on the way

  bool operator==(const Dependence&) const = default;
  Dependence operator|(const Dependence& other) const {
    return {varies || other.varies, rounded || other.rounded};
  }
  /// As far as a value of [type] can.
  Dependence of(core::Type type) const {
    return {varies, rounded && !support::is_float(type.elem)};
  }
};

class Rounding {
 public:
  void depend(const Binder& binder, Dependence on) {
    on = on.of(binder.type);
    if (on.varies) varying_.insert(binder.id);
    if (on.rounded) rounded_.insert(binder.id);
  }

  /// What its results depend on.
  std::vector<Dependence> body(Body& body) {
    support::expect_stack("A loop, branch or lambda");
    for (core::Stm& stm : body.stms) statement(stm);
    std::vector<Dependence> out;
    for (const Atom& result : body.results) out.push_back(of(result));
    return out;
  }

 private:
  Dependence of(const Atom& atom) const {
    if (atom.is_constant()) return {};
    return {varying_.count(atom.var) > 0, rounded_.count(atom.var) > 0};
  }
  Dependence of(const Atoms& atoms) const {
    Dependence all;
    for (const Atom& atom : atoms) all = all | of(atom);
    return all;
  }

  void statement(core::Stm& stm) {
    auto* node = &stm.exp.node;
    if (auto* prim = std::get_if<core::PrimApp>(node)) return depend(stm.binders[0], of(*prim));
    if (auto* loop = std::get_if<core::Loop>(node)) return this->loop(*loop, stm.binders);
    if (auto* soac = std::get_if<core::Soac>(node)) return this->soac(*soac, stm.binders);
    if (auto* choice = std::get_if<core::If>(node)) {
      const auto yes = body(choice->then_body), no = body(choice->else_body);
      for (std::size_t i = 0; i < stm.binders.size(); ++i) depend(stm.binders[i], yes[i] | no[i]);
      return;
    }
    if (const auto* index = std::get_if<core::Index>(node))
      return depend(stm.binders[0], of(index->array));
    if (const auto* app = std::get_if<core::ArrayApp>(node);
        app != nullptr && app->op == core::ArrayOp::shape)
      return;
    whole(stm);
  }

  Dependence of(core::PrimApp& e) {
    const prims::Row& row = prims::row_of(e.prim);
    if (row.diff == prims::Diff::zero || row.diff == prims::Diff::nondiff) return {};
    const Dependence on = of(e.args);
    if (row.diff != prims::Diff::convert) return on;
    const bool from_float = support::is_float(e.prim.type);
    const bool to_float = support::is_float(prims::result_type(e.prim));
    if (from_float && !to_float) return {on.varies, on.varies};
    if (from_float || !to_float || !on.rounded) return on;
    e.prim = prims::step_of(e.prim);
    return {};
  }

  void loop(core::Loop& e, const Binders& results) {
    std::vector<Dependence> states;
    for (const Atom& init : e.inits) states.push_back(of(init));
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t k = 0; k < states.size(); ++k) depend(e.params[k], states[k]);
      if (auto* form = std::get_if<core::WhileForm>(&e.form)) body(form->condition);
      const auto next = body(e.body);
      for (std::size_t k = 0; k < states.size(); ++k) {
        const Dependence both = states[k] | next[k];
        changed = changed || !(both == states[k]);
        states[k] = both;
      }
    }
    for (std::size_t k = 0; k < states.size(); ++k) depend(results[k], states[k]);
    for (std::size_t h = 0; h < e.history.size(); ++h)
      depend(results[states.size() + h], states[e.history[h]]);
  }

  void soac(core::Soac& e, const Binders& results) {
    for (std::size_t i = 0; i < e.arrays.size(); ++i) depend(e.lambda.params[i], of(e.arrays[i]));
    auto values = body(e.lambda.body);
    std::size_t at = 0;
    auto fold = [&](Lambda& op, const Atoms& neutral) {
      Dependence all;  // columns may mix
      for (std::size_t c = 0; c < neutral.size(); ++c) all = all | values[at + c] | of(neutral[c]);
      all = operation(op, all);
      for (std::size_t c = 0; c < neutral.size(); ++c) values[at + c] = all;
      at += neutral.size();
    };
    for (auto& reduce : e.reduces) fold(reduce.op, reduce.neutral);
    for (auto& scan : e.scans) fold(scan.op, scan.neutral);
    for (std::size_t i = 0; i < results.size(); ++i) depend(results[i], values[i]);
  }

  /// Of an operator on operands that all depend [on] what they may.
  Dependence operation(Lambda& op, Dependence on) {
    for (;;) {
      for (const Binder& param : op.params) depend(param, on);
      Dependence after = on;
      for (const Dependence& result : body(op.body)) after = after | result;
      if (after == on) return on;
      on = after;
    }
  }

  /// Anything else: all that it gives depends on all that it takes, and has within.
  void whole(core::Stm& stm) {
    Dependence on;
    for (const Binder& free : core::free_variables(stm.exp)) {
      on = on | of(free.atom());
      // What it calls may round.
      if (std::holds_alternative<core::Call>(stm.exp.node) && of(free.atom()).varies &&
          support::is_float(free.type.elem))
        on.rounded = true;
    }
    for (bool changed = true; changed;) {
      changed = false;
      core::visit(
          stm.exp, [](Atom&) {},
          [&](Body& inner, Binders& params) {
            for (const Binder& param : params) depend(param, on);
            for (const Dependence& result : body(inner)) {
              changed = changed || !((on | result) == on);
              on = on | result;
            }
          });
    }
    for (const Binder& binder : stm.binders) depend(binder, on);
  }

  std::unordered_set<VarId> varying_, rounded_;
};

}  // namespace

void stop_at_roundings(Body& body, const Binders& inputs) {
  Rounding rounding;
  for (const Binder& input : inputs) rounding.depend(input, {true, false});
  rounding.body(body);
}

}  // namespace laguz::ad::rewrite
