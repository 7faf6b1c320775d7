// Differentiation operators: functions become core lambdas; ad/ does the rest.
#include "core/walk.hpp"
#include "lower/context.hpp"
#include "support/assert.hpp"

namespace laguz::lower {

using core::ArrayOp;

namespace {

std::vector<core::Type> twice(std::vector<core::Type> types) {
  const std::size_t n = types.size();
  types.resize(2 * n);
  for (std::size_t i = 0; i < n; ++i) types[n + i] = types[i];
  return types;
}

}  // namespace

core::Lambda Lowering::function_of(const Value& function, const Value& arg, Value& result) {
  const Atoms primals = lower::flatten(arg);
  for (const Atom& atom : primals) shape(atom);
  return lambda(core::types_of(primals), [&](const Atoms& params) {
    for (std::size_t i = 0; i < params.size(); ++i) known_.learn_shape_of(params[i], primals[i]);
    result = apply(function, {rebuild(arg, params)});
    return lower::flatten(result);
  });
}

Value Lowering::differentiate(core::DiffMode mode, const Values& args) {
  const Value &function = args.at(0), &arg = args.at(1), &seed = args.at(2);
  const bool reverse = mode == core::DiffMode::vjp || mode == core::DiffMode::mjp;
  const bool many = core::is_stacked(mode);
  Value result;
  core::Diff e{mode, function_of(function, arg, result), lower::flatten(arg),
               many ? columns_of(seed) : lower::flatten(seed)};
  std::vector<core::Type> types = core::types_of(lower::flatten(result));
  const Value& derivative = reverse ? arg : result;
  const auto primals = static_cast<std::ptrdiff_t>(types.size());
  for (const Atom& atom : lower::flatten(derivative))
    types.push_back(many ? atom.type.array_of() : atom.type);
  const Atoms found = b_->emit({std::move(e)}, types);
  Atoms derivatives(found.begin() + primals, found.end());
  Value value = rebuild(result, Atoms(found.begin(), found.begin() + primals));
  // A sum keeps its constructor.
  const Atoms kept = lower::flatten(reverse ? arg : value);
  const std::vector<bool> tags = tags_of(derivative);
  for (std::size_t i = 0; i < derivatives.size(); ++i)
    if (tags[i])
      derivatives[i] = !many ? kept[i]
                             : b_->array_op(ArrayOp::replicate, {length(seed), kept[i]},
                                            kept[i].type.array_of());
  if (!many) {
    if (reverse)
      for (std::size_t i = 0; i < derivatives.size(); ++i)
        known_.learn_shape_of(derivatives[i], lower::flatten(arg)[i]);
    return tuple_value(layouts_, {std::move(value), rebuild(derivative, derivatives)});
  }
  const Atom n = length(seed);
  for (const Atom& column : derivatives) known_.learn_length(column, 0, n);
  return tuple_value(layouts_,
                     {std::move(value), array_of_columns(derivative.layout, derivatives, n)});
}

Value Lowering::with_rule(core::CustomMode mode, const Values& args) {
  const Value &function = args.at(0), &rule = args.at(1), &arg = args.at(2);
  Value result;
  core::Custom e{mode, function_of(function, arg, result), {}, lower::flatten(arg)};
  // The rule sees either the result or the argument, and one of each belonging to it.
  const bool reverse = mode == core::CustomMode::vjp;
  const Value& given = reverse ? result : arg;
  const Value& due = reverse ? arg : result;
  e.rule = lambda(twice(core::types_of(lower::flatten(given))), [&](const Atoms& params) {
    auto at = params.begin();
    const Value value = rebuild(given, at);
    const Value change = rebuild(given, at);
    const Value found = apply(rule, {value, change});
    LAGUZ_ASSERT(found.layout == due.layout, "a rule that gives another type");
    return lower::flatten(found);
  });
  return rebuild(result, b_->emit({std::move(e)}, core::types_of(lower::flatten(result))));
}

Value Lowering::stop_gradient(const Value& value) {
  const Atoms atoms = lower::flatten(value);
  const std::vector<core::Type> types = core::types_of(atoms);
  core::Custom e{core::CustomMode::jvp, lambda(types, [](const Atoms& x) { return x; }),
                 lambda(twice(types),
                        [&](const Atoms& params) {
                          auto at = params.begin();
                          return lower::flatten(zeros_like(rebuild(value, at)));
                        }),
                 atoms};
  return rebuild(value, b_->emit({std::move(e)}, types));
}

}  // namespace laguz::lower
