// Forward mode for first-order expressions: every one is linear in its tangents.
#include "ad/forward/rules.hpp"
#include "ad/operators.hpp"

#include <algorithm>

namespace laguz::ad::forward {

using core::ArrayOp;
using core::Exp;

bool DualRules::any(const Atoms& atoms) const {
  return std::any_of(atoms.begin(), atoms.end(), [&](const Atom& a) { return active(a); });
}

Atoms DualRules::plain(const Exp& exp) {
  Atoms values = core::has_effect(exp) ? forward.graph().append(exp, types, emit().place)
                                       : emit().emit(exp, types);
  // What a rule computes besides is a tangent.
  emit().place = emit().place.as(core::Derived::tangent);
  return values;
}

Atoms DualRules::region(Exp exp, const std::vector<Type>& result_types) {
  return emit().region(std::move(exp), result_types);
}

std::vector<bool> DualRules::active_results(const Exp& exp) const {
  return forward.active_results(exp, types.size());
}

Atoms copy_rule(DualRules&, const core::Copy& e) { return {e.atom}; }

Atoms assert_rule(DualRules& rules, const core::Assert& e) {
  return rules.pin ? rules.plain({e}) : Atoms{};
}

Atoms trace_rule(DualRules& rules, const core::Trace& e) {
  return rules.pin ? rules.plain({e}) : Atoms{};
}

Atoms prim_rule(DualRules& rules, const core::PrimApp& e) {
  Atoms values = rules.plain({e});
  if (!rules.any(e.args)) return values;
  const prims::Row& row = prims::row_of(e.prim);
  switch (row.diff) {
    case prims::Diff::zero:
    case prims::Diff::nondiff: return values;
    case prims::Diff::convert:
    case prims::Diff::bitcast:
      if (rules.forward.is_pattern()) {
        prim_pattern(rules, e, values[0]);
        return values;
      }
      rules.forward.set_tangent(values[0],
                                rules.emit().prim(e.prim, {*rules.forward.tangent(e.args[0])}));
      return values;
    case prims::Diff::partials: break;
  }
  if (rules.forward.is_pattern()) {
    prim_pattern(rules, e, values[0]);
    return values;
  }
  std::vector<prims::TermId> args;
  for (const Atom& arg : e.args) args.push_back(rules.emit().term(arg));
  const prims::Operands operands{rules.emit(), args, rules.emit().term(values[0]), e.prim.type};
  std::optional<Atom> sum;
  for (std::size_t i = 0; i < e.args.size(); ++i) {
    auto tangent = rules.forward.tangent(e.args[i]);
    if (!tangent) continue;
    const graph::Place place = rules.emit().place;
    rules.emit().place = place.slope(e.prim);
    const Atom partial = rules.emit().atom(row.partials[i](operands));
    rules.emit().place = place;
    auto part = row.op == prims::Op::mul ? rules.emit().scale(partial, *tangent)
                                         : rules.emit().weigh(partial, *tangent);
    if (!part) continue;
    if (const auto there = rules.forward.there_of(e.args[i]); there && may_be_infinite(e.prim))
      part = rules.emit().prim(prims::get("select", part->type.elem),
                               {*there, *part, rules.emit().zero(part->type.elem)});
    if (part->type.elem != values[0].type.elem)
      part = rules.emit().prim("cvt_" + std::string(name(values[0].type.elem)), {*part});
    sum = sum ? rules.emit().add(*sum, *part) : *part;
  }
  if (sum) rules.forward.set_tangent(values[0], *sum);
  return values;
}

Atoms index_rule(DualRules& rules, const core::Index& e) {
  Atoms values = rules.plain({e});
  if (auto tangent = rules.forward.tangent(e.array))
    rules.forward.set_tangent(values[0], rules.emit().index(*tangent, e.indices));
  return values;
}

Atoms slice_rule(DualRules& rules, const core::Slice& e) {
  Atoms values = rules.plain({e});
  if (auto tangent = rules.forward.tangent(e.array))
    rules.forward.set_tangent(values[0], rules.emit().slice(*tangent, e.dims));
  return values;
}

Atoms update_rule(DualRules& rules, const core::Update& e) {
  Atoms values = rules.plain({e});
  if (rules.active(e.array) || rules.active(e.value))
    rules.forward.set_tangent(values[0],
                              rules.emit().update(rules.forward.tangent_or_zeros(e.array), e.dims,
                                                  rules.forward.tangent_or_zeros(e.value)));
  return values;
}

Atoms literal_rule(DualRules& rules, const core::ArrayLit& e) {
  Atoms values = rules.plain({e});
  if (!rules.any(e.elements)) return values;
  core::ArrayLit tangents = e;
  for (Atom& element : tangents.elements) element = rules.forward.tangent_or_zeros(element);
  rules.forward.set_tangent(values[0], rules.emit().emit1({std::move(tangents)}, values[0].type));
  return values;
}

Atoms array_rule(DualRules& rules, const core::ArrayApp& e) {
  Atoms values = rules.plain({e});
  auto same = [&](std::size_t varying) {
    if (!rules.active(e.args[varying])) return;
    Atoms args = e.args;
    args[varying] = *rules.forward.tangent(e.args[varying]);
    rules.forward.set_tangent(
        values[0], rules.emit().array_op(e.op, std::move(args), values[0].type, e.attrs));
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
      if (!rules.active(e.args[1]) && !rules.active(e.args[2])) return values;
      Atoms args{e.args[0], rules.forward.tangent_or_zeros(e.args[1]),
                 rules.forward.tangent_or_zeros(e.args[2])};
      rules.forward.set_tangent(values[0],
                                rules.emit().array_op(e.op, std::move(args), values[0].type));
      return values;
    }
    case ArrayOp::concat: {
      if (!rules.any(e.args)) return values;
      Atoms args;
      for (const Atom& arg : e.args) args.push_back(rules.forward.tangent_or_zeros(arg));
      rules.forward.set_tangent(values[0],
                                rules.emit().array_op(e.op, std::move(args), values[0].type));
      return values;
    }
    case ArrayOp::flat_update: {
      if (!rules.active(e.args[0]) && !rules.active(e.args.back())) return values;
      Atoms args = e.args;
      args[0] = rules.forward.tangent_or_zeros(e.args[0]);
      args.back() = rules.forward.tangent_or_zeros(e.args.back());
      rules.forward.set_tangent(values[0],
                                rules.emit().array_op(e.op, std::move(args), values[0].type));
      return values;
    }
    case ArrayOp::order:
    case ArrayOp::last_equal: return values;
    case ArrayOp::lin_rec: {
      if (!rules.any(e.args)) return values;
      if (rules.forward.is_pattern()) {
        recurrence_pattern(rules, e, values[0]);
        return values;
      }
      Atom drive = rules.forward.tangent_or_zeros(e.args[1]);
      if (auto rate = rules.forward.tangent(e.args[0])) {
        // ṫ[i] = ḃ[i] + ȧ[i] t[i-1] + a[i] ṫ[i-1], and nothing stands before the first.
        const Atom before =
            rules.emit().array_op(ArrayOp::rotate, {Atom::i64(-1), values[0]}, values[0].type);
        drive =
            rules.emit().add(drive, rules.emit().clear_first(rules.emit().multiply(*rate, before)));
      }
      rules.forward.set_tangent(values[0],
                                rules.emit().array_op(e.op, {e.args[0], drive}, values[0].type));
      return values;
    }
  }
  return values;
}

Atoms scatter_rule(DualRules& rules, const core::Scatter& e) {
  Atoms values = rules.plain({e});
  const std::size_t columns = e.dests.size();
  for (std::size_t c = 0; c < columns; ++c) {
    if (!rules.active(e.dests[c]) && !rules.active(e.values[c])) continue;
    core::Scatter tangent;
    tangent.width = e.width;
    tangent.dests = {rules.forward.tangent_or_zeros(e.dests[c])};
    tangent.indices = e.indices;
    tangent.values = {rules.forward.tangent_or_zeros(e.values[c])};
    tangent.exchange = e.exchange;
    std::vector<Type> types;
    for (std::size_t r = c; r < values.size(); r += columns) types.push_back(values[r].type);
    const Atoms tangents = rules.emit().emit({std::move(tangent)}, types);
    for (std::size_t t = 0; t < tangents.size(); ++t)
      rules.forward.set_tangent(values[c + t * columns], tangents[t]);
  }
  return values;
}

Atoms call_rule(DualRules& rules, const core::Call& e) {
  if (!rules.any(e.args) && !rules.forward.adds_jointly({e})) return rules.plain({e});
  WantedForward wanted;
  wanted.pattern = rules.forward.is_pattern();
  for (const Atom& arg : e.args) {
    if (!arg.type.acc) {
      wanted.params.push_back(rules.active(arg));
      continue;
    }
    const auto tangents = rules.forward.tangent_accumulator(arg.var);
    wanted.accs.push_back(!tangents          ? AccTangent::none
                          : *tangents == arg ? AccTangent::joint
                                             : AccTangent::apart);
  }
  Functions& functions = rules.forward.functions();
  const core::FunId dual = functions.forward_of(e.function, wanted);
  Atoms args = e.args;
  auto acc = wanted.accs.begin();
  auto param = wanted.params.begin();
  for (const Atom& arg : e.args) {
    if (!arg.type.acc) {
      if (*param++) args.push_back(rules.forward.tangent_or_zeros(arg));
    } else if (*acc++ == AccTangent::apart) {
      args.push_back(*rules.forward.tangent_accumulator(arg.var));
    }
  }
  const bool place = functions.gives_place(e.function);
  std::vector<Type> both = rules.types;
  const auto last = static_cast<std::ptrdiff_t>(rules.types.size() - (place ? 1 : 0));
  both.insert(both.begin() + last, rules.types.begin(), rules.types.begin() + last);
  const Atoms out = rules.region({core::Call{dual, std::move(args)}}, both);
  Atoms values(out.begin(), out.begin() + last);
  for (std::size_t i = 0; i < values.size(); ++i)
    rules.forward.set_tangent(values[i], out[values.size() + i]);
  if (place) values.push_back(out.back());
  return values;
}

Atoms custom_rule(DualRules& rules, const core::Custom& e) {
  core::Substitution substitution;
  if (e.mode == core::CustomMode::jvp && rules.any(e.args)) {
    Atoms values = rules.plain({e});
    if (rules.forward.is_pattern()) {
      custom_pattern(rules, e, values);
      return values;
    }
    std::size_t p = 0;
    for (const Atom& arg : e.args) substitution[e.rule.params[p++].id] = arg;
    for (const Atom& arg : e.args)
      substitution[e.rule.params[p++].id] = rules.forward.tangent_or_zeros(arg);
    Tracer rule(rules.forward.functions(), rules.forward.graph());
    rule.emit().place = rules.emit().place;
    Atoms tangents = rule.trace(e.rule.body, std::move(substitution), true);
    for (std::size_t i = 0; i < values.size(); ++i)
      rules.forward.set_tangent(values[i], tangents[i]);
    return values;
  }
  if (!rules.any(e.args) && rules.forward.active_free({e}).empty() &&
      !rules.forward.adds_jointly({e}))
    return rules.plain({e});
  for (std::size_t i = 0; i < e.args.size(); ++i) substitution[e.function.params[i].id] = e.args[i];
  return rules.forward.run(e.function.body, std::move(substitution), rules.pin);
}

}  // namespace laguz::ad::forward
