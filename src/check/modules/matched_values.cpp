// A module type's values, matched with those of a module, of which they become views.
#include <cctype>

#include <fmt/format.h>

#include "check/consumption/diets.hpp"
#include "check/modules/matcher.hpp"
#include "check/modules/show_modules.hpp"

namespace laguz::check::modules {

using ast::Liftedness;

void Matcher::add_value(Frame& frame, const Env* env, const ast::ValSpec& x,
                        const ast::Spec& spec) {
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
  while (const auto* parens = std::get_if<ast::TypeParens>(&type->node)) type = parens->inner.get();
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

const Env* Matcher::with_sizes(const Env* env, std::vector<SizeBinder>& sizes) {
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

void Matcher::match_value(ValueBinding& stated, const ValueBinding& actual, const Env* env) {
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
  for (std::size_t i = 0; i < types.size(); ++i) subst.types[actual.scheme.types[i].id] = types[i];
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

std::optional<std::string> Matcher::lifted_difference(const ValueBinding& stated,
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

std::string Matcher::from_inside(const std::string& text) const {
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

}  // namespace laguz::check::modules
