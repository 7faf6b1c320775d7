// What module types name, found in their text.
#include "check/modules/module_type_names.hpp"

#include <fmt/format.h>

#include "check/state/state.hpp"
#include "check/state/type_error.hpp"
#include "support/diagnostic.hpp"
#include "support/nearest.hpp"
#include "support/overloaded.hpp"

namespace laguz::check::modules {

using support::overloaded;

const ModuleTypeBinding* find_module_type(const Env* env, const ast::QualName& name) {
  const ModuleTypeBinding* found = nullptr;
  bool through_incomplete = false;
  if (name.quals.empty()) {
    found = env->module_type(name.name);
  } else {
    const Term* term = env->term(name.quals.front());
    for (std::size_t i = 1; term; ++i) {
      const auto* module = std::get_if<const Module*>(term);
      through_incomplete = module && is_incomplete(**module);
      if (!module || !env->state->whole(**module).frame) break;
      const Frame& frame = *(*module)->frame;
      if (i == name.quals.size()) {
        found = frame.module_type(name.name, frame.size(), true);
        break;
      }
      term = (*module)->term(*env->state, name.quals[i]);
    }
  }
  if (found && found->spoilt) throw Spoilt{};
  if (found) return found;
  if (is_incomplete(*env) || through_incomplete) throw Spoilt{};
  std::string hint;
  if (auto near = support::nearest(name.name, names_in(*env, NameKind::module_type)))
    hint = fmt::format("did you mean {}?", *near);
  type_error(name.span, fmt::format("Unknown module type \"{}\".", name.name), hint);
}

namespace {

/// Where a module type specifies a type.
struct TypePlace {
  const std::vector<ast::SpecPtr>* specs = nullptr;  ///< null: nowhere
  std::size_t at = 0;
  const Env* env = nullptr;
};
using Names = std::vector<std::string>;

TypePlace find_spec(State& state, const TypePlace& end, const Names& path, std::size_t depth);

TypePlace find_spec(State& state, const Env* env, const ast::ModTypeExp& exp, const Names& path,
                    std::size_t depth) {
  state.elaborate(1, exp.span);
  return std::visit(
      overloaded{
          [&](const ast::ModTypeVar& x) {
            const ModuleTypeBinding* found = find_module_type(env, x.name);
            return find_spec(state, found->env, *found->exp, path, depth);
          },
          [&](const ast::ModTypeParens& x) { return find_spec(state, env, *x.inner, path, depth); },
          [&](const ast::ModTypeSpecs& x) {
            return find_spec(state, {&x.specs, x.specs.size(), env}, path, depth);
          },
          [&](const ast::ModTypeWith& x) { return find_spec(state, env, *x.inner, path, depth); },
          [](const ast::ModTypeArrow&) { return TypePlace(); },
      },
      exp.node);
}

/// The last spec of the type [path], of which [depth] names have led to here, before [end].
TypePlace find_spec(State& state, const TypePlace& end, const Names& path, std::size_t depth) {
  for (std::size_t i = end.at; i-- > 0;) {
    const auto& node = (*end.specs)[i]->node;
    const auto* type = std::get_if<ast::TypeSpec>(&node);
    const auto* module = std::get_if<ast::ModSpec>(&node);
    const auto* include = std::get_if<ast::IncludeSpec>(&node);
    const bool last = depth + 1 == path.size();
    if (type && last && type->name.name == path[depth]) return {end.specs, i, end.env};
    if (module && !last && module->name.name == path[depth])
      return find_spec(state, end.env, *module->type, path, depth + 1);
    if (!include) continue;
    const TypePlace found = find_spec(state, end.env, *include->type, path, depth);
    if (found.specs) return found;
  }
  return {};
}

/// u, if the spec is `type t = u` or `type t 'a [n] = u a [n]`; else null.
const std::string* other_name(const ast::TypeSpec& spec) {
  const ast::TypeExp* type = spec.type.get();
  auto is_name = [](const ast::TypeExp& exp, const std::string& name) {
    const auto* var = std::get_if<ast::TypeVar>(&exp.node);
    return var && var->name.quals.empty() && var->name.name == name;
  };
  for (std::size_t i = spec.type_params.size();;) {
    if (const auto* parens = std::get_if<ast::TypeParens>(&type->node)) {
      type = parens->inner.get();
      continue;
    }
    if (i == 0) break;
    const std::string& param = spec.type_params[--i].name;
    const auto* apply = std::get_if<ast::TypeApply>(&type->node);
    if (!apply) return nullptr;
    if (const auto* arg = std::get_if<ast::TypeExpPtr>(&apply->arg)) {
      if (!is_name(**arg, param)) return nullptr;
    } else {
      const auto& size = std::get<ast::SizeExp>(apply->arg).exp;
      const auto* var = size ? std::get_if<ast::Var>(&size->node) : nullptr;
      if (!var || !var->name.quals.empty() || var->name.name != param) return nullptr;
    }
    type = apply->function.get();
  }
  const auto* var = std::get_if<ast::TypeVar>(&type->node);
  if (!var || !var->name.quals.empty()) return nullptr;
  for (const auto& param : spec.type_params)
    if (param.name == var->name.name) return nullptr;
  return &var->name.name;
}

}  // namespace

std::string unaliased(State& state, const Env* env, const ast::ModTypeExp& exp,
                      const std::vector<std::string>& path) {
  TypePlace place = find_spec(state, env, exp, path, 0);
  while (place.specs) {
    const auto& spec = std::get<ast::TypeSpec>((*place.specs)[place.at]->node);
    if (!spec.type) return spec.name.name;
    const std::string* name = other_name(spec);
    if (!name) break;
    place = find_spec(state, place, {*name}, 0);
  }
  return path.back();
}

namespace {

/// Adds the abstract types of [included], called [path] there, that [env] has types called the
/// same of; [known] is what [env] has for [path], if that is not empty.
void find_shadowed(State& state, const Env& env, const Module& included, const std::string& path,
                   const Module* known, std::set<std::string>& shadowed) {
  for (const auto& [name, entries] : included.frame->types()) {
    const TypeBinding* type = included.type(state, name);
    if (type && type->abstract && (known ? known->type(state, name) : env.type(name)))
      shadowed.insert(path + name);
  }
  for (const auto& [name, entries] : included.frame->terms()) {
    const Term* inner = included.term(state, name);
    const Term* outer = known ? known->term(state, name) : env.term(name);
    const auto* inside = inner ? std::get_if<const Module*>(inner) : nullptr;
    const auto* before = outer ? std::get_if<const Module*>(outer) : nullptr;
    if (inside && state.whole(**inside).frame && before && state.whole(**before).frame)
      find_shadowed(state, env, **inside, path + name + ".", *before, shadowed);
  }
}

}  // namespace

std::set<std::string> shadowed_types(State& state, const Env& env, const Module& included) {
  std::set<std::string> shadowed;
  find_shadowed(state, env, included, "", nullptr, shadowed);
  return shadowed;
}

}  // namespace laguz::check::modules
