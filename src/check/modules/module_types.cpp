// Module types, elaborated against a module.
//
// There is no comparison of module types. To match a module with a module type is to walk through
// the latter's specs in order, with the names that they bring in scope bound to what the module
// has: an abstract type is what the module defines (and, if the ascription is opaque, gets a new
// identity that hides it), so that later specs mean the right thing by it. What comes out is a
// module with just the names that the specs mention, under the types they state.
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "check/modules/matcher.hpp"
#include "check/modules/module_type_names.hpp"
#include "support/diagnostic.hpp"
#include "support/overloaded.hpp"

namespace laguz::check::modules {

using support::overloaded;

const Module* Matcher::module_type(const Env* env, const ast::ModTypeExpPtr& exp) {
  return std::visit(
      overloaded{
          [&](const ast::ModTypeVar& x) {
            const ModuleTypeBinding* found = find_module_type(env, x.name);
            return module_type(found->env, found->exp);
          },
          [&](const ast::ModTypeParens& x) { return module_type(env, x.inner); },
          [&](const ast::ModTypeSpecs& x) {
            require_structure();
            state_.elaborate(1 + x.specs.size(), exp->span);
            Frame* frame = state_.frame();
            // What is included may be stated once more.
            auto around = std::exchange(declared_, {});
            for (const auto& spec : x.specs) add(*frame, state_.env(frame, env), *spec);
            declared_ = std::move(around);
            Module* out = state_.module();
            out->frame = frame;
            out->span = exp->span;
            return static_cast<const Module*>(out);
          },
          [&](const ast::ModTypeWith& x) { return with(env, x, exp->span); },
          [&](const ast::ModTypeArrow& x) {
            Module* out = state_.module();
            out->env = env;
            state_.keep_scope();
            if (x.param) out->param = x.param->name;
            out->param_type = x.from;
            out->result_type = x.to;
            out->opaque_result = true;
            out->span = exp->span;
            if (matching_.actual && !matching_.actual->is_functor())
              type_error(matching_.span,
                         "Cannot match non-parametric module with parametric module type: "
                         "Module type mismatch.");
            state_.elaborate(1, exp->span);
            // It must do for any argument.
            Matching any;
            any.prefix = matching_.prefix;
            any.span = matching_.span;
            const Module* arg = check_module_type(state_, env, x.from, any);
            if (!matching_.actual) {
              const Env* inside = env;
              if (x.param) {
                Frame* frame = state_.frame();
                frame->add_term(x.param->name, Term{arg}, true);
                inside = state_.env(frame, env);
              }
              check_module_type(state_, inside, x.to, any);
              return static_cast<const Module*>(out);
            }
            out->inner = matching_.actual;
            Restore<bool> checking(state_.checking_functors, false);
            try {
              apply_functor(state_, *out, arg, matching_.span, matching_.prefix, matching_.path);
            } catch (const support::UserError&) {
              check_parameter(*matching_.actual, arg);
              throw;
            }
            return static_cast<const Module*>(out);
          },
      },
      exp->node);
}

void Matcher::check_parameter(const Module& functor, const Module* arg) {
  std::vector<TypeId> made;
  Matching matching;
  matching.actual = arg;
  matching.prefix = matching_.prefix;
  matching.path = matching_.path;
  matching.span = matching_.span;
  matching.made = &made;
  try {
    check_module_type(state_, functor.env, functor.param_type, matching);
  } catch (const support::UserError& error) {
    support::Diagnostic diagnostic = error.diagnostic();
    diagnostic.message = fmt::format(
        "The parameter{} of the parametric module does not match that of its module "
        "type. For a module as the latter asks for:\n{}",
        functor.param ? " \"" + *functor.param + "\"" : std::string(), diagnostic.message);
    throw support::UserError(std::move(diagnostic));
  }
}

void Matcher::require_structure() {
  if (matching_.actual && matching_.actual->is_functor())
    type_error(matching_.span,
               "Cannot match parametric module with non-parametric module type: Module type "
               "mismatch.");
}

const Module* Matcher::with(const Env* env, const ast::ModTypeWith& x, support::Span span) {
  Refinement refinement;
  refinement.path = x.name.quals;
  refinement.path.push_back(x.name.name);
  refinement.path.back() = unaliased(state_, env, *x.inner, refinement.path);
  refinement.params = &x.params;
  refinement.type = x.type;
  refinement.env = env;
  refinement.span = span;
  Matcher inner(*this);
  inner.matching_.refinements.push_back(&refinement);
  const Module* out = inner.module_type(env, x.inner);
  if (!refinement.used)
    type_error(x.name.span,
               fmt::format("\"{}\" is not an abstract type in the module type.", x.name.name));
  // What comes later knows what the type is.
  const Module* at = out;
  for (std::size_t i = 0; i + 1 < refinement.path.size(); ++i)
    at = std::get<const Module*>(*at->term(state_, refinement.path[i]));
  const_cast<TypeBinding*>(at->type(state_, refinement.path.back()))->stated = true;
  return out;
}

void Matcher::add(Frame& frame, const Env* env, const ast::Spec& spec) {
  std::visit(overloaded{
                 [&](const ast::ValSpec& x) { add_value(frame, env, x, spec); },
                 [&](const ast::TypeSpec& x) { add_type(frame, env, x, spec); },
                 [&](const ast::ModSpec& x) { add_module(frame, env, x, spec); },
                 [&](const ast::IncludeSpec& x) {
                   const Module* included = module_type(env, x.type);
                   if (!included->frame)
                     type_error(spec.span, "Cannot include parametric module type.");
                   if (!state_.in_prelude(spec.span))
                     for (const std::string& type : shadowed_types(state_, *env, *included))
                       state_.warn(spec.span, fmt::format("Inclusion shadows type \"{}\".", type));
                   state_.open(frame, *included->frame, true, spec.span);
                 },
             },
             spec.node);
}

void Matcher::add_module(Frame& frame, const Env* env, const ast::ModSpec& x,
                         const ast::Spec& spec) {
  const std::string& name = x.name.name;
  if (!declared_.insert("value " + name).second)
    type_error(
        x.name.span,
        fmt::format("Duplicate module \"{}\": previously defined in this module type.", name));
  Matching inner = matching_;
  inner.prefix = matching_.prefix + name + ".";
  inner.path = matching_.path + name + ".";
  inner.refinements.clear();
  if (matching_.actual) {
    const Term* term = matching_.actual->term(state_, name);
    const auto* module = term ? std::get_if<const Module*>(term) : nullptr;
    if (module ? (*module)->spoilt : is_incomplete(*matching_.actual)) throw Spoilt{};
    if (!module)
      type_error(matching_.span,
                 fmt::format("Module does not define a module named \"{}\".", path(name)));
    inner.actual = *module;
  }
  std::vector<Refinement> nested;
  nested.reserve(matching_.refinements.size());
  std::vector<Refinement*> from;
  for (auto* refinement : matching_.refinements)
    if (refinement->path.size() > 1 && refinement->path.front() == name) {
      nested.push_back(*refinement);
      nested.back().path.erase(nested.back().path.begin());
      from.push_back(refinement);
    }
  for (auto& refinement : nested) inner.refinements.push_back(&refinement);
  Matcher matcher(state_, inner);
  matcher.sized_ = sized_;
  const Module* seen = matcher.module_type(env, x.type);
  for (std::size_t i = 0; i < nested.size(); ++i) from[i]->used = from[i]->used || nested[i].used;
  Module* out = state_.module();
  *out = *seen;
  out->name = path(name);
  out->doc = spec.doc;
  frame.add_term(name, Term{static_cast<const Module*>(out)}, true);
}

const Module* check_module_type(State& state, const Env* env, const ast::ModTypeExpPtr& exp,
                                const Matching& matching) {
  return Matcher(state, matching).module_type(env, exp);
}

}  // namespace laguz::check::modules
