// Names in scope: binding them, finding them, and what a reference to one is.
#include <algorithm>

#include <fmt/format.h>

#include "check/infer/infer.hpp"
#include "check/state/hints.hpp"
#include "check/types/parts.hpp"
#include "support/nearest.hpp"

namespace laguz::check {

using typed::ExpPtr;

Infer::Mark Infer::enter() {
  Mark mark{value_log_.size(), type_log_.size(), opens_.size(), depth_};
  ++depth_;
  return mark;
}

void Infer::leave(const Mark& mark) {
  for (; value_log_.size() > mark.values; value_log_.pop_back())
    values_[value_log_.back()].pop_back();
  for (; type_log_.size() > mark.types; type_log_.pop_back()) types_[type_log_.back()].pop_back();
  opens_.resize(mark.opens);
  depth_ = mark.depth;
}

void Infer::bind(const std::string& name, const ValueBinding* value) {
  values_[name].push_back({value, clock_++});
  value_log_.push_back(name);
}

void Infer::bind_type(const std::string& name, const TypeBinding* type) {
  types_[name].push_back({type, clock_++});
  type_log_.push_back(name);
}

const ValueBinding* Infer::bind_value(const std::string& name, TypePtr type, Span span) {
  ValueBinding* value = state_.value();
  value->id = state_.fresh_value();
  value->name = name;
  value->scheme.type = std::move(type);
  value->span = span;
  levels_[value->id] = depth_;
  bind(name, value);
  return value;
}

std::optional<Term> Infer::find_term(const std::string& name) {
  auto found = values_.find(name);
  const Local* local =
      found == values_.end() || found->second.empty() ? nullptr : &found->second.back();
  for (auto it = opens_.rbegin(); it != opens_.rend(); ++it) {
    if (local && local->at > it->second) break;
    if (const Term* term = it->first->term(state_, name)) return *term;
  }
  if (local) return Term{local->value};
  const Term* term = env_->term(name);
  return term ? std::optional<Term>(*term) : std::nullopt;
}

std::shared_ptr<std::vector<typed::LocalName>> Infer::visible_names() {
  std::vector<Local> locals;
  for (const auto& [name, stack] : values_) {
    if (stack.empty() || !is_local(stack.back().value->id)) continue;
    const auto term = find_term(name);  // (what has been opened since may hide it)
    const auto* value = term ? std::get_if<const ValueBinding*>(&*term) : nullptr;
    if (value != nullptr && *value == stack.back().value) locals.push_back(stack.back());
  }
  std::sort(locals.begin(), locals.end(),
            [](const Local& a, const Local& b) { return a.at < b.at; });
  auto names = std::make_shared<std::vector<typed::LocalName>>();
  for (const Local& local : locals)
    names->push_back({local.value->id, local.value->name, local.value->scheme.type});
  return names;
}

bool Infer::is_prelude_name(const std::string& name) {
  const auto term = find_term(name);
  const auto* value = term ? std::get_if<const ValueBinding*>(&*term) : nullptr;
  return value != nullptr && state_.in_prelude((*value)->span);
}

void Infer::unknown(const char* what, const ast::QualName& name, NameKind kind) {
  std::string written;
  for (const auto& qual : name.quals) written += qual + ".";
  written += name.name;
  std::vector<std::string> known;
  std::string missing = name.name;
  std::string within;
  const Module* module = nullptr;
  if (!name.quals.empty()) {
    // The first component that is not there is what to look for.
    auto term = find_term(name.quals.front());
    std::size_t at = 1;
    if (!term) {
      missing = name.quals.front();
      kind = NameKind::term;
    }
    while (term && std::holds_alternative<const Module*>(*term)) {
      module = std::get<const Module*>(*term);
      within += (within.empty() ? "" : ".") + name.quals[at - 1];
      if (at == name.quals.size()) break;
      missing = name.quals[at];
      const Term* next = module->term(state_, missing);
      if (!next) {
        kind = NameKind::term;
        break;
      }
      missing = name.name;
      term = *next;
      ++at;
    }
  }
  if (module ? is_incomplete(*module) : is_incomplete(*env_)) throw Spoilt{};
  if (module) {
    known = names_in(state_, *module, kind);
  } else {
    known = names_in(*env_, kind);
    if (kind == NameKind::term)
      for (const auto& [local, stack] : values_)
        if (!stack.empty()) known.push_back(local);
    if (kind == NameKind::type)
      for (const auto& [local, stack] : types_)
        if (!stack.empty()) known.push_back(local);
  }
  std::string hint;
  if (name.quals.empty()) {
    hint = hint_for_unknown(state_, *env_, name, kind);
  } else if (!module) {
    hint = is_foreign_module(missing)
               ? hint_for_unknown(state_, *env_, {{}, name.name, name.span}, kind)
               : state_.library_hint(*env_, missing);
  }
  if (auto near = hint.empty() ? support::nearest(missing, known) : std::nullopt)
    hint = fmt::format("did you mean {}?", within.empty() ? *near : within + "." + *near);
  type_error(name.span,
             fmt::format("Unknown {} \"{}\"; \"{}\" is not in scope.", what, written, missing),
             hint);
}

Infer::Resolved Infer::find_value(const ast::QualName& name) {
  auto component = [&](std::size_t i) -> const std::string& {
    return i < name.quals.size() ? name.quals[i] : name.name;
  };
  auto term = find_term(component(0));
  if (!term) unknown("name", name, NameKind::term);
  for (std::size_t i = 0;; ++i) {
    if (const auto* value = std::get_if<const ValueBinding*>(&*term)) {
      if ((*value)->spoilt) throw Spoilt{};
      return {*value, i + 1};
    }
    const Module* module = std::get<const Module*>(*term);
    if (module->spoilt) throw Spoilt{};
    if (i == name.quals.size())
      type_error(name.span,
                 fmt::format("\"{}\" is a module and cannot be used as a value.", component(i)),
                 module->term(state_, "i32")
                     ? fmt::format("a conversion names both types, as in {}.{}.", component(i),
                                   component(i) == "i64" ? "i32" : "i64")
                     : "");
    if (module->is_functor())
      type_error(name.span, fmt::format("Cannot access \"{}\" in the parametric module \"{}\".",
                                        component(i + 1), component(i)));
    const Term* next = module->term(state_, component(i + 1));
    if (!next) unknown("name", name, NameKind::term);
    if (module->intrinsics)
      state_.warn(name.span, "Intrinsics are for the prelude: they may change, and check little.");
    term = *next;
  }
}

const Module* Infer::find_module(const ast::QualName& name) {
  auto component = [&](std::size_t i) -> const std::string& {
    return i < name.quals.size() ? name.quals[i] : name.name;
  };
  auto term = find_term(component(0));
  for (std::size_t i = 0;; ++i) {
    if (!term) unknown("module", name, NameKind::term);
    const auto* module = std::get_if<const Module*>(&*term);
    if (module ? (*module)->spoilt : std::get<const ValueBinding*>(*term)->spoilt) throw Spoilt{};
    if (!module) type_error(name.span, fmt::format("\"{}\" is not a module.", component(i)));
    if (i == name.quals.size()) return &state_.whole(**module);
    const Term* next = (*module)->term(state_, component(i + 1));
    term = next ? std::optional<Term>(*next) : std::nullopt;
  }
}

const TypeBinding* Infer::find_type(const ast::QualName& name) {
  if (!name.quals.empty()) {
    ast::QualName path{{name.quals.begin(), name.quals.end() - 1}, name.quals.back(), name.span};
    const TypeBinding* found = find_module(path)->type(state_, name.name);
    if (!found) unknown("type", name, NameKind::type);
    if (found->spoilt) throw Spoilt{};
    return found;
  }
  auto found = types_.find(name.name);
  const LocalType* local =
      found == types_.end() || found->second.empty() ? nullptr : &found->second.back();
  for (auto it = opens_.rbegin(); it != opens_.rend(); ++it) {
    if (local && local->at > it->second) break;
    if (const TypeBinding* type = it->first->type(state_, name.name)) return type;
  }
  if (local) return local->type;
  const TypeBinding* type = env_->type(name.name);
  if (!type) unknown("type", name, NameKind::type);
  if (type->spoilt) throw Spoilt{};
  return type;
}

TypePtr Infer::infix_type(const TypePtr& operand, bool comparison) {
  TypePtr& last = last_infix_[comparison ? 1 : 0];
  if (last && std::get<TypeArrow>(last->node).from == operand) return last;
  TypePtr result = comparison ? scalar_type(ScalarType::boolean) : operand;
  result = make_type(TypeArrow{{}, operand, std::move(result), {}, false});
  last = make_type(TypeArrow{{}, operand, std::move(result), {}, false});
  return last;
}

ExpPtr Infer::operator_reference(const std::string& name, Span span, const TypePtr& left) {
  Constraint constraint;
  const bool prefix = name == "neg" || name == "!";
  bool comparison = false;
  if (name == "==" || name == "!=") {
    constraint.equality = constraint.first_order = true;
    comparison = true;
  } else if (name == "<" || name == "<=" || name == ">" || name == ">=") {
    constraint.scalars = prims::all_types;
    comparison = true;
  } else if (name == "!") {
    constraint.scalars = prims::ints | prims::booleans;
  } else if (name == "//" || name == "%%" || name == "&" || name == "|" || name == "^" ||
             name == "<<" || name == ">>") {
    constraint.scalars = prims::ints;
  } else if (name == "&&" || name == "||") {
    constraint.scalars = prims::booleans;
  } else {
    constraint.scalars = prims::nums;
  }
  const bool equality = constraint.equality;
  const prims::TypeSet allowed = constraint.scalars;
  TypePtr operand = left && !equality ? resolve(left) : nullptr;
  if (operand) {
    const auto* scalar = std::get_if<TypeScalar>(&operand->node);
    const auto* meta = std::get_if<TypeMeta>(&operand->node);
    const prims::TypeSet may_be = scalar ? prims::only(scalar->scalar)
                                  : meta ? meta->constraint.scalars
                                         : prims::TypeSet{0};
    if (may_be == 0 || (may_be & allowed) != may_be) operand = nullptr;
    if (operand && scalar) operand = scalar_type(scalar->scalar);
  }
  if (!operand) operand = fresh(span, std::move(constraint));
  if (name == "==" && left) equalities_.emplace_back(operand, span);
  if (prefix)
    return make(typed::Intrinsic{name, {}, {}},
                make_type(TypeArrow{{}, operand, operand, {}, false}), span);
  TypePtr type = infix_type(operand, comparison);
  ExpPtr& last = last_operators_[name];
  if (!last || last->type != type) last = make(typed::Intrinsic{name, {}, {}}, type, span);
  return last;
}

ExpPtr Infer::reference(const ValueBinding* value, const std::string& name, Span span,
                        const TypePtr& operand) {
  if (value->kind == ValueBinding::Kind::overloaded)
    return operator_reference(value->name, span, operand);
  std::vector<TypePtr> types;
  std::vector<SizePtr> sizes;
  TypePtr type = instantiate(value->scheme, span, name, types, sizes);
  // (A recursive function's result may not be known yet.)
  const bool type_known = value != self_binding_ || !self_params_written_;
  if (!state_.in_prelude(span))
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      const auto& [parameter, written] = value->scheme.sizes[i];
      if (type_known && !mentions(value->scheme.type, parameter))
        type_error(span,
                   fmt::format("Ambiguous size \"{}\" arising from instantiated size parameter of "
                               "\"{}\": the parameter occurs nowhere in the type\n  {}\nso that "
                               "nothing can tell what it is.",
                               written, name, show(value->scheme.type)),
                   fmt::format("declare \"{}\" without \"[{}]\".", name, written),
                   "ambiguous-size");
      size_checks_.push_back({sizes[i], name, span, written});
    }
  if (!value->points.empty()) {
    Subst subst;
    for (std::size_t i = 0; i < types.size(); ++i)
      subst.types[value->scheme.types[i].id] = types[i];
    for (const TypePtr& point : value->points) points_.push_back({subst(point), span});
  }
  if (value->viewed) {
    Subst subst;
    for (std::size_t i = 0; i < types.size(); ++i)
      subst.types[value->scheme.types[i].id] = types[i];
    for (std::size_t i = 0; i < sizes.size(); ++i)
      subst.sizes[value->scheme.sizes[i].first] = sizes[i];
    types = value->inner_types;
    sizes = value->inner_sizes;
    for (auto& t : types) t = subst(t);
    for (auto& s : sizes) s = subst(s);
  }
  ExpPtr exp;
  if (value->kind == ValueBinding::Kind::intrinsic)
    exp = make(typed::Intrinsic{value->name, std::move(types), std::move(sizes)}, type, span);
  else
    exp = make(typed::Var{value->id, value->name, std::move(types), std::move(sizes)}, type, span);
  // They are the same each time, for all that they have no names.
  for (const auto& existential : value->existentials)
    unknown_.emplace(existential.first,
                     notes::Origin{fmt::format("an unknown size of \"{}\"", name)});
  if (value == self_binding_) {
    // A result that is not written has sizes of its own wherever the function is used, and so has
    // the whole type if the parameters' are not written either.
    if (self_params_written_)
      exp->type =
          *self_params_written_ ? with_result(exp->type, self_params_, fresh(span)) : fresh(span);
    self_references_.push_back(exp);
  }
  return exp;
}

ExpPtr Infer::variable(const ast::QualName& name, Span span, const TypePtr& operand) {
  Resolved found = find_value(name);
  if (!found.value->scheme.type && found.value->kind != ValueBinding::Kind::overloaded)
    type_error(span, fmt::format("The type of \"{}\" may not depend on \"{}\" itself.", name.name,
                                 name.name));
  ExpPtr exp = reference(found.value, name.name, span, operand);
  for (std::size_t i = found.used; i <= name.quals.size(); ++i)
    exp = project(exp, i < name.quals.size() ? name.quals[i] : name.name, span);
  return exp;
}

}  // namespace laguz::check
