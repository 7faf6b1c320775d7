#include "check/modules/modules.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "check/infer/infer.hpp"
#include "support/nearest.hpp"
#include "support/overloaded.hpp"
#include "support/place_errors.hpp"

namespace laguz::check::modules {

using support::overloaded;

namespace {

const Module* find_module(State& state, const Env* env, const ast::QualName& name) {
  auto component = [&](std::size_t i) -> const std::string& {
    return i < name.quals.size() ? name.quals[i] : name.name;
  };
  const Term* term = env->term(component(0));
  const Module* within = nullptr;
  for (std::size_t i = 0;; ++i) {
    const std::string& text = component(i);
    if (!term && (i == 0 ? is_incomplete(*env) : is_incomplete(*within))) throw Spoilt{};
    if (!term) {
      std::string hint;
      if (i == 0) hint = state.library_hint(*env, text);
      if (auto near = support::nearest(text, names_in(*env, NameKind::term));
          hint.empty() && near && i == 0)
        hint = fmt::format("did you mean {}?", *near);
      const std::vector<std::string> types = names_in(*env, NameKind::module_type);
      if (i == 0 && std::find(types.begin(), types.end(), text) != types.end())
        hint =
            fmt::format("it is a module type; a module of it is module m: {} = {{ ... }}.", text);
      type_error(name.span,
                 fmt::format("Unknown module \"{}\"; \"{}\" is not in scope.", text, text), hint);
    }
    const auto* module = std::get_if<const Module*>(term);
    const auto* value = std::get_if<const ValueBinding*>(term);
    if (module ? (*module)->spoilt : (*value)->spoilt) throw Spoilt{};
    if (!module) type_error(name.span, fmt::format("\"{}\" is not a module.", text));
    within = *module;
    if ((*module)->intrinsics)
      type_error(name.span, "The 'intrinsics' module may not be used in module expressions.");
    if (i == name.quals.size()) return &state.whole(**module);
    if ((*module)->is_functor())
      type_error(name.span,
                 fmt::format("Cannot access the inside of parametric module \"{}\".", text));
    term = (*module)->term(state, component(i + 1));
  }
}

const Module* structure(State& state, const Frame* frame, support::Span span) {
  Module* module = state.module();
  module->frame = frame;
  module->span = span;
  return module;
}

/// A functor of the library that is applied: few of them are what a program wants, and there is
/// nothing wrong with any (`unit/library_test.cpp`).
bool waits(const State& state, const ast::ModDec& dec, support::Span span) {
  return state.in_library(span) && dec.params.empty() && dec.ascription == nullptr &&
         std::holds_alternative<ast::ModApply>(dec.body->node);
}

Term later(State& state, const Env* env, const ast::ModDec& module, const ast::Dec& dec,
           const std::string& prefix) {
  Module* waiting = state.module();
  waiting->name = prefix + module.name.name;
  waiting->waiting = {env, module.body, waiting->name + ".", state.store};
  waiting->doc = dec.doc;
  waiting->span = module.name.span;
  return Term{static_cast<const Module*>(waiting)};
}

/// `module f (p: a) (q: b): t = e` is `\(p: a) -> \(q: b): t -> e`.
ast::ModExpPtr curried(const ast::ModDec& dec, support::Span span) {
  ast::ModExpPtr body = dec.body;
  for (std::size_t i = dec.params.size(); i-- > 0;) {
    const bool innermost = i + 1 == dec.params.size();
    auto lambda = std::make_shared<ast::ModExp>();
    lambda->span = span;
    lambda->node = ast::ModLambda{dec.params[i], innermost ? dec.ascription : nullptr, body};
    body = lambda;
  }
  if (dec.params.empty() && dec.ascription) {
    auto ascript = std::make_shared<ast::ModExp>();
    ascript->span = dec.ascription->span;
    ascript->node = ast::ModAscript{dec.body, dec.ascription};
    body = ascript;
  }
  return body;
}

/// Checks a functor with an argument that is known by its type only.
void check_functor(State& state, const Module& functor, const std::string& prefix) {
  Matching any;
  any.prefix = functor.param.value_or("_") + ".";
  any.span = functor.span;
  const Module* arg = check_module_type(state, functor.env, functor.param_type, any);
  Restore<bool> checking(state.checking_functors, true);
  apply_functor(state, functor, arg, functor.span, prefix);
}

/// Refuses a second declaration of the same name in one module. (Local ones do not count: what they
/// declare may be declared once more.)
void refuse_duplicates(State& state, const std::vector<ast::DecPtr>& decs) {
  std::map<std::pair<std::string, std::string>, support::Span> seen;
  auto note = [&](const char* kind, const ast::Binder& name) {
    auto [at, fresh] = seen.emplace(std::pair(std::string(kind), name.name), name.span);
    if (fresh) return;
    const support::Span before = at->second;
    state.attempt([&] {
      type_error(name.span,
                 fmt::format("Duplicate definition of {} \"{}\". Previously defined at {}.", kind,
                             name.name, support::locate(before)));
    });
  };
  for (const auto& dec : decs) {
    if (const auto* val = std::get_if<ast::ValDec>(&dec->node)) note("value", val->name);
    if (const auto* type = std::get_if<ast::TypeDec>(&dec->node)) note("type", type->name);
    if (const auto* module = std::get_if<ast::ModDec>(&dec->node)) note("value", module->name);
    if (const auto* type = std::get_if<ast::ModTypeDec>(&dec->node))
      note("module type", type->name);
  }
}

/// Declares what [dec], which is wrong, would have declared.
void spoil(State& state, Frame& frame, const Env* env, const ast::DecPtr& dec,
           const std::string& prefix, bool exported) {
  std::visit(overloaded{
                 [&](const ast::ValDec& x) {
                   frame.add_term(x.name.name, Term{Infer(state, env, prefix).stated(dec)},
                                  exported);
                 },
                 [&](const ast::TypeDec& x) {
                   TypeBinding* binding = state.type();
                   binding->name = x.name.name;
                   binding->spoilt = true;
                   frame.add_type(x.name.name, binding, exported);
                 },
                 [&](const ast::ModDec& x) {
                   Module* module = state.module();
                   module->name = prefix + x.name.name;
                   module->spoilt = true;
                   frame.add_term(x.name.name, Term{static_cast<const Module*>(module)}, exported);
                 },
                 [&](const ast::ModTypeDec& x) {
                   ModuleTypeBinding* binding = state.module_type();
                   binding->name = prefix + x.name.name;
                   binding->spoilt = true;
                   frame.add_module_type(x.name.name, binding, exported);
                 },
                 [&](const ast::OpenDec&) { frame.incomplete = true; },
                 [&](const ast::ImportDec&) { frame.incomplete = true; },
                 [](const ast::LocalDec&) {},
             },
             dec->node);
}

}  // namespace

void check_decs(State& state, Frame& frame, const Env* parent, const std::vector<ast::DecPtr>& decs,
                const std::string& prefix, bool top_level, bool may_redefine, bool nested) {
  if (!may_redefine) refuse_duplicates(state, decs);
  for (const auto& outer : decs) {
    ast::DecPtr dec = outer;
    bool exported = true;
    while (const auto* local = std::get_if<ast::LocalDec>(&dec->node)) {
      dec = local->inner;
      exported = false;
    }
    const Env* env = state.env(&frame, parent);
    auto declare = [&] {
      std::visit(overloaded{
                     [&](const ast::ValDec& x) {
                       const bool entry = x.kind == ast::ValKind::entry;
                       if (entry && nested)
                         type_error(x.name.span, "Entry points may not be declared inside modules.",
                                    {}, "nested-entry");
                       Infer infer(state, env, prefix);
                       // (A local `main` is nobody's entry point.)
                       const bool callable = top_level && (exported || entry);
                       frame.add_term(x.name.name, Term{infer.definition(dec, callable)}, exported);
                     },
                     [&](const ast::TypeDec& x) {
                       Infer infer(state, env, prefix);
                       auto* binding = const_cast<TypeBinding*>(
                           infer.type_declaration(x.name, x.lifted, x.type_params, x.type));
                       binding->doc = dec->doc;
                       frame.add_type(x.name.name, binding, exported);
                     },
                     [&](const ast::ModDec& x) {
                       if (top_level && waits(state, x, dec->span)) {
                         frame.add_term(x.name.name, later(state, env, x, *dec, prefix), exported);
                         return;
                       }
                       const Module* made = check_module(state, env, curried(x, x.name.span),
                                                         prefix + x.name.name + ".", true);
                       Module* module = state.module();
                       *module = *made;
                       module->name = prefix + x.name.name;
                       module->doc = dec->doc;
                       module->span = x.name.span;
                       frame.add_term(x.name.name, Term{static_cast<const Module*>(module)},
                                      exported);
                     },
                     [&](const ast::ModTypeDec& x) {
                       // Mistakes in it show even if no module is ever matched with it.
                       if (!state.in_prelude(dec->span)) {
                         Matching any;
                         any.prefix = x.name.name + ".";
                         any.span = x.type->span;
                         check_module_type(state, env, x.type, any);
                       }
                       ModuleTypeBinding* binding = state.module_type();
                       binding->name = prefix + x.name.name;
                       binding->env = env;
                       state.keep_scope();
                       binding->exp = x.type;
                       binding->doc = dec->doc;
                       binding->span = x.name.span;
                       frame.add_module_type(x.name.name, binding, exported);
                     },
                     [&](const ast::OpenDec& x) {
                       const Module* module = check_module(state, env, x.module, prefix, nested);
                       if (!module->frame)
                         type_error(x.module->span, "Cannot open a parametric module.");
                       state.open(frame, *module->frame, exported, dec->span);
                     },
                     [&](const ast::ImportDec& x) {
                       state.open(frame, *state.import(x.path, dec->span)->frame, false, dec->span);
                     },
                     [&](const ast::LocalDec&) {},
                 },
                 dec->node);
    };
    if (!state.attempt([&] { support::place_errors(dec->span, declare); }))
      spoil(state, frame, env, dec, prefix, exported);
  }
}

const Module* check_module(State& state, const Env* env, const ast::ModExpPtr& exp,
                           const std::string& prefix, bool nested) {
  return std::visit(overloaded{
                        [&](const ast::ModVar& x) { return find_module(state, env, x.name); },
                        [&](const ast::ModParens& x) {
                          return check_module(state, env, x.inner, prefix, nested);
                        },
                        [&](const ast::ModImport& x) { return state.import(x.path, exp->span); },
                        [&](const ast::ModDecs& x) {
                          if (!state.checking_functors) state.elaborate(x.decs.size(), exp->span);
                          Frame* frame = state.frame();
                          check_decs(state, *frame, env, x.decs, prefix, false, false, nested);
                          return structure(state, frame, exp->span);
                        },
                        [&](const ast::ModApply& x) {
                          const Module* functor =
                              check_module(state, env, x.function, prefix, nested);
                          const Module* arg = check_module(state, env, x.arg, prefix, nested);
                          Restore<bool> checking(state.checking_functors, false);
                          return apply_functor(state, *functor, arg, exp->span, prefix);
                        },
                        [&](const ast::ModAscript& x) {
                          const Module* module = check_module(state, env, x.inner, prefix, nested);
                          std::vector<TypeId> made;
                          Matching matching;
                          matching.actual = module;
                          matching.opaque = true;
                          matching.prefix = prefix;
                          matching.span = exp->span;
                          matching.made = &made;
                          return check_module_type(state, env, x.type, matching);
                        },
                        [&](const ast::ModLambda& x) {
                          Module* functor = state.module();
                          functor->env = env;
                          state.keep_scope();
                          functor->param = x.param.name.name;
                          functor->param_type = x.param.type;
                          functor->result_type = x.result;
                          functor->body = x.body;
                          functor->span = exp->span;
                          // (The library's are right.)
                          if (state.checking_functors && !state.in_library(exp->span))
                            check_functor(state, *functor, prefix);
                          return static_cast<const Module*>(functor);
                        },
                    },
                    exp->node);
}

const Module* apply_functor(State& state, const Module& functor, const Module* arg,
                            support::Span span, const std::string& prefix,
                            const std::string& path) {
  if (!functor.is_functor()) type_error(span, "Cannot apply non-parametric module.");
  state.elaborate(1, span);
  std::vector<TypeId> made;
  Matching matching;
  matching.actual = arg;
  matching.path = path;
  matching.prefix = prefix;
  matching.span = span;
  matching.made = &made;
  const Module* seen = check_module_type(state, functor.env, functor.param_type, matching);

  const Env* env = functor.env;
  if (functor.param) {
    Frame* frame = state.frame();
    frame->add_term(*functor.param, Term{seen}, true);
    env = state.env(frame, functor.env);
  }
  const Module* result = nullptr;
  if (functor.inner)
    result = apply_functor(state, *functor.inner, seen, span, prefix, path);
  else if (functor.body)
    result = check_module(state, env, functor.body, prefix, true);
  if (!functor.result_type) return result;
  Matching ascription;
  ascription.actual = result;
  ascription.opaque = functor.opaque_result;
  ascription.prefix = prefix;
  ascription.span = functor.body ? functor.body->span : span;
  ascription.made = &made;
  return check_module_type(state, env, functor.result_type, ascription);
}

}  // namespace laguz::check::modules
