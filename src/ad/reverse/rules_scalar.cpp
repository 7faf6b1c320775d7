// Scalar primitives: cotangents by the partials of the row.
#include "ad/operators.hpp"
#include "ad/reverse/rules.hpp"

namespace laguz::ad::reverse {

void copy_rule(Sweep& sweep, const core::Copy& e, const Swept& node) {
  sweep.add(e.atom, *sweep.adjoint(node.results[0].atom()));
}

namespace {

/// When something comes to operand [i] of [e], if that is known when run only: where zero is
/// selected for it, nothing does. (Rules select so, where the next order meets it.)
std::optional<Atom> there_of_operand(Sweep& sweep, const core::PrimApp& e, std::size_t i) {
  const bool is_selected = prims::row_of(e.prim).op == prims::Op::select && i == 1 &&
                           e.args[2] == sweep.emit().zero(e.args[2].type.elem);
  if (!is_selected) return sweep.there();
  const auto there = sweep.there();
  return there ? sweep.emit().prim("and", {*there, e.args[0]}) : e.args[0];
}

}  // namespace

void prim_rule(Sweep& sweep, const core::PrimApp& e, const Swept& node) {
  const prims::Row& row = prims::row_of(e.prim);
  const Atom cotangent = *sweep.adjoint(node.results[0].atom());
  switch (row.diff) {
    case prims::Diff::zero:
    case prims::Diff::nondiff: return;
    case prims::Diff::convert: {
      // The cotangent is converted back to the operand's type.
      const ScalarType from = e.args[0].type.elem;
      sweep.add(e.args[0], sweep.emit().prim("cvt_" + std::string(name(from)), {cotangent}));
      return;
    }
    case prims::Diff::bitcast: {
      const bool to_bits = row.op == prims::Op::to_bits;
      const ScalarType type = to_bits ? e.args[0].type.elem : node.results[0].type.elem;
      sweep.add(e.args[0], sweep.emit().prim(prims::get(to_bits ? "from_bits" : "to_bits", type),
                                             {cotangent}));
      return;
    }
    case prims::Diff::partials: break;
  }
  if (row.op == prims::Op::mul && e.args[0] == e.args[1]) {
    // Of a square, both at once: cotangents of the squares in a sum are the same, and so are these.
    const Atom twice = sweep.emit().twice(cotangent);
    if (const auto both = sweep.emit().weigh(e.args[0], twice)) sweep.add(e.args[0], *both);
    return;
  }
  std::vector<prims::TermId> args;
  for (const Atom& arg : e.args) args.push_back(sweep.emit().term(arg));
  const prims::Operands operands{sweep.emit(), args, sweep.emit().term(node.results[0].atom()),
                                 e.prim.type};
  for (std::size_t i = 0; i < e.args.size(); ++i) {
    if (!sweep.is_active(e.args[i])) continue;
    const graph::Place place = sweep.emit().place;
    sweep.emit().place = place.slope(e.prim);
    const Atom partial = sweep.emit().atom(row.partials[i](operands));
    sweep.emit().place = place;
    Atom weighted = cotangent;
    if (partial.type.elem != cotangent.type.elem)
      weighted = sweep.emit().prim("cvt_" + std::string(name(partial.type.elem)), {cotangent});
    auto contribution = row.op == prims::Op::mul ? sweep.emit().scale(partial, weighted)
                                                 : sweep.emit().weigh(partial, weighted);
    if (!contribution) continue;
    if (const auto condition = sweep.there(); condition && may_be_infinite(e.prim)) {
      const ScalarType type = contribution->type.elem;
      contribution = sweep.emit().prim(prims::get("select", type),
                                       {*condition, *contribution, sweep.emit().zero(type)});
    }
    sweep.add(e.args[i], *contribution, there_of_operand(sweep, e, i));
  }
}

}  // namespace laguz::ad::reverse
