// Which expressions may be dropped when nobody uses their results.
#include "core/passes.hpp"
#include "core/semantics.hpp"
#include "core/walk.hpp"
#include "prims/catalog.hpp"
#include "support/deep_stack.hpp"

namespace laguz::core {
namespace {

bool may_fail(const PrimApp& e) {
  const prims::Guard guard = prims::row_of(e.prim).guard[static_cast<int>(e.prim.type)];
  if (guard == prims::Guard::none) return false;
  const Atom& second = e.args.at(1);
  if (!second.is_constant()) return true;
  const Scalar operands[] = {Scalar{e.prim.type, 0}, second.scalar()};
  return !prims::guard_holds(e.prim, operands);
}

class Effects {
 public:
  explicit Effects(bool deep) : deep_(deep) {}

  bool in(const Body& body) {
    if (!deep_) return false;
    support::expect_stack("A loop, branch or lambda");
    for (const Stm& stm : body.stms)
      if (in(stm.exp)) return true;
    return false;
  }
  bool in(const Exp& exp) { return std::visit(*this, exp.node); }

  bool operator()(const Copy&) { return false; }
  bool operator()(const PrimApp& e) { return may_fail(e); }
  bool operator()(const If& e) { return in(e.then_body) || in(e.else_body); }
  bool operator()(const Loop& e) {
    // A while loop may run for ever.
    return std::holds_alternative<WhileForm>(e.form) || in(e.body);
  }
  bool operator()(const Call&) { return true; }
  bool operator()(const Soac& e) {
    if (in(e.lambda.body)) return true;
    for (const Reduce& reduce : e.reduces)
      if (in(reduce.op.body)) return true;
    for (const Scan& scan : e.scans)
      if (in(scan.op.body)) return true;
    return false;
  }
  bool operator()(const Hist& e) { return in(e.op.body); }
  bool operator()(const Scatter&) { return false; }
  bool operator()(const Stream& e) { return in(e.lambda.body); }
  bool operator()(const Index&) { return true; }
  bool operator()(const Slice&) { return true; }
  bool operator()(const Update&) { return true; }
  bool operator()(const ArrayLit& e) { return e.elements.size() > 1 && e.row.rank > 0; }
  bool operator()(const ArrayApp& e) { return core::may_fail(e); }
  bool operator()(const Assert& e) {
    return !(e.condition.is_constant() && e.condition.scalar().as_bool());
  }
  bool operator()(const Diff& e) { return in(e.function.body); }
  bool operator()(const Custom& e) { return in(e.function.body); }
  bool operator()(const WithAcc& e) {
    for (const WithAcc::Acc& acc : e.accs) {
      local_.insert(acc.acc.id);
      if (acc.op && in(acc.op->body)) return true;
    }
    return in(e.body);
  }
  bool operator()(const AccUpdate& e) { return !local_.count(e.acc.var); }
  bool operator()(const Trace&) { return true; }

 private:
  bool deep_;                        ///< look into inner bodies
  std::unordered_set<VarId> local_;  ///< accumulators bound inside: what they gather is a result
};

}  // namespace

bool has_effect(const Exp& exp) { return Effects(true).in(exp); }

bool has_own_effect(const Exp& exp) { return Effects(false).in(exp); }

}  // namespace laguz::core
