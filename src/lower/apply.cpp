// Application: closures are inlined, first-order definitions are called.
#include <algorithm>

#include "core/walk.hpp"
#include "lower/context.hpp"
#include "lower/scopes.hpp"
#include "support/assert.hpp"
#include "support/diagnostic.hpp"
#include "support/overloaded.hpp"

namespace laguz::lower {

using support::overloaded;

// ------------------------------------------------------------------------------------ variables

Value Lowering::variable(const Exp& e, const typed::Var& var, Frame* frame) {
  std::vector<ScopedType> types;
  std::vector<ScopedSize> sizes;
  for (const TypePtr& type : var.types) types.push_back({type, frame});
  for (const SizePtr& size : var.sizes) sizes.push_back({size, frame});
  if (const Value* value = frame->find(var.id)) {
    if (!value->closure || (types.empty() && sizes.empty())) return *value;
    const auto* local = std::get_if<LocalClosure>(&value->closure->node);
    if (!local) return *value;
    LocalClosure instance{local->function, local->frame, std::move(types), std::move(sizes)};
    if (local->function->params.empty()) return apply_local(instance, {});
    return function_value(layouts_, {std::move(instance)});
  }
  if (var.id == 0)
    return scalar_value(layouts_, size(var.sizes.at(0), frame).value_or(Atom::i64(0)));
  const typed::Def* def = find_def(var.id);
  if (!def && layout_of({e.type, frame})->is_scalar()) {
    // A size of which nothing that is passed tells.
    assert_that(Atom::boolean(false), {"The size " + var.name + " is not known here."});
    return scalar_value(layouts_, Atom::i64(0));
  }
  LAGUZ_ASSERT(def, "unbound variable " + var.name);
  DefClosure closure{def, std::move(types), std::move(sizes)};
  if (!def->params.empty()) return function_value(layouts_, {std::move(closure)});
  Value value = constant(closure);
  bind_unknown_sizes({e.type, frame}, value, frame);
  return value;
}

Value Lowering::constant(const DefClosure& closure) {
  if (is_held(*closure.def)) {
    const DefClosure one = of_any_type(*closure.def);
    Atoms none;
    const core::FunId function = instance(one, none, false).function;
    lower_pending(function);
    if (is_held(*closure.def)) {  // (It has been found out.)
      const Instance constant = instance(one, none, false);
      if (has_instance(*constant.held, closure.types))
        if (auto value = call_held(closure, constant)) return *std::move(value);
    }
  }
  return in_prelude(closure.def->span) || !is_first_order(closure, {}) ? inline_def(closure, {})
                                                                       : call(closure, {});
}

bool Lowering::is_held(const typed::Def& def) {
  if (in_prelude(def.span) || !def.params.empty() || of_some_size_.count(def.id) > 0) return false;
  return !def.scheme.types.empty() || !is_first_order({&def, {}, {}}, {});
}

DefClosure Lowering::of_any_type(const typed::Def& def) {
  DefClosure closure{&def, {}, {}};
  for (std::size_t i = 0; i < def.scheme.types.size(); ++i)
    closure.types.push_back({open_type(i), nullptr});
  return closure;
}

// ---------------------------------------------------------------------------------- application

std::size_t Lowering::arity(const Closure& closure) {
  return std::visit(
      overloaded{
          [](const LambdaClosure& c) { return c.lambda->params.size(); },
          [](const LocalClosure& c) { return c.function->params.size(); },
          [](const DefClosure& c) { return c.def->params.size(); },
          [&](const IntrinsicClosure& c) { return intrinsic_arity(*c.intrinsic, c.type); },
          [&](const PartialClosure& c) { return arity(*c.function) - c.args.size(); },
          [](const HoleClosure&) { return std::size_t{1}; },
      },
      closure.node);
}

Value Lowering::apply(ClosurePtr closure, Values args) {
  for (;;) {
    LAGUZ_ASSERT(closure, "application of something else than a function");
    const std::size_t n = arity(*closure);
    if (args.size() < n)
      return function_value(layouts_, {PartialClosure{std::move(closure), std::move(args)}});
    if (args.size() == n) return apply_saturated(*closure, args);
    const auto split = args.begin() + static_cast<std::ptrdiff_t>(n);
    Values rest(std::make_move_iterator(split), std::make_move_iterator(args.end()));
    args.erase(split, args.end());
    closure = apply_saturated(*closure, args).closure;
    args = std::move(rest);
  }
}

Value Lowering::apply_saturated(const Closure& closure, const Values& args) {
  return std::visit(overloaded{
                        [&](const LambdaClosure& c) { return apply_lambda(c, args); },
                        [&](const LocalClosure& c) { return apply_local(c, args); },
                        [&](const DefClosure& c) { return apply_def(c, args); },
                        [&](const IntrinsicClosure& c) { return intrinsic(c, args); },
                        [&](const PartialClosure& c) {
                          Values all = c.args;
                          all.insert(all.end(), args.begin(), args.end());
                          return apply_saturated(*c.function, all);
                        },
                        [&](const HoleClosure& c) { return apply_hole(c, args); },
                    },
                    closure.node);
}

void Lowering::bind_types(const Scheme& scheme, const std::vector<ScopedType>& types,
                          Frame* frame) {
  for (std::size_t i = 0; i < scheme.types.size() && i < types.size(); ++i)
    frame->types[scheme.types[i].id] = types[i];
}

void Lowering::bind_given_sizes(const Scheme& scheme, const std::vector<ScopedSize>& sizes,
                                Frame* frame) {
  for (std::size_t i = 0; i < scheme.sizes.size() && i < sizes.size(); ++i) {
    const ValId id = scheme.sizes[i].first;
    if (frame->values.count(id)) continue;
    if (const auto given = size(sizes[i].size, sizes[i].frame)) bind_size(id, *given, frame);
  }
}

void Lowering::bind_params(const std::vector<typed::PatPtr>& params, const Values& args,
                           const std::set<ValId>& wanted, Frame* frame,
                           FunctionRef<void()> bind_given, bool from_outside) {
  const Span whole = b_->span;
  for (std::size_t i = 0; i < params.size(); ++i) {
    if (from_outside) at(params[i]->span);
    each_dim(
        *params[i], args[i], frame, false,
        [&](const SizePtr& unresolved, Frame* scope, const Atom& array, int dim) {
          const SizePtr size = check::resolve(unresolved);
          // (An entry point says of these what input is due.)
          if (const auto* constant = std::get_if<SizeConst>(&size->node); constant && !from_outside)
            expect_length(array, dim, Atom::i64(constant->value), "argument", params[i]->type);
          const auto* var = std::get_if<SizeVar>(&size->node);
          if (scope != frame || !var) return;
          if (const auto bound = frame->values.find(var->id); bound != frame->values.end()) {
            if (bound->second.layout->is_scalar())
              expect_length(array, dim, to_i64(bound->second.atom()), "argument", params[i]->type);
          } else if (wanted.count(var->id)) {
            bind_size(var->id, length(array, dim), frame);
          }
        });
    b_->span = whole;
    bind(*params[i], args[i], frame);
  }
  bind_given();
  const auto all_bound = [&] {
    return std::all_of(wanted.begin(), wanted.end(),
                       [&](ValId id) { return frame->values.count(id) > 0; });
  };
  if (all_bound()) return;
  for (std::size_t i = 0; i < params.size(); ++i)
    each_dim(*params[i], args[i], frame, true,
             [&](const SizePtr& unresolved, Frame* scope, const Atom& array, int dim) {
               if (scope != frame) return;
               const SizePtr size = check::resolve(unresolved);
               if (const auto* var = std::get_if<SizeVar>(&size->node)) {
                 if (wanted.count(var->id) && !frame->values.count(var->id))
                   bind_size(var->id, length(array, dim), frame);
               } else if (const auto* of = std::get_if<SizeOf>(&size->node)) {
                 solve_size(*of->exp, length(array, dim), wanted, frame);
               }
             });
}

void Lowering::count_copy(const void* what, const std::string& name,
                          const std::vector<typed::PatPtr>& params, const Values& args) {
  copies_.count(what, b_->span, [&] {
    for (std::size_t i = 0; i < params.size(); ++i) {
      const auto* var = std::get_if<typed::PatVar>(&params[i]->node);
      const Layout* layout = args[i].layout;
      if (!layout->is_static || layout->kind == Layout::Kind::acc) continue;
      const char* is = layout->kind == Layout::Kind::function ? "is" : "holds";
      return Copies::Function{name, var ? "its argument " + var->name + " " + is + " a function"
                                        : "an argument " + std::string(is) + " a function"};
    }
    return Copies::Function{name, {}};
  });
}

namespace {
std::uintptr_t address(const void* place) { return reinterpret_cast<std::uintptr_t>(place); }
}  // namespace

Value Lowering::apply_lambda(const LambdaClosure& closure, const Values& args) {
  const typed::Lambda& lambda = *closure.lambda;
  const bool in_prelude = lower::in_prelude(lambda.body->span);
  const auto body = [&](const Values& values) {
    if (!in_prelude) count_copy(&lambda, "a lambda", lambda.params, values);
    const Copies::Inside inside(copies_);
    Frame* frame = new_frame(closure.frame);
    for (std::size_t i = 0; i < lambda.params.size(); ++i) {
      bind_unknown_sizes({lambda.params[i]->type, frame}, values[i], frame);
      bind(*lambda.params[i], values[i], frame);
    }
    return exp(*lambda.body, frame);
  };
  if (in_prelude) return body(args);
  return apply_or_call({address(&lambda), address(closure.frame)}, "lambda", lambda.body->span,
                       args, body);
}

std::set<ValId> sizes_of(const Scheme& scheme) {
  std::set<ValId> ids;
  for (const auto& size : scheme.sizes) ids.insert(size.first);
  return ids;
}

Value Lowering::apply_local(const LocalClosure& closure, const Values& args) {
  const typed::LetFun& function = *closure.function;
  const auto body = [&](const Values& values) {
    count_copy(&function, function.name, function.params, values);
    const Copies::Inside inside(copies_);
    Frame* frame = new_frame(closure.frame);
    bind_types(*function.scheme, closure.types, frame);
    bind_params(function.params, values, sizes_of(*function.scheme), frame,
                [&] { bind_given_sizes(*function.scheme, closure.sizes, frame); });
    for (std::size_t i = 0; i < values.size(); ++i)
      bind_unknown_sizes({function.params[i]->type, frame}, values[i], frame);
    return exp(*function.value, frame);
  };
  const bool generic = !closure.types.empty() || !closure.sizes.empty();
  if (in_prelude(function.value->span) || generic) {
    const CallScope call(*this);
    return body(args);
  }
  return apply_or_call({address(&function), address(closure.frame)}, function.name,
                       function.value->span, args, body);
}

Value Lowering::apply_hole(const HoleClosure& closure, const Values& args) {
  const ScopedType function = resolve(closure.type);
  const auto& arrow = std::get<TypeArrow>(function.type->node);
  (void)args;
  const ScopedType result{arrow.to, function.frame};
  if (layout_of(result)->kind == Layout::Kind::function)
    return function_value(layouts_, {HoleClosure{result, closure.span}});
  at(closure.span);
  assert_that(Atom::boolean(false), {"Reached hole of type " + show(closure.type.type) + "."});
  return blank(result);
}

// ---------------------------------------------------------------------------------- definitions

bool Lowering::is_first_order(const DefClosure& closure, const Values& args) {
  for (const Value& arg : args)
    if (arg.layout->is_static) return false;
  const typed::Def& def = *closure.def;
  if (!def.scheme.types.empty()) {
    Frame* frame = new_frame(nullptr);
    bind_types(def.scheme, closure.types, frame);
    return !layout_of({def.result, frame})->is_static;
  }
  if (const auto known = first_order_.find(def.id); known != first_order_.end())
    return known->second;
  const bool is_data = !layout_of({def.result, nullptr})->is_static;
  return first_order_[def.id] = is_data;
}

Value Lowering::apply_def(const DefClosure& closure, const Values& args) {
  if (in_prelude(closure.def->span) && !closure.def->recursive) return inline_def(closure, args);
  if (is_first_order(closure, args))
    return !closure.def->recursive && callers_.leads_to_stop(*closure.def)
               ? inline_def(closure, args)
               : call(closure, args);
  if (closure.def->recursive) return call_recursive(closure, args);
  // Where sizes are given, or are part of what a type parameter stands for, bodies differ.
  UseKey what{address(closure.def)};
  for (const ScopedType& type : closure.types) {
    const Layout* layout = layout_of(type);
    if (std::any_of(layout->leaves.begin(), layout->leaves.end(),
                    [](const core::Type& leaf) { return !leaf.is_scalar(); }))
      return inline_def(closure, args);
    what.push_back(address(layout));
  }
  if (!closure.sizes.empty()) return inline_def(closure, args);
  return apply_or_call(std::move(what), closure.def->name, closure.def->span, args,
                       [&](const Values& values) { return def_body(closure, values); });
}

Value Lowering::inline_def(const DefClosure& closure, const Values& args) {
  std::optional<CallScope> call;
  if (!in_prelude(closure.def->span)) call.emplace(*this);
  return def_body(closure, args);
}

Value Lowering::def_body(const DefClosure& closure, const Values& args) {
  const typed::Def& def = *closure.def;
  if (in_prelude(def.span)) {
    copies_.count_prelude(b_->span);
  } else {
    count_copy(&def, def.name, def.params, args);
  }
  const Copies::Inside inside(copies_);
  const Within within(*this, def);
  Frame* frame = new_frame(nullptr);
  bind_types(def.scheme, closure.types, frame);
  bind_params(def.params, args, sizes_of(def.scheme), frame,
              [&] { bind_given_sizes(def.scheme, closure.sizes, frame); });
  return exp(*def.body, frame);
}

Value Lowering::call(const DefClosure& closure, const Values& args) {
  Atoms flat;
  for (const Value& arg : args) lower::flatten(arg, flat);
  const Instance called = instance(closure, flat, false);
  for (std::size_t i = 0; i < args.size(); ++i)
    LAGUZ_ASSERT(args[i].layout == called.params[i],
                 "argument of another type in a call of " + closure.def->name);
  return unflatten(called.result,
                   b_->emit({core::Call{called.function, std::move(flat)}}, called.result->leaves));
}

}  // namespace laguz::lower
