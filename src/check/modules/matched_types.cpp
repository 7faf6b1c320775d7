// A module type's types, matched with those of a module.
#include <fmt/format.h>

#include "check/consumption/diets.hpp"
#include "check/modules/matcher.hpp"
#include "check/modules/show_modules.hpp"
#include "check/types/marks.hpp"

namespace laguz::check::modules {

using ast::Liftedness;

bool Matcher::same_constructor(const Env* env, const TypeBinding& a, const TypeBinding& b) {
  if (a.params.size() != b.params.size()) return false;
  Subst subst;
  for (std::size_t i = 0; i < a.params.size(); ++i) {
    if (a.params[i].is_size != b.params[i].is_size) return false;
    if (a.params[i].is_size)
      subst.sizes[b.params[i].size] = size_var(a.params[i].size, a.params[i].name);
    else
      subst.types[b.params[i].type.id] = make_type(a.params[i].type);
  }
  Infer infer(state_, env);
  see_through(infer);
  infer.renew_sizes = true;
  Subst open;
  for (const auto& size : a.existentials) open.sizes[size.first] = infer.fresh_size();
  for (const auto& size : b.existentials) subst.sizes[size.first] = infer.fresh_size();
  const TypePtr wanted = open(a.type), have = subst(b.type);
  return infer.unify(wanted, have) &&
         consumption::compare_diets(opened(infer, wanted), opened(infer, have)).empty();
}

void Matcher::see_through(Infer& infer) const {
  if (matching_.made)
    for (TypeId id : *matching_.made) infer.transparent.insert(id);
}

TypePtr Matcher::opened(const Infer& infer, const TypePtr& type) const {
  struct Open final : TypeRewriter {
    const Infer& infer;
    explicit Open(const Infer& i) : infer(i) {}
    SizePtr size(const SizePtr& size) override { return size; }
    TypePtr abstract(const TypePtr& type, const TypeAbstract& abstract) override {
      const bool seen = abstract.representation && infer.transparent.count(abstract.id) != 0;
      return seen ? (*this)(abstract.representation) : type;
    }
  };
  return Open(infer)(type);
}

TypeBinding* Matcher::abstract_type(const std::string& name, Liftedness lifted,
                                    const std::vector<TypeArgument>& params,
                                    TypePtr representation) {
  TypeBinding* out = state_.type();
  out->name = name;
  out->params = params;
  out->lifted = lifted;
  out->abstract = true;
  TypeAbstract abstract;
  abstract.id = state_.fresh_type();
  abstract.name = matching_.prefix + name;
  abstract.lifted = lifted;
  for (const auto& param : params)
    if (param.is_size)
      abstract.size_args.edit().push_back(size_var(param.size, param.name));
    else
      abstract.type_args.edit().push_back(make_type(param.type));
  abstract.representation = std::move(representation);
  out->type = make_type(std::move(abstract));
  return out;
}

void Matcher::add_type(Frame& frame, const Env* env, const ast::TypeSpec& x,
                       const ast::Spec& spec) {
  const std::string& name = x.name.name;
  if (!declared_.insert("type " + name).second)
    type_error(x.name.span,
               fmt::format("Duplicate type \"{}\": previously defined in this module type.", name));
  const TypeBinding* actual = nullptr;
  if (matching_.actual) {
    actual = matching_.actual->type(state_, name);
    if (actual ? actual->spoilt : is_incomplete(*matching_.actual)) throw Spoilt{};
    if (!actual)
      type_error(matching_.span,
                 fmt::format("Module does not define a type named \"{}\".", path(name)));
  }
  TypeBinding* binding = nullptr;
  if (Refinement* refinement = refined(name)) {
    if (x.type)
      type_error(refinement->span,
                 fmt::format("\"{}\" is not an abstract type in the module type.", name));
    check_refinement(*refinement, x);
    binding = refined_type(*refinement, x);
    refinement->used = true;
  } else if (x.type) {
    Infer infer(state_, env);
    binding =
        const_cast<TypeBinding*>(infer.type_declaration(x.name, x.lifted, x.type_params, x.type));
  }
  if (binding) {
    if (actual && !same_constructor(env, *binding, *actual))
      type_error(matching_.span, fmt::format("Module defines\n  {}\nbut module type requires\n  {}",
                                             show_definition(path(name), *actual),
                                             show_definition(path(name), *binding)));
  } else {
    binding = abstract(env, x, actual);
  }
  binding->doc = spec.doc;
  binding->span = x.name.span;
  frame.add_type(name, binding, true);
}

TypeBinding* Matcher::abstract(const Env* env, const ast::TypeSpec& x, const TypeBinding* actual) {
  const std::string& name = x.name.name;
  Infer infer(state_, env);
  std::vector<TypeArgument> params = infer.bind_type_params(x.type_params);
  if (!actual) return abstract_type(name, x.lifted, params, nullptr);
  bool fits = actual->params.size() == params.size();
  for (std::size_t i = 0; fits && i < params.size(); ++i) {
    fits = actual->params[i].is_size == params[i].is_size &&
           (params[i].is_size || actual->params[i].type.lifted >= params[i].type.lifted);
  }
  if (!fits)
    type_error(matching_.span, fmt::format("Module defines\n  {}\nbut module type requires\n  {}",
                                           show_type(path(name), *actual),
                                           show_head(path(name), x.lifted, params)));
  if (actual->lifted > x.lifted)
    type_error(
        matching_.span,
        fmt::format("Module defines\n  {}\nwhich is {}, but module type requires {}.",
                    show_type(path(name), *actual), describe(actual->lifted), describe(x.lifted)));
  if (!matching_.opaque) {
    TypeBinding* out = state_.type();
    *out = *actual;
    return out;
  }
  // A size argument that no value of the type shows could not be told apart from another.
  for (const auto& param : actual->params)
    if (param.is_size && !is_constructive(actual->type, param.size))
      type_error(
          matching_.span,
          fmt::format("Type\n  {}\ncannot be made abstract because size parameter \"[{}]\" is not "
                      "used constructively as an array size in the definition.",
                      show_type(path(name), *actual), param.name));
  Subst subst;
  for (std::size_t i = 0; i < params.size(); ++i)
    if (params[i].is_size)
      subst.sizes[actual->params[i].size] = size_var(params[i].size, params[i].name);
    else
      subst.types[actual->params[i].type.id] = make_type(params[i].type);
  for (const auto& size : actual->existentials) subst.sizes[size.first] = infer.fresh_size();
  TypeBinding* out = abstract_type(name, x.lifted, params, subst(actual->type));
  if (matching_.made) matching_.made->push_back(std::get<TypeAbstract>(out->type->node).id);
  return out;
}

Refinement* Matcher::refined(const std::string& name) const {
  for (auto it = matching_.refinements.rbegin(); it != matching_.refinements.rend(); ++it)
    if ((*it)->path.size() == 1 && (*it)->path.front() == name) return *it;
  return nullptr;
}

void Matcher::check_refinement(const Refinement& refinement, const ast::TypeSpec& x) {
  auto params_text = [](const std::vector<ast::TypeParam>& params) {
    std::string out;
    for (const auto& param : params)
      out += param.kind == ast::TypeParam::Kind::size
                 ? " [" + param.name + "]"
                 : std::string(" '") + mark(param.lifted) + param.name;
    return params.empty() ? std::string("no type parameters") : "type parameters" + out;
  };
  bool same = refinement.params->size() == x.type_params.size();
  for (std::size_t i = 0; same && i < x.type_params.size(); ++i)
    same = (*refinement.params)[i].kind == x.type_params[i].kind &&
           (*refinement.params)[i].lifted >= x.type_params[i].lifted;
  if (!same)
    type_error(refinement.span,
               fmt::format("Cannot refine a type having {} with a type having {}.",
                           params_text(x.type_params), params_text(*refinement.params)));
}

TypeBinding* Matcher::refined_type(const Refinement& refinement, const ast::TypeSpec& x) {
  Infer infer(state_, refinement.env);
  TypeBinding* binding = state_.type();
  binding->name = x.name.name;
  binding->lifted = x.lifted;
  binding->params = infer.bind_type_params(*refinement.params);
  binding->type = without_marks(infer.type_exp(
      refinement.type, Anonymous{Anonymous::Mode::existential, &binding->existentials, nullptr}));
  infer.finish();
  if (!binding->existentials.empty()) sized_.emplace_back(x.name.name, binding);
  return binding;
}

}  // namespace laguz::check::modules
