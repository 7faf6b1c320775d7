// Forward mode for what depends on what (core::DiffMode::pattern). A tangent is 0 or 1 in each of
// its numbers: whether there is a way from an input whose seed is 1. So of two tangents there is
// the one or the other, which never cancels, overflows or wraps around, and a partial derivative
// counts as 1, unless it is 0 by construction or the choice of a `select`.
//
// Either of two is a + b - a b: so the derivative of all that by the seeds, where these are 0,
// counts the ways.
#include <algorithm>

#include "ad/forward/rules.hpp"
#include "ad/operators.hpp"

namespace laguz::ad::forward {

namespace {

/// Either of two tangents, of any rank.
Atom either(Emit& emit, const Atom& a, const Atom& b) {
  const ScalarType type = a.type.elem;
  const auto any = [type](Emit& inner, const Atoms& x) {
    if (type == ScalarType::boolean) return inner.prim("or", x);
    return inner.prim("sub", {inner.prim("add", x), inner.prim("mul", x)});
  };
  return a.type.is_scalar() ? any(emit, {a, b}) : emit.elementwise({a, b}, type, any);
}

}  // namespace

core::Lambda either_operator(Emit& emit, std::vector<Type> types) {
  const std::size_t columns = types.size();
  types.resize(2 * columns);
  std::copy_n(types.begin(), columns, types.begin() + static_cast<std::ptrdiff_t>(columns));
  return emit.lambda(types, [columns](Emit& inner, const Atoms& x) {
    Atoms all;
    for (std::size_t c = 0; c < columns; ++c) all.push_back(either(inner, x[c], x[columns + c]));
    return all;
  });
}

void prim_pattern(DualRules& rules, const core::PrimApp& e, const Atom& value) {
  Emit& emit = rules.emit();
  const prims::Row& row = prims::row_of(e.prim);
  if (row.diff != prims::Diff::partials) {  // a number for a number, as bits are, too
    const Atom tangent = *rules.forward.tangent(e.args[0]);
    rules.forward.set_tangent(value,
                              emit.prim("cvt_" + std::string(name(value.type.elem)), {tangent}));
    return;
  }
  std::vector<prims::TermId> args;
  for (const Atom& arg : e.args) args.push_back(emit.term(arg));
  const prims::Operands operands{emit, args, emit.term(value), e.prim.type};
  std::optional<Atom> all;
  for (std::size_t i = 0; i < e.args.size(); ++i) {
    auto tangent = rules.forward.tangent(e.args[i]);
    if (!tangent) continue;
    const auto weighed = emit.weigh(emit.atom(row.partials[i](operands)), *tangent);
    if (!weighed) continue;
    if (row.op == prims::Op::select) tangent = weighed;
    if (tangent->type.elem != value.type.elem)
      tangent = emit.prim("cvt_" + std::string(name(value.type.elem)), {*tangent});
    all = all ? either(emit, *all, *tangent) : *tangent;
  }
  if (all) rules.forward.set_tangent(value, *all);
}

void recurrence_pattern(DualRules& rules, const core::ArrayApp& e, const Atom& value) {
  Emit& emit = rules.emit();
  Atom drive = rules.forward.tangent_or_zeros(e.args[1]);
  if (const auto rate = rules.forward.tangent(e.args[0]))
    drive = either(emit, drive, emit.clear_first(*rate));
  // Each depends on all that those before it depend on.
  const Type row = value.type.row();
  Atoms dims = emit.shape(drive);
  dims.erase(dims.begin());
  core::Soac soac;
  soac.width = emit.shape(drive, 0);
  soac.arrays = {drive};
  soac.lambda = emit.lambda({row}, [](Emit&, const Atoms& x) { return x; });
  soac.scans.push_back({either_operator(emit, {row}), {emit.zeros(row.elem, dims)}});
  soac.row_shapes = {dims};
  rules.forward.set_tangent(value, emit.emit1({std::move(soac)}, value.type));
}

// The rule is linear in the direction that it takes: what it makes of that depends on it, and may
// depend on the argument, as the function does.
void custom_pattern(DualRules& rules, const core::Custom& e, const Atoms& values) {
  core::Substitution substitution;
  std::size_t p = 0;
  for (const Atom& arg : e.args) substitution[e.rule.params[p++].id] = arg;
  for (const Atom& arg : e.args) {
    const auto tangent = rules.forward.tangent(arg);
    if (tangent) rules.forward.set_tangent(*tangent, *tangent);
    substitution[e.rule.params[p++].id] = tangent ? *tangent : rules.emit().zeros_like(arg);
  }
  const Atoms changes = rules.forward.run(e.rule.body, std::move(substitution), true);
  for (std::size_t i = 0; i < values.size(); ++i)
    if (const auto tangent = rules.forward.tangent(changes[i]))
      rules.forward.set_tangent(values[i], *tangent);
}

}  // namespace laguz::ad::forward
