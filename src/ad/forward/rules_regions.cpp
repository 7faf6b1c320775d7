// Forward mode for regions: the body is run on values and tangents together.
#include <algorithm>

#include "ad/forward/rules.hpp"
#include "ad/operators.hpp"
#include "core/walk.hpp"

namespace laguz::ad::forward {

using core::Binder;
using core::Binders;

namespace {

Atoms head(const Atoms& atoms, std::size_t n) {
  return {atoms.begin(), atoms.begin() + static_cast<std::ptrdiff_t>(n)};
}

/// Whether all that becomes of [state] in [body] is that something is added to it, as [next].
bool is_added_to(const core::Body& body, const Binder& state, const Atom& next) {
  const auto place = next.is_constant() ? std::nullopt : core::place_of(body, next.var);
  const auto* sum = place ? std::get_if<core::PrimApp>(&body.stms[*place].exp.node) : nullptr;
  return sum != nullptr && support::is_float(sum->prim.type) &&
         prims::op_of(sum->prim) == prims::Op::add && core::count_uses(body, state.id) == 1 &&
         core::count_uses(body, next.var) == 1 &&
         (sum->args[0] == state.atom() || sum->args[1] == state.atom());
}

}  // namespace

Atoms if_rule(DualRules& rules, const core::If& e) {
  const auto varying = rules.active_results({e});
  core::If dual;
  dual.condition = e.condition;
  std::vector<Type> both = rules.types;
  for (std::size_t i = 0; i < rules.types.size(); ++i)
    if (varying[i]) both.push_back(rules.types[i]);
  auto branch = [&](const core::Body& body) {
    graph::Graph inner(rules.forward.graph().names(), &rules.forward.graph());
    Forward run(rules.forward.functions(), inner, &rules.forward);
    Atoms out = run.run(body, {}, true);
    for (std::size_t i = 0; i < rules.types.size(); ++i)
      if (varying[i]) out.push_back(run.tangent_or_zeros(out[i]));
    return inner.schedule(out);
  };
  dual.then_body = branch(e.then_body);
  dual.else_body = branch(e.else_body);
  Atoms out = rules.region({std::move(dual)}, both);
  std::size_t at = rules.types.size();
  for (std::size_t i = 0; i < rules.types.size(); ++i)
    if (varying[i]) rules.forward.set_tangent(out[i], out[at++]);
  return head(out, rules.types.size());
}

Atoms loop_rule(DualRules& rules, const core::Loop& e) {
  const std::size_t n = e.params.size();
  const auto varying = rules.active_results({e});
  core::Names& names = rules.forward.graph().names();
  core::Loop dual = e;
  std::vector<std::size_t> tangent_param(n, 0);  // position among the parameters
  for (std::size_t k = 0; k < n; ++k) {
    if (!varying[k]) continue;
    tangent_param[k] = dual.params.size();
    dual.params.push_back(names.bind(e.params[k].type));
    dual.inits.push_back(rules.forward.tangent_or_zeros(e.inits[k]));
  }
  // A state that begins as a constant gets its first tangent from an iteration.
  std::vector<std::size_t> there_param(n, 0);  // 0: it is there
  for (std::size_t k = 0; k < n; ++k) {
    if (!varying[k]) continue;
    const auto there = rules.active(e.inits[k]) ? rules.forward.there_of(e.inits[k])
                                                : std::optional(Atom::boolean(false));
    if (!there) continue;
    there_param[k] = dual.params.size();
    dual.params.push_back(names.bind(there->type));
    dual.inits.push_back(*there);
  }
  auto there_at = [&](std::size_t k, const Atoms& values) {
    return there_param[k] == 0 ? std::nullopt : std::optional(values[there_param[k]]);
  };
  Atoms params;
  for (const Binder& param : dual.params) params.push_back(param.atom());
  for (std::size_t h = 0; h < e.history.size(); ++h) {
    if (!varying[e.history[h]]) continue;
    dual.keep(tangent_param[e.history[h]], e.is_flat(h), e.is_after(h));
  }
  graph::Graph inner(names, &rules.forward.graph());
  Forward run(rules.forward.functions(), inner, &rules.forward);
  for (std::size_t k = 0; k < n; ++k)
    if (varying[k])
      run.set_tangent(e.params[k].atom(), params[tangent_param[k]], there_at(k, params));
  Atoms next = run.run(e.body, {}, true);
  for (std::size_t k = 0; k < n; ++k)
    if (varying[k]) next.push_back(run.tangent_or_zeros(next[k]));
  for (std::size_t k = 0; k < n; ++k) {
    if (there_param[k] == 0) continue;
    const bool is = run.tangent(next[k]).has_value();
    const auto there = is ? run.there_of(next[k]) : std::nullopt;
    next.push_back(there ? *there : Atom::boolean(is));
  }
  dual.body = inner.schedule(next);
  // (Nobody has said in which order tangents are added.)
  dual.sums.resize(dual.params.size(), 0);
  for (std::size_t k = 0; k < n && !run.is_pattern(); ++k) {
    const std::size_t t = tangent_param[k];
    if (varying[k] && is_added_to(dual.body, dual.params[t], dual.body.results[t]))
      dual.sums[t] = 1;
  }

  const std::size_t total = dual.params.size(), histories = e.history.size();
  std::vector<Type> result_types;
  for (const Binder& param : dual.params) result_types.push_back(param.type);
  for (std::size_t h = 0; h < dual.history.size(); ++h) {
    const Type state = dual.params[dual.history[h]].type;
    result_types.push_back(dual.is_flat(h) ? Type{state.elem, 1, false} : state.array_of());
  }
  const bool counted = e.counted;
  if (counted) result_types.push_back({ScalarType::i64, 0, false});
  Atoms out = rules.region({std::move(dual)}, result_types);
  Atoms values = head(out, n);
  for (std::size_t k = 0; k < n; ++k)
    if (varying[k]) rules.forward.set_tangent(out[k], out[tangent_param[k]], there_at(k, out));
  std::size_t tangent_history = total + histories;
  for (std::size_t h = 0; h < histories; ++h) {
    values.push_back(out[total + h]);
    if (varying[e.history[h]]) rules.forward.set_tangent(out[total + h], out[tangent_history++]);
  }
  if (counted) values.push_back(out.back());
  return values;
}

core::Lambda dual_operator(DualRules& rules, const core::Lambda& op, std::size_t columns) {
  core::Names& names = rules.forward.graph().names();
  core::Lambda dual;
  core::Substitution substitution;
  graph::Graph inner(names, &rules.forward.graph());
  Forward run(rules.forward.functions(), inner, &rules.forward);
  for (int side = 0; side < 2; ++side) {
    const std::size_t from = static_cast<std::size_t>(side) * columns;
    Binders values, tangents;
    for (std::size_t c = 0; c < columns; ++c) {
      values.push_back(names.bind(op.params[from + c].type));
      tangents.push_back(names.bind(op.params[from + c].type));
      substitution[op.params[from + c].id] = values.back().atom();
      run.set_tangent(values.back().atom(), tangents.back().atom());
    }
    dual.params.insert(dual.params.end(), values.begin(), values.end());
    dual.params.insert(dual.params.end(), tangents.begin(), tangents.end());
  }
  Atoms out = run.run(op.body, std::move(substitution), true);
  for (std::size_t c = 0; c < columns; ++c) out.push_back(run.tangent_or_zeros(out[c]));
  dual.body = inner.schedule(out);
  return dual;
}

Atoms soac_rule(DualRules& rules, const core::Soac& e) {
  const auto varying = rules.active_results({e});
  core::Names& names = rules.forward.graph().names();
  core::Soac dual;
  dual.width = e.width;
  dual.sequential = e.sequential;
  dual.checkpoint = e.checkpoint;
  graph::Graph inner(names, &rules.forward.graph());
  Forward run(rules.forward.functions(), inner, &rules.forward);
  for (std::size_t k = 0; k < e.arrays.size(); ++k) {
    dual.lambda.params.push_back(e.lambda.params[k]);
    dual.arrays.push_back(e.arrays[k]);
  }
  for (std::size_t k = 0; k < e.arrays.size(); ++k) {
    auto tangent = rules.forward.tangent(e.arrays[k]);
    if (!tangent) continue;
    dual.lambda.params.push_back(names.bind(e.lambda.params[k].type));
    dual.arrays.push_back(*tangent);
    run.set_tangent(e.lambda.params[k].atom(), dual.lambda.params.back().atom(),
                    rules.forward.there_of(e.arrays[k]));
  }
  Atoms values = run.run(e.lambda.body, {}, true);

  // For every result of e: where its value and its tangent stand among the new results.
  std::vector<std::size_t> value_at, tangent_at;
  constexpr std::size_t none = static_cast<std::size_t>(-1);
  Atoms out;
  std::vector<Type> out_types;
  std::size_t column = 0, result = 0;
  auto push = [&](const Atom& atom, Type type) {
    out.push_back(atom);
    out_types.push_back(type);
    return out.size() - 1;
  };
  auto fold = [&](const core::Lambda& op, const Atoms& neutral, auto&& make) {
    const std::size_t width = neutral.size();
    bool active = false;
    for (std::size_t c = 0; c < width; ++c) active = active || varying[result + c];
    const bool linear = width == 1 && is_addition(op) && !rules.forward.is_pattern();
    Atoms ne = neutral;
    for (std::size_t c = 0; c < width; ++c)
      value_at.push_back(push(values[column + c], rules.types[result + c]));
    if (!active) {
      make(op, ne, false);
      tangent_at.insert(tangent_at.end(), width, none);
    } else if (linear) {
      make(op, ne, false);
      tangent_at.push_back(push(run.tangent_or_zeros(values[column]), rules.types[result]));
      // (Nobody has said in which order tangents are added.)
      make(core::refresh(op, names), Atoms{rules.forward.tangent_or_zeros(neutral[0])}, true);
    } else {
      for (std::size_t c = 0; c < width; ++c) {
        tangent_at.push_back(
            push(run.tangent_or_zeros(values[column + c]), rules.types[result + c]));
        ne.push_back(rules.forward.tangent_or_zeros(neutral[c]));
      }
      make(dual_operator(rules, op, width), ne, false);
    }
    column += width;
    result += width;
  };
  for (const auto& reduce : e.reduces)
    fold(reduce.op, reduce.neutral, [&](core::Lambda op, Atoms ne, bool any_order) {
      const bool commutative = reduce.commutative || any_order;
      dual.reduces.push_back({std::move(op), std::move(ne), commutative});
    });
  const std::size_t rows_from = result;
  for (const auto& scan : e.scans)
    fold(scan.op, scan.neutral, [&](core::Lambda op, Atoms ne, bool) {
      for (const Atom& atom : ne) dual.row_shapes.push_back(rules.emit().shape(atom));
      dual.scans.push_back({std::move(op), std::move(ne)});
    });
  for (; result < rules.types.size(); ++result, ++column) {
    const Atoms& row = e.row_shapes[result - rows_from];
    value_at.push_back(push(values[column], rules.types[result]));
    dual.row_shapes.push_back(row);
    if (varying[result]) {
      tangent_at.push_back(push(run.tangent_or_zeros(values[column]), rules.types[result]));
      dual.row_shapes.push_back(row);
    } else {
      tangent_at.push_back(none);
    }
  }
  dual.lambda.body = inner.schedule(out);
  Atoms given = rules.region({std::move(dual)}, out_types);
  Atoms result_values;
  for (std::size_t i = 0; i < rules.types.size(); ++i) {
    result_values.push_back(given[value_at[i]]);
    if (tangent_at[i] != none) rules.forward.set_tangent(given[value_at[i]], given[tangent_at[i]]);
  }
  return result_values;
}

Atoms hist_rule(DualRules& rules, const core::Hist& e) {
  const bool active = rules.any(e.dests) || rules.any(e.values) || rules.any(e.neutral) ||
                      !rules.forward.active_free({e}).empty();
  if (!active) return rules.plain({e});
  const std::size_t n = e.dests.size();
  core::Hist tangents = e;
  for (std::size_t c = 0; c < n; ++c) {
    tangents.dests[c] = rules.forward.tangent_or_zeros(e.dests[c]);
    tangents.values[c] = rules.forward.tangent_or_zeros(e.values[c]);
    tangents.neutral[c] = rules.forward.tangent_or_zeros(e.neutral[c]);
  }
  if (n == 1 && is_addition(e.op) && !rules.forward.is_pattern()) {
    Atoms values = rules.plain({e});
    tangents.op = core::refresh(e.op, rules.forward.graph().names());
    rules.forward.set_tangent(values[0], rules.emit().emit1({std::move(tangents)}, rules.types[0]));
    return values;
  }
  core::Hist dual = e;
  dual.op = dual_operator(rules, e.op, n);
  auto append = [](Atoms& to, const Atoms& from) { to.insert(to.end(), from.begin(), from.end()); };
  append(dual.dests, tangents.dests);
  append(dual.values, tangents.values);
  append(dual.neutral, tangents.neutral);
  std::vector<Type> both = rules.types;
  both.insert(both.end(), rules.types.begin(), rules.types.end());
  Atoms out = rules.region({std::move(dual)}, both);
  for (std::size_t c = 0; c < n; ++c) rules.forward.set_tangent(out[c], out[n + c]);
  return head(out, n);
}

Atoms stream_rule(DualRules& rules, const core::Stream& e) {
  // As one chunk; the result does not depend on the chunks.
  if (!rules.any(e.arrays) && !rules.any(e.inits) && rules.forward.active_free({e}).empty() &&
      !rules.forward.adds_jointly({e}))
    return rules.plain({e});
  core::Substitution substitution;
  std::size_t p = 0;
  substitution[e.lambda.params[p++].id] = e.width;
  for (const Atom& init : e.inits) substitution[e.lambda.params[p++].id] = init;
  for (const Atom& array : e.arrays) substitution[e.lambda.params[p++].id] = array;
  return rules.forward.run(e.lambda.body, std::move(substitution), rules.pin);
}

}  // namespace laguz::ad::forward
