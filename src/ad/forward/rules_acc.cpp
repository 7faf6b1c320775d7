// Forward mode for accumulators.
#include <algorithm>

#include "ad/forward/rules.hpp"
#include "ad/operators.hpp"

namespace laguz::ad::forward {

using core::Binder;

namespace {

/// A vector, with zeros behind it: what is added last need not have a tangent.
Atom as_long(DualRules& rules, const Atom& vector, const Atom& like) {
  const Atom missing =
      rules.emit().prim("sub", {rules.emit().shape(like, 0), rules.emit().shape(vector, 0)});
  return rules.emit().array_op(core::ArrayOp::concat,
                               {vector, rules.emit().zeros(vector.type.elem, {missing})},
                               vector.type);
}

}  // namespace

// The tangents of what is added are added to accumulators of their own. Any other operator combines
// values and tangents together, in one accumulator.
Atoms with_acc_rule(DualRules& rules, const core::WithAcc& e) {
  if (rules.forward.active_free({e}).empty() && !rules.forward.adds_jointly({e}))
    return rules.plain({e});
  core::Names& names = rules.forward.graph().names();
  core::WithAcc dual;
  graph::Graph inner(names, &rules.forward.graph());
  Forward run(rules.forward.functions(), inner, &rules.forward);
  std::vector<std::pair<std::size_t, std::size_t>> where;  // value, tangent
  std::vector<Type> out_types;
  std::size_t at = 0;
  for (const auto& acc : e.accs) {
    const std::size_t n = acc.arrays.size();
    core::WithAcc::Acc tangent = acc;
    for (Atom& array : tangent.arrays) array = rules.forward.tangent_or_zeros(array);
    if (is_addition_by_column(acc)) {
      dual.accs.push_back(acc);
      tangent.acc = names.bind(acc.acc.type);
      tangent.op.reset();
      tangent.neutral.clear();
      if (rules.forward.is_pattern()) {
        for (const Atom& array : acc.arrays) {
          Atoms dims = rules.emit().shape(array);
          dims.erase(dims.begin(), dims.begin() + static_cast<std::ptrdiff_t>(acc.index_rank));
          tangent.neutral.push_back(rules.emit().zeros(array.type.elem, std::move(dims)));
        }
        tangent.op = either_operator(rules.emit(), core::types_of(tangent.neutral));
        tangent.apart = false;
      }
      run.set_tangent_accumulator(acc.acc.id, tangent.acc.atom());
      dual.accs.push_back(std::move(tangent));
    } else {
      core::WithAcc::Acc both = acc;
      both.op = dual_operator(
          rules, acc.op ? *acc.op : rules.emit().add_operator(acc.arrays[0].type.row()), n);
      both.arrays.insert(both.arrays.end(), tangent.arrays.begin(), tangent.arrays.end());
      for (const Atom& neutral : acc.neutral)
        both.neutral.push_back(rules.forward.tangent_or_zeros(neutral));
      run.set_tangent_accumulator(acc.acc.id, acc.acc.atom());
      dual.accs.push_back(std::move(both));
    }
    for (std::size_t c = 0; c < n; ++c) where.emplace_back(at + c, at + n + c);
    for (int side = 0; side < 2; ++side)
      for (const Atom& array : acc.arrays) out_types.push_back(array.type);
    at += 2 * n;
  }
  Atoms values = run.run(e.body, {}, true);
  Atoms out = values;
  std::vector<std::optional<std::size_t>> tangent_at;
  for (const Atom& value : values) out_types.push_back(value.type);
  for (const Atom& value : values) {
    tangent_at.emplace_back();
    auto tangent = run.tangent(value);
    if (!tangent) continue;
    tangent_at.back() = out.size();
    out.push_back(*tangent);
    out_types.push_back(value.type);
  }
  dual.body = inner.schedule(out);
  Atoms given = rules.region({std::move(dual)}, out_types);
  Atoms result;
  std::size_t column = 0;
  for (const auto& acc : e.accs)
    for (std::size_t c = 0; c < acc.arrays.size(); ++c) {
      const auto [value, tangent] = where[column++];
      result.push_back(given[value]);
      const bool grows = acc.growth != core::WithAcc::Growth::none;
      rules.forward.set_tangent(
          given[value], grows ? as_long(rules, given[tangent], given[value]) : given[tangent]);
    }
  for (std::size_t i = 0; i < values.size(); ++i) {
    result.push_back(given[at + i]);
    if (tangent_at[i]) rules.forward.set_tangent(given[at + i], given[at + *tangent_at[i]]);
  }
  return result;
}

Atoms acc_update_rule(DualRules& rules, const core::AccUpdate& e) {
  const auto tangent = rules.forward.tangent_accumulator(e.acc.var);
  core::AccUpdate update{e.acc, e.indices, e.values};
  if (tangent && *tangent == e.acc) {
    for (const Atom& value : e.values)
      update.values.push_back(rules.forward.tangent_or_zeros(value));
    rules.emit().effect({std::move(update)});
    return {};
  }
  rules.emit().effect({e});
  if (tangent && rules.any(e.values)) {
    update.acc = *tangent;
    for (Atom& value : update.values) value = rules.forward.tangent_or_zeros(value);
    rules.emit().effect({std::move(update)});
  }
  return {};
}

}  // namespace laguz::ad::forward
