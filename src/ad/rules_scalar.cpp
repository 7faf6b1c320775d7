// Scalar primitives: cotangents by the partials of the row.
#include "ad/sweep.hpp"

namespace laguz::ad {

bool may_be_infinite(prims::Prim prim) { return !prims::row_of(prim).has(prims::kTame); }

void Sweep::rule_prim(const core::PrimApp& e, const core::Binders& results) {
  const prims::Row& row = prims::row_of(e.prim);
  const Atom cotangent = *adjoint(results[0].atom());
  switch (row.diff) {
    case prims::Diff::zero:
    case prims::Diff::nondiff: return;
    case prims::Diff::convert: {
      // The cotangent is converted back to the operand's type.
      const ScalarType from = e.args[0].type.elem;
      add(e.args[0], emit_.prim("cvt_" + std::string(name(from)), {cotangent}));
      return;
    }
    case prims::Diff::bitcast: {
      const bool to_bits = row.op == prims::Op::to_bits;
      const ScalarType type = to_bits ? e.args[0].type.elem : results[0].type.elem;
      add(e.args[0], emit_.prim(prims::get(to_bits ? "from_bits" : "to_bits", type), {cotangent}));
      return;
    }
    case prims::Diff::partials: break;
  }
  std::vector<prims::TermId> args;
  for (const Atom& arg : e.args) args.push_back(emit_.term(arg));
  const prims::Operands operands{emit_, args, emit_.term(results[0].atom()), e.prim.type};
  for (std::size_t i = 0; i < e.args.size(); ++i) {
    if (!is_active(e.args[i])) continue;
    const Atom partial = emit_.atom(row.partials[i](operands));
    Atom weighted = cotangent;
    if (partial.type.elem != cotangent.type.elem)
      weighted = emit_.prim("cvt_" + std::string(name(partial.type.elem)), {cotangent});
    auto contribution = emit_.weigh(partial, weighted);
    if (!contribution) continue;
    if (const auto condition = there(); condition && may_be_infinite(e.prim)) {
      const ScalarType type = contribution->type.elem;
      contribution =
          emit_.prim(prims::get("select", type), {*condition, *contribution, emit_.zero(type)});
    }
    add(e.args[i], *contribution);
  }
}

}  // namespace laguz::ad
