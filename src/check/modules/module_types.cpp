// Module types, elaborated against a module.
//
// There is no comparison of module types. To match a module with a module type is to walk through
// the latter's specs in order, with the names that they bring in scope bound to what the module
// has: an abstract type is what the module defines (and, if the ascription is opaque, gets a new
// identity that hides it), so that later specs mean the right thing by it. What comes out is a
// module with just the names that the specs mention, under the types they state.
#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "check/consumption/diets.hpp"
#include "check/infer/infer.hpp"
#include "check/modules/module_type_names.hpp"
#include "check/modules/modules.hpp"
#include "check/modules/show_modules.hpp"
#include "check/types/marks.hpp"
#include "support/diagnostic.hpp"
#include "support/overloaded.hpp"

namespace laguz::check::modules {

using ast::Liftedness;
using support::overloaded;

namespace {

class Matcher {
 public:
  Matcher(State& state, const Matching& matching) : state_(state), matching_(matching) {}

  const Module* module_type(const Env* env, const ast::ModTypeExpPtr& exp) {
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

 private:
  /// Refuses [functor] if it is its parameter that wants more than [arg] has.
  void check_parameter(const Module& functor, const Module* arg) {
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

  void require_structure() {
    if (matching_.actual && matching_.actual->is_functor())
      type_error(matching_.span,
                 "Cannot match parametric module with non-parametric module type: Module type "
                 "mismatch.");
  }

  const Module* with(const Env* env, const ast::ModTypeWith& x, support::Span span) {
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

  std::string path(const std::string& name) const { return matching_.path + name; }

  /// [text] with the module's own names as they are called in it.
  std::string from_inside(const std::string& text) const {
    const std::string& prefix = matching_.prefix;
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
      const bool starts =
          out.empty() || (std::isalnum(static_cast<unsigned char>(out.back())) == 0 &&
                          out.back() != '_' && out.back() != '.' && out.back() != '\'');
      if (!prefix.empty() && starts && text.compare(at, prefix.size(), prefix) == 0)
        at += prefix.size();
      else
        out += text[at++];
    }
    return out;
  }

  void add(Frame& frame, const Env* env, const ast::Spec& spec) {
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
                         state_.warn(spec.span,
                                     fmt::format("Inclusion shadows type \"{}\".", type));
                     state_.open(frame, *included->frame, true, spec.span);
                   },
               },
               spec.node);
  }

  // ------------------------------------------------------------------------------------- types

  /// The same type constructor? Compares their bodies with the same arguments.
  bool same_constructor(const Env* env, const TypeBinding& a, const TypeBinding& b) {
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

  void see_through(Infer& infer) const {
    if (matching_.made)
      for (TypeId id : *matching_.made) infer.transparent.insert(id);
  }

  TypeBinding* abstract_type(const std::string& name, Liftedness lifted,
                             const std::vector<TypeArgument>& params, TypePtr representation) {
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

  void add_type(Frame& frame, const Env* env, const ast::TypeSpec& x, const ast::Spec& spec) {
    const std::string& name = x.name.name;
    if (!declared_.insert("type " + name).second)
      type_error(
          x.name.span,
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
        type_error(matching_.span,
                   fmt::format("Module defines\n  {}\nbut module type requires\n  {}",
                               show_definition(path(name), *actual),
                               show_definition(path(name), *binding)));
    } else {
      binding = abstract(env, x, actual);
    }
    binding->doc = spec.doc;
    binding->span = x.name.span;
    frame.add_type(name, binding, true);
  }

  /// An abstract type of the module type.
  TypeBinding* abstract(const Env* env, const ast::TypeSpec& x, const TypeBinding* actual) {
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
      type_error(matching_.span,
                 fmt::format("Module defines\n  {}\nwhich is {}, but module type requires {}.",
                             show_type(path(name), *actual), describe(actual->lifted),
                             describe(x.lifted)));
    if (!matching_.opaque) {
      TypeBinding* out = state_.type();
      *out = *actual;
      return out;
    }
    // A size argument that no value of the type shows could not be told apart from another.
    for (const auto& param : actual->params)
      if (param.is_size && !is_constructive(actual->type, param.size))
        type_error(matching_.span,
                   fmt::format(
                       "Type\n  {}\ncannot be made abstract because size parameter \"[{}]\" is not "
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

  Refinement* refined(const std::string& name) const {
    for (auto it = matching_.refinements.rbegin(); it != matching_.refinements.rend(); ++it)
      if ((*it)->path.size() == 1 && (*it)->path.front() == name) return *it;
    return nullptr;
  }

  void check_refinement(const Refinement& refinement, const ast::TypeSpec& x) {
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

  /// What [refinement] makes of the abstract type [x]. It may be more lifted than that, or leave
  /// size parameters out.
  TypeBinding* refined_type(const Refinement& refinement, const ast::TypeSpec& x) {
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

  // ------------------------------------------------------------------------------------ values

  void add_value(Frame& frame, const Env* env, const ast::ValSpec& x, const ast::Spec& spec) {
    const std::string& name = x.name.name;
    if (!declared_.insert("value " + name).second)
      type_error(
          x.name.span,
          fmt::format("Duplicate value \"{}\": previously defined in this module type.", name));
    const ValueBinding* actual = nullptr;
    if (matching_.actual) {
      const Term* term = matching_.actual->term(state_, name);
      if (term && std::holds_alternative<const ValueBinding*>(*term))
        actual = std::get<const ValueBinding*>(*term);
      if (actual ? actual->spoilt : is_incomplete(*matching_.actual)) throw Spoilt{};
      if (!actual)
        type_error(matching_.span,
                   fmt::format("Module does not define a value named \"{}\".", path(name)));
    }
    std::vector<SizeBinder> sizes;
    const ast::TypeExp* type = x.type.get();
    while (const auto* parens = std::get_if<ast::TypeParens>(&type->node))
      type = parens->inner.get();
    const bool function = std::holds_alternative<ast::TypeArrow>(type->node);
    Infer infer(state_, function ? env : with_sizes(env, sizes), matching_.prefix);
    auto* binding =
        const_cast<ValueBinding*>(infer.value_spec(x, actual ? actual->id : state_.fresh_value()));
    for (const SizeBinder& size : sizes)
      if (mentions(binding->scheme.type, size.first)) binding->scheme.sizes.push_back(size);
    if (actual) match_value(*binding, *actual, env);
    binding->doc = spec.doc.empty() && actual ? actual->doc : spec.doc;
    frame.add_term(name, Term{static_cast<const ValueBinding*>(binding)}, true);
  }

  /// [env], where types that refinements have given sizes of their own have those in [sizes]: a
  /// value has any such sizes.
  const Env* with_sizes(const Env* env, std::vector<SizeBinder>& sizes) {
    Frame* frame = nullptr;
    for (const auto& [name, type] : sized_) {
      if (env->type(name) != type) continue;
      TypeBinding* open = state_.type();
      *open = *type;
      open->existentials.clear();
      Subst subst;
      for (const auto& size : type->existentials) {
        sizes.emplace_back(state_.fresh_value(), size.second);
        subst.sizes[size.first] = size_var(sizes.back().first, size.second);
      }
      open->type = subst(type->type);
      if (!frame) frame = state_.frame();
      frame->add_type(name, open, true);
    }
    return frame ? state_.env(frame, env) : env;
  }

  /// [stated], the spec's binding, becomes a view of [actual].
  void match_value(ValueBinding& stated, const ValueBinding& actual, const Env* env) {
    Infer infer(state_, env);
    see_through(infer);
    std::vector<TypePtr> types;
    std::vector<SizePtr> sizes;
    TypePtr type = infer.instantiate(actual.scheme, matching_.span, actual.name, types, sizes);
    const std::string shown = path(stated.name.substr(matching_.prefix.size()));
    auto refuse = [&](const std::string& why) {
      const std::string text = fmt::format(
          "Module type specifies\n  val {}{}\nbut module provides\n  val {}{}\n{}\nWhen matching "
          "the value \"{}\".",
          shown, show_scheme(stated.scheme), shown, show_scheme(actual.scheme), why, shown);
      type_error(matching_.span, from_inside(text));
    };
    TypePtr wanted = stated.scheme.type;
    infer.renew_sizes = std::holds_alternative<TypeArrow>(resolve(wanted)->node);
    if (!infer.unify(wanted, type))
      refuse(lifted_difference(stated, actual, env).value_or(infer.mismatch()));
    if (std::string why = consumption::compare_diets(opened(infer, wanted), opened(infer, type));
        !why.empty())
      refuse(why);
    infer.finish();
    stated.name = actual.name;
    stated.kind = actual.kind;
    stated.span = actual.span;
    if (actual.kind == ValueBinding::Kind::overloaded) return;
    // Chain the views: the definition's own scheme is what a reference has to instantiate.
    Subst subst;
    for (std::size_t i = 0; i < types.size(); ++i)
      subst.types[actual.scheme.types[i].id] = types[i];
    for (std::size_t i = 0; i < sizes.size(); ++i)
      subst.sizes[actual.scheme.sizes[i].first] = sizes[i];
    stated.viewed = true;
    if (actual.viewed) {
      for (const auto& t : actual.inner_types) stated.inner_types.push_back(subst(t));
      for (const auto& s : actual.inner_sizes) stated.inner_sizes.push_back(subst(s));
    } else {
      stated.inner_types = std::move(types);
      stated.inner_sizes = std::move(sizes);
    }
  }

  /// If [actual] would do but for the liftedness of a type parameter: what is wrong with that.
  std::optional<std::string> lifted_difference(const ValueBinding& stated,
                                               const ValueBinding& actual, const Env* env) {
    Scheme lifted = actual.scheme;
    for (auto& param : lifted.types) param.lifted = Liftedness::lifted;
    Infer infer(state_, env);
    see_through(infer);
    std::vector<TypePtr> types;
    std::vector<SizePtr> sizes;
    const TypePtr type = infer.instantiate(lifted, matching_.span, actual.name, types, sizes);
    infer.renew_sizes = std::holds_alternative<TypeArrow>(resolve(stated.scheme.type)->node);
    if (!infer.unify(stated.scheme.type, type)) return {};
    for (std::size_t i = 0; i < types.size(); ++i) {
      const TypePtr given = resolve(types[i]);
      const auto* param = std::get_if<TypeParamRef>(&given->node);
      const TypeParamRef& own = actual.scheme.types[i];
      if (param && param->lifted > own.lifted)
        return fmt::format(
            "The type parameter{} of the module type is {}, but{} of the module is "
            "{}.",
            show_type_param(*param), describe(param->lifted), show_type_param(own),
            describe(own.lifted));
    }
    return {};
  }

  /// [type] as the module sees it: its abstract types are what they stand for.
  TypePtr opened(const Infer& infer, const TypePtr& type) const {
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

  // ----------------------------------------------------------------------------------- modules

  void add_module(Frame& frame, const Env* env, const ast::ModSpec& x, const ast::Spec& spec) {
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

  State& state_;
  Matching matching_;
  std::unordered_set<std::string> declared_;
  /// Refined types that have sizes of their own, and the names they have.
  std::vector<std::pair<std::string, const TypeBinding*>> sized_;
};

}  // namespace

const Module* check_module_type(State& state, const Env* env, const ast::ModTypeExpPtr& exp,
                                const Matching& matching) {
  return Matcher(state, matching).module_type(env, exp);
}

}  // namespace laguz::check::modules
