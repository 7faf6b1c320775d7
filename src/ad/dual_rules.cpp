// Forward mode for first-order expressions: every one is linear in its tangents.
#include "ad/dual_rules.hpp"

#include <algorithm>

#include "support/assert.hpp"
#include "support/overloaded.hpp"

namespace laguz::ad {

using core::ArrayOp;
using core::Exp;
using support::overloaded;

bool DualRules::any(const Atoms& atoms) const {
  return std::any_of(atoms.begin(), atoms.end(), [&](const Atom& a) { return active(a); });
}

Atoms DualRules::plain(const Exp& exp) {
  return core::has_effect(exp) ? forward.graph().append(exp, types, emit().place)
                               : emit().emit(exp, types);
}

Atoms DualRules::region(Exp exp, const std::vector<Type>& result_types) {
  return emit().region(std::move(exp), result_types);
}

std::vector<bool> DualRules::active_results(const Exp& exp) const {
  return forward.activity_.active_results(exp, types.size());
}

Atoms DualRules::apply(const Exp& exp) {
  return std::visit(overloaded{[&](const core::Copy& e) { return Atoms{e.atom}; },
                               [&](const core::PrimApp& e) { return prim(e); },
                               [&](const core::If& e) { return choose(e); },
                               [&](const core::Loop& e) { return loop(e); },
                               [&](const core::Call& e) { return call(e); },
                               [&](const core::Soac& e) { return soac(e); },
                               [&](const core::Hist& e) { return hist(e); },
                               [&](const core::Scatter& e) { return scatter(e); },
                               [&](const core::Stream& e) { return stream(e); },
                               [&](const core::Index& e) { return index(e); },
                               [&](const core::Slice& e) { return slice(e); },
                               [&](const core::Update& e) { return update(e); },
                               [&](const core::ArrayLit& e) { return literal(e); },
                               [&](const core::ArrayApp& e) { return array(e); },
                               [&](const core::Assert&) { return pin ? plain(exp) : Atoms{}; },
                               [&](const core::Trace&) { return pin ? plain(exp) : Atoms{}; },
                               [&](const core::Custom& e) { return custom(e); },
                               [&](const core::WithAcc& e) { return with_acc(e); },
                               [&](const core::AccUpdate& e) { return acc_update(e); },
                               [](const core::Diff&) -> Atoms {
                                 LAGUZ_ASSERT(false,
                                              "an inner Diff is expanded before the outer one");
                               }},
                    exp.node);
}

Atoms DualRules::prim(const core::PrimApp& e) {
  Atoms values = plain({e});
  if (!any(e.args)) return values;
  const prims::Row& row = prims::row_of(e.prim);
  switch (row.diff) {
    case prims::Diff::zero:
    case prims::Diff::nondiff: return values;
    case prims::Diff::convert:
    case prims::Diff::bitcast:
      forward.set_tangent(values[0], emit().prim(e.prim, {*forward.tangent(e.args[0])}));
      return values;
    case prims::Diff::partials: break;
  }
  std::vector<prims::TermId> args;
  for (const Atom& arg : e.args) args.push_back(emit().term(arg));
  const prims::Operands operands{emit(), args, emit().term(values[0]), e.prim.type};
  std::optional<Atom> sum;
  for (std::size_t i = 0; i < e.args.size(); ++i) {
    auto tangent = forward.tangent(e.args[i]);
    if (!tangent) continue;
    const Atom partial = emit().atom(row.partials[i](operands));
    std::optional<Atom> part = emit().weigh(partial, *tangent);
    if (!part) continue;
    if (const auto there = forward.there_of(e.args[i]); there && may_be_infinite(e.prim))
      part = emit().prim(prims::get("select", part->type.elem),
                         {*there, *part, emit().zero(part->type.elem)});
    if (part->type.elem != values[0].type.elem)
      part = emit().prim("cvt_" + std::string(name(values[0].type.elem)), {*part});
    sum = sum ? emit().add(*sum, *part) : *part;
  }
  if (sum) forward.set_tangent(values[0], *sum);
  return values;
}

Atoms DualRules::index(const core::Index& e) {
  Atoms values = plain({e});
  if (auto tangent = forward.tangent(e.array))
    forward.set_tangent(values[0], emit().index(*tangent, e.indices));
  return values;
}

Atoms DualRules::slice(const core::Slice& e) {
  Atoms values = plain({e});
  if (auto tangent = forward.tangent(e.array))
    forward.set_tangent(values[0], emit().slice(*tangent, e.dims));
  return values;
}

Atoms DualRules::update(const core::Update& e) {
  Atoms values = plain({e});
  if (active(e.array) || active(e.value))
    forward.set_tangent(values[0], emit().update(forward.tangent_or_zeros(e.array), e.dims,
                                                 forward.tangent_or_zeros(e.value)));
  return values;
}

Atoms DualRules::literal(const core::ArrayLit& e) {
  Atoms values = plain({e});
  if (!any(e.elements)) return values;
  core::ArrayLit tangents = e;
  for (Atom& element : tangents.elements) element = forward.tangent_or_zeros(element);
  forward.set_tangent(values[0], emit().emit1({std::move(tangents)}, values[0].type));
  return values;
}

Atoms DualRules::array(const core::ArrayApp& e) {
  Atoms values = plain({e});
  auto same = [&](std::size_t varying) {
    if (!active(e.args[varying])) return;
    Atoms args = e.args;
    args[varying] = *forward.tangent(e.args[varying]);
    forward.set_tangent(values[0], emit().array_op(e.op, std::move(args), values[0].type, e.attrs));
  };
  switch (e.op) {
    case ArrayOp::shape:
    case ArrayOp::zeros: return values;
    case ArrayOp::rearrange:
    case ArrayOp::reshape:
    case ArrayOp::reverse:
    case ArrayOp::gather:
    case ArrayOp::copy:
    case ArrayOp::flat_index: same(0); return values;
    case ArrayOp::replicate:
    case ArrayOp::rotate: same(1); return values;
    case ArrayOp::iota: {
      if (!active(e.args[1]) && !active(e.args[2])) return values;
      Atoms args{e.args[0], forward.tangent_or_zeros(e.args[1]),
                 forward.tangent_or_zeros(e.args[2])};
      forward.set_tangent(values[0], emit().array_op(e.op, std::move(args), values[0].type));
      return values;
    }
    case ArrayOp::concat: {
      if (!any(e.args)) return values;
      Atoms args;
      for (const Atom& arg : e.args) args.push_back(forward.tangent_or_zeros(arg));
      forward.set_tangent(values[0], emit().array_op(e.op, std::move(args), values[0].type));
      return values;
    }
    case ArrayOp::flat_update: {
      if (!active(e.args[0]) && !active(e.args.back())) return values;
      Atoms args = e.args;
      args[0] = forward.tangent_or_zeros(e.args[0]);
      args.back() = forward.tangent_or_zeros(e.args.back());
      forward.set_tangent(values[0], emit().array_op(e.op, std::move(args), values[0].type));
      return values;
    }
    case ArrayOp::lin_rec: {
      if (!any(e.args)) return values;
      Atom drive = forward.tangent_or_zeros(e.args[1]);
      if (auto rate = forward.tangent(e.args[0])) {
        // ṫ[i] = ḃ[i] + ȧ[i] t[i-1] + a[i] ṫ[i-1], and nothing stands before the first.
        const Atom before =
            emit().array_op(ArrayOp::rotate, {Atom::i64(-1), values[0]}, values[0].type);
        drive = emit().add(drive, emit().clear_first(emit().multiply(*rate, before)));
      }
      forward.set_tangent(values[0], emit().array_op(e.op, {e.args[0], drive}, values[0].type));
      return values;
    }
  }
  return values;
}

Atoms DualRules::scatter(const core::Scatter& e) {
  Atoms values = plain({e});
  for (std::size_t c = 0; c < values.size(); ++c) {
    if (!active(e.dests[c]) && !active(e.values[c])) continue;
    core::Scatter tangent;
    tangent.width = e.width;
    tangent.dests = {forward.tangent_or_zeros(e.dests[c])};
    tangent.indices = e.indices;
    tangent.values = {forward.tangent_or_zeros(e.values[c])};
    forward.set_tangent(values[c], emit().emit1({std::move(tangent)}, values[c].type));
  }
  return values;
}

Atoms DualRules::call(const core::Call& e) {
  if (!any(e.args) && !forward.adds_jointly({e})) return plain({e});
  Atoms args = e.args;
  std::vector<AccTangent> accs;
  for (const Atom& arg : e.args) {
    if (!arg.type.acc) {
      args.push_back(forward.tangent_or_zeros(arg));
      continue;
    }
    const auto tangents = forward.tangent_accumulator(arg.var);
    accs.push_back(!tangents          ? AccTangent::none
                   : *tangents == arg ? AccTangent::joint
                                      : AccTangent::apart);
    if (accs.back() == AccTangent::apart) args.push_back(*tangents);
  }
  std::vector<Type> both = types;
  both.insert(both.end(), types.begin(), types.end());
  Atoms out =
      region({core::Call{forward.functions_.forward_of(e.function, accs), std::move(args)}}, both);
  Atoms values(out.begin(), out.begin() + static_cast<std::ptrdiff_t>(types.size()));
  for (std::size_t i = 0; i < values.size(); ++i)
    forward.set_tangent(values[i], out[types.size() + i]);
  return values;
}

Atoms DualRules::custom(const core::Custom& e) {
  core::Substitution substitution;
  if (e.mode == core::CustomMode::jvp && any(e.args)) {
    Atoms values = plain({e});
    std::size_t p = 0;
    for (const Atom& arg : e.args) substitution[e.rule.params[p++].id] = arg;
    for (const Atom& arg : e.args)
      substitution[e.rule.params[p++].id] = forward.tangent_or_zeros(arg);
    Sweep rule(forward.functions_, forward.graph());
    rule.emit().place = emit().place;
    Atoms tangents = rule.trace(e.rule.body, std::move(substitution), true);
    for (std::size_t i = 0; i < values.size(); ++i) forward.set_tangent(values[i], tangents[i]);
    return values;
  }
  if (!any(e.args) && forward.activity_.active_free({e}).empty() && !forward.adds_jointly({e}))
    return plain({e});
  for (std::size_t i = 0; i < e.args.size(); ++i) substitution[e.function.params[i].id] = e.args[i];
  return forward.run(e.function.body, std::move(substitution), pin);
}

}  // namespace laguz::ad
