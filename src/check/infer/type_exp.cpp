// Types as the user writes them, and the declarations that are made of them alone.
#include <fmt/format.h>

#include <algorithm>

#include "check/infer/infer.hpp"
#include "check/types/marks.hpp"
#include "support/overloaded.hpp"

namespace laguz::check {

using ast::Liftedness;

std::vector<TypeArgument> Infer::bind_type_params(const std::vector<ast::TypeParam>& params) {
  std::vector<TypeArgument> out;
  for (const auto& param : params) {
    for (const auto& other : out)
      if (other.name == param.name && other.is_size == (param.kind == ast::TypeParam::Kind::size))
        type_error(param.span, fmt::format("Parameter \"{}\" previously defined: also bound here.",
                                           param.name));
    TypeArgument arg;
    arg.name = param.name;
    arg.is_size = param.kind == ast::TypeParam::Kind::size;
    if (arg.is_size) {
      arg.size = bind_value(param.name, scalar_type(ScalarType::i64), param.span)->id;
    } else {
      arg.type = TypeParamRef{state_.fresh_type(), param.name, param.lifted};
      type_levels_[arg.type.id] = depth_;
      TypeBinding* binding = state_.type();
      binding->name = param.name;
      binding->type = make_type(arg.type);
      binding->lifted = param.lifted;
      binding->span = param.span;
      bind_type(param.name, binding);
    }
    out.push_back(std::move(arg));
  }
  return out;
}

namespace {

/// The constructor and the arguments of `t [n] u ...`.
const ast::TypeExp& unapplied(
    const ast::TypeExp& exp,
    std::vector<const std::variant<ast::SizeExp, ast::TypeExpPtr>*>& args) {
  const ast::TypeExp* at = &exp;
  while (const auto* apply = std::get_if<ast::TypeApply>(&at->node)) {
    args.push_back(&apply->arg);
    at = apply->function.get();
  }
  std::reverse(args.begin(), args.end());
  return *at;
}

bool is_function(const ast::TypeExpPtr& written) {
  const ast::TypeExp* at = written.get();
  while (const auto* parens = std::get_if<ast::TypeParens>(&at->node)) at = parens->inner.get();
  return std::holds_alternative<ast::TypeArrow>(at->node);
}

}  // namespace

TypePtr Infer::type_exp(const ast::TypeExpPtr& written, const Anonymous& anonymous) {
  const ast::TypeExp& exp = *written;
  auto new_size = [&](const std::string& name, Span span, const Anonymous& anonymous) -> SizePtr {
    switch (anonymous.mode) {
      case Anonymous::Mode::parameter: {
        ValId id = state_.fresh_value();
        levels_[id] = depth_;
        anonymous.made->emplace_back(id, name);
        return size_var(id, name);
      }
      case Anonymous::Mode::existential: return fresh_existential(*anonymous.made, name);
      case Anonymous::Mode::inferred: return fixed_size();
      case Anonymous::Mode::forbidden:
        type_error(span,
                   "Anonymous sizes (type containing anonymous sizes) are not allowed to the left "
                   "of a function arrow here: use a non-anonymous size parameter.",
                   {}, "anonymous-nonconstructive");
    }
    return fresh_size();
  };
  auto size_exp = [&](const ast::SizeExp& size) -> SizePtr {
    if (!size.exp) return new_size("d", size.span, anonymous);
    Restore<std::set<std::string>> names(type_names_, {});
    typed::ExpPtr value = check(size.exp, scalar_type(ScalarType::i64), "Size expression");
    SizePtr out = size_of_exp(value, [&](ValId id) { return is_local(id); });
    if (!out)
      type_error(size.span,
                 fmt::format("Size expression \"{}\" is an invalid size: it binds names.",
                             source_text(size.span)),
                 "make a function of it, and call that.", "size-expression-bind");
    return out;
  };
  auto bind_in_type = [&](const ast::Binder& name) {
    if (!type_names_.insert(name.name).second)
      type_error(name.span, fmt::format("Name \"{}\" also bound in this type.", name.name));
  };
  auto instantiate_name = [&](const ast::TypeExp& whole) -> TypePtr {
    std::vector<const std::variant<ast::SizeExp, ast::TypeExpPtr>*> args;
    const ast::TypeExp& head = unapplied(whole, args);
    const auto* name = std::get_if<ast::TypeVar>(&head.node);
    if (!name) {
      if (args.empty()) return nullptr;
      type_error(whole.span,
                 fmt::format("Type constructor \"{}\" cannot be applied: it is not a name.",
                             source_text(head.span)));
    }
    const TypeBinding* binding = find_type(name->name);
    if (binding->lifted > lifted_seen_) {
      lifted_seen_ = binding->lifted;
      lifted_name_ = source_text(head.span);
    }
    if (binding->params.size() != args.size())
      type_error(whole.span,
                 fmt::format("Type constructor \"{}\" requires {} argument{}, but {} given.",
                             source_text(head.span), binding->params.size(),
                             binding->params.size() == 1 ? "" : "s", args.size()));
    Subst subst;
    for (std::size_t i = 0; i < args.size(); ++i) {
      const auto& param = binding->params[i];
      const auto* size = std::get_if<ast::SizeExp>(args[i]);
      if (param.is_size != (size != nullptr)) {
        // `t [n]` parses as a size; `t ([n]u)` as a type.
        type_error(whole.span,
                   fmt::format("Type argument {} of \"{}\" not valid for a {} parameter.", i + 1,
                               source_text(head.span), param.is_size ? "size" : "type"));
      }
      if (size) {
        subst.sizes[param.size] = size_exp(*size);
      } else {
        Restore<bool> regular(regular_argument_, param.type.lifted == Liftedness::unlifted);
        TypePtr arg = type_exp(std::get<ast::TypeExpPtr>(*args[i]), anonymous);
        subst.types[param.type.id] = without_marks(arg);
        // An application is as lifted as its arguments, even if the type makes no use of them.
        bool functional = false;
        each_part(arg, [&](const TypePtr& part) {
          functional = functional || std::holds_alternative<TypeArrow>(part->node);
        });
        if (functional && lifted_seen_ != Liftedness::lifted) {
          lifted_seen_ = Liftedness::lifted;
          lifted_name_ = source_text(whole.span);
        }
      }
    }
    for (const auto& [id, size] : binding->existentials) {
      Anonymous own = anonymous;
      // What stands in for an abstract type (or does so in this application of a functor) was not
      // known to be open where the text was checked as it stands: functions take it at any size.
      if (own.mode == Anonymous::Mode::forbidden && !(binding->stated && state_.checking_functors))
        own.mode = Anonymous::Mode::parameter;
      if (own.quantified) own = {Anonymous::Mode::existential, own.quantified, nullptr};
      // As the argument of a type that wants one without sizes of its own, it has those that the
      // function was given.
      if (auto given = given_sizes_.find(id); regular_argument_ && given != given_sizes_.end()) {
        subst.sizes[id] = given->second;
        continue;
      }
      subst.sizes[id] = new_size(size, whole.span, own);
      if (own.mode == Anonymous::Mode::parameter) given_sizes_.emplace(id, subst.sizes[id]);
    }
    TypePtr out = track(subst(binding->type));
    each_part(out, [&](const TypePtr& part) {
      const auto* array = std::get_if<TypeArray>(&part->node);
      if (array && !require_first_order(array->element))
        type_error(whole.span,
                   fmt::format("Cannot create array with elements of lifted type {} (it is or may "
                               "be a function type, and cannot be an array element).",
                               show(array->element)));
    });
    return out;
  };

  return std::visit(
      support::overloaded{
          [&](const ast::TypeVar&) { return instantiate_name(exp); },
          [&](const ast::TypeApply&) { return instantiate_name(exp); },
          [&](const ast::TypeParens& x) { return type_exp(x.inner, anonymous); },
          [&](const ast::TypeTuple& x) {
            std::vector<TypePtr> parts;
            for (const auto& part : x.parts) parts.push_back(type_exp(part, anonymous));
            return tuple_of(parts);
          },
          [&](const ast::TypeRecord& x) {
            TypeRecord record;
            std::vector<std::string_view> names;
            for (const auto& field : x.fields) names.push_back(field.first.name);
            if (const std::size_t twice = find_duplicate(names); twice < names.size())
              type_error(x.fields[twice].first.span,
                         fmt::format("Duplicate record fields: \"{}\" is given twice in {}.",
                                     names[twice], source_text(exp.span)));
            for (const auto& [name, type] : x.fields) {
              record.fields.emplace_back(name.name, type_exp(type, anonymous));
            }
            std::sort(record.fields.begin(), record.fields.end(),
                      [](const auto& a, const auto& b) { return field_less(a.first, b.first); });
            return make_type(std::move(record));
          },
          [&](const ast::TypeArray& x) {
            SizePtr size = size_exp(x.size);
            const Liftedness before = lifted_seen_;
            lifted_seen_ = Liftedness::unlifted;
            TypePtr element = type_exp(x.element, anonymous);
            if (lifted_seen_ != Liftedness::unlifted)
              type_error(
                  exp.span,
                  fmt::format("Cannot create array with elements of lifted type \"{}\" (it might "
                              "contain function values, or have sizes of its own).",
                              lifted_name_));
            lifted_seen_ = before;
            if (!require_first_order(element, true))
              type_error(exp.span,
                         fmt::format(
                             "Cannot create array with elements of lifted type {} (it is or may be "
                             "a function type, and cannot be an array element).",
                             show(element)));
            return array_of(size, with_unique(element, false));
          },
          [&](const ast::TypeUnique& x) {
            TypePtr inner = type_exp(x.inner, anonymous);
            if (has_arrays(inner, true)) return with_unique(inner, true);
            state_.warn(exp.span,
                        fmt::format("Declaring \"{}\" as unique has no effect.", show(inner)));
            return inner;
          },
          [&](const ast::TypeArrow& x) {
            TypeArrow arrow;
            Restore<std::set<std::string>> names(type_names_, type_names_);
            if (x.param) bind_in_type(*x.param);
            const Anonymous none{Anonymous::Mode::forbidden, anonymous.made, nullptr};
            TypePtr from = type_exp(x.from, in_abbreviation_ ? none : anonymous);
            arrow.from = without_marks(from);
            arrow.consumes = is_marked_inside(from);
            Scope scope(*this);
            std::optional<ValId> param;
            if (x.param) param = bind_value(x.param->name, arrow.from, x.param->span)->id;
            std::vector<SizeBinder> made;
            // Only what a function finally gives chooses sizes; those of its other parameters are
            // known where those of the first one are.
            if (is_function(x.to)) {
              arrow.to = type_exp(x.to, in_abbreviation_ ? none : anonymous);
              each_size(arrow.to, [&](const SizePtr& written, bool) {
                SizePtr size = resolve(written);
                if (auto* meta = std::get_if<SizeMeta>(&size->node))
                  meta->level = std::min(meta->level, depth_ - 1);
              });
            } else {
              arrow.to = type_exp(x.to, Anonymous{Anonymous::Mode::existential, &made, nullptr});
            }
            for (const auto& binder : made) arrow.existentials.push_back(binder.first);
            if (param && mentions(arrow.to, *param)) arrow.param = param;
            return make_type(std::move(arrow));
          },
          [&](const ast::TypeSum& x) {
            TypeSum sum;
            constexpr std::size_t kMost = 255;
            if (x.clauses.size() > kMost)
              type_error(exp.span, "Sum types must have fewer than 256 constructors.");
            for (const auto& [name, types] : x.clauses) {
              for (const auto& other : sum.constructors)
                if (other.first == name.name)
                  type_error(name.span,
                             fmt::format("Duplicate constructors: #{} is given twice in {}.",
                                         name.name, source_text(exp.span)));
              std::vector<TypePtr> payload;
              for (const auto& type : types) payload.push_back(type_exp(type, anonymous));
              sum.constructors.emplace_back(name.name, std::move(payload));
            }
            std::sort(sum.constructors.begin(), sum.constructors.end(),
                      [](const auto& a, const auto& b) { return a.first < b.first; });
            return make_type(std::move(sum));
          },
          [&](const ast::TypeDim& x) {
            Restore<std::set<std::string>> names(type_names_, type_names_);
            for (const auto& binder : x.sizes) bind_in_type(binder);
            Scope scope(*this);
            --depth_;  // The sizes belong to whatever the type belongs to.
            std::vector<SizePtr> sizes;
            for (const auto& binder : x.sizes) {
              Anonymous own = anonymous;
              if (own.quantified) own = {Anonymous::Mode::existential, own.quantified, nullptr};
              SizePtr size = new_size(binder.name, binder.span, own);
              ValueBinding* value = state_.value();
              value->name = binder.name;
              value->scheme.type = scalar_type(ScalarType::i64);
              value->span = binder.span;
              const auto* var = std::get_if<SizeVar>(&size->node);
              value->id = var ? var->id : state_.fresh_value();
              levels_[value->id] = depth_;
              if (!var) aliases_[value->id] = size;
              bind(binder.name, value);
              sizes.push_back(size);
            }
            TypePtr inner = type_exp(x.inner, anonymous);
            for (const auto& binder : x.sizes)
              if (!is_constructive(inner, values_[binder.name].back().value->id))
                type_error(
                    binder.span,
                    fmt::format("Existential size \"{}\" is not used as the size of an array: "
                                "a value of type\n  {}\ndoes not show it.",
                                binder.name, source_text(x.inner->span)),
                    {}, "unused-existential");
            // Metas have no names: what mentions one by its name means the meta.
            Subst subst;
            for (std::size_t i = 0; i < sizes.size(); ++i)
              if (std::holds_alternative<SizeMeta>(sizes[i]->node))
                subst.sizes[values_[x.sizes[i].name].back().value->id] = sizes[i];
            inner = track(subst(inner));
            ++depth_;
            if (lifted_seen_ == Liftedness::unlifted) {
              lifted_seen_ = Liftedness::size_lifted;
              lifted_name_ = source_text(exp.span);
            }
            return inner;
          },
      },
      exp.node);
}

const TypeBinding* Infer::type_declaration(const ast::Binder& name, Liftedness lifted,
                                           const std::vector<ast::TypeParam>& params,
                                           const ast::TypeExpPtr& type) {
  TypeBinding* binding = state_.type();
  binding->name = name.name;
  binding->lifted = lifted;
  binding->stated = true;
  binding->span = name.span;
  Scope scope(*this);
  binding->params = bind_type_params(params);
  Anonymous anonymous{Anonymous::Mode::existential, &binding->existentials, nullptr};
  in_abbreviation_ = true;
  learnt_.emplace();  // (It is read once.)
  // (A name for a type says nothing of who may consume it; functions in it do.)
  binding->type = without_marks(type_exp(type, anonymous));
  in_abbreviation_ = false;
  finish();
  for (const auto& param : binding->params)
    if (param.is_size && !mentions(binding->type, param.size))
      type_error(name.span, fmt::format("Size parameter \"[{}]\" unused.", param.name));
  // What a type is declared to be counts, whatever it stands for.
  bool functional = lifted_seen_ == Liftedness::lifted;
  bool size_lifted = lifted_seen_ == Liftedness::size_lifted;
  each_part(binding->type, [&](const TypePtr& part) {
    functional = functional || std::holds_alternative<TypeArrow>(part->node);
    if (const auto* param = std::get_if<TypeParamRef>(&part->node)) {
      functional = functional || param->lifted == Liftedness::lifted;
      size_lifted = size_lifted || param->lifted == Liftedness::size_lifted;
    }
    if (const auto* abstract = std::get_if<TypeAbstract>(&part->node)) {
      functional = functional || abstract->lifted == Liftedness::lifted;
      size_lifted = size_lifted || abstract->lifted == Liftedness::size_lifted;
    }
  });
  if (functional && lifted != Liftedness::lifted)
    type_error(name.span, "Non-lifted type abbreviations may not contain functions.",
               "consider using 'type^'.");
  if (!binding->existentials.empty() && lifted == Liftedness::unlifted)
    type_error(name.span,
               "Non-lifted type abbreviations may not use existential sizes in their definition.",
               fmt::format("use 'type~' or add size parameters to \"{}\".", name.name));
  if (size_lifted && lifted == Liftedness::unlifted)
    type_error(name.span, "Non-size-lifted type abbreviations may not contain size-lifted types.",
               "consider using 'type~'.");
  return binding;
}

const ValueBinding* Infer::value_spec(const ast::ValSpec& spec, ValId id) {
  ValueBinding* value = state_.value();
  value->id = id;
  value->name = prefix_ + spec.name.name;
  value->kind = ValueBinding::Kind::definition;
  value->span = spec.name.span;
  Scope scope(*this);
  learnt_.emplace();  // (It is read once.)
  for (const auto& param : bind_type_params(spec.type_params))
    if (param.is_size)
      value->scheme.sizes.emplace_back(param.size, param.name);
    else
      value->scheme.types.push_back(param.type);
  if (is_function(spec.type)) {
    value->scheme.type =
        type_exp(spec.type, Anonymous{Anonymous::Mode::forbidden, &value->scheme.sizes, nullptr});
  } else {
    Anonymous anonymous{Anonymous::Mode::existential, &value->existentials, nullptr};
    value->scheme.type = type_exp(spec.type, anonymous);
    if (!value->existentials.empty())
      type_error(spec.name.span,
                 fmt::format("The sizes of the value \"{}\" must be non-anonymous: only what a "
                             "function gives may have sizes that are not known.\n  {}",
                             spec.name.name, show(value->scheme.type)),
                 "another value of the module type may be its size: val n: i64, val xs: [n]t.");
  }
  finish();
  return value;
}

}  // namespace laguz::check
