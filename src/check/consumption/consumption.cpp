// Consumption in expressions.
#include "check/consumption/consumption.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "check/consumption/diets.hpp"
#include "check/state/type_error.hpp"
#include "check/types/marks.hpp"
#include "check/types/parts.hpp"
#include "check/types/size_exp.hpp"
#include "support/overloaded.hpp"

namespace laguz::check::consumption {

using support::overloaded;
using typed::Exp;

void Consumption::refuse(Span span, std::string message, std::string hint,
                         std::string anchor) const {
  if (report_) type_error(span, std::move(message), std::move(hint), std::move(anchor));
}

// ------------------------------------------------------------------------------------ variables

void Consumption::bind(ValId id, const std::string& name, Variable variable) {
  variables_.insert_or_assign(id, std::move(variable));
  names_.emplace(id, Named{name});
}

void Consumption::unbind(const std::vector<ValId>& ids) {
  for (ValId id : ids) {
    variables_.erase(id);
    gone_.insert(id);
  }
}

void Consumption::bind_pattern(const typed::Pat& pat, const AliasedPtr& value,
                               std::vector<ValId>& bound) {
  std::visit(overloaded{
                 [&](const typed::PatVar& x) {
                   bind(x.id, x.name, {aliasing_.with(value, itself(x.id)), true, level_});
                   bound.push_back(x.id);
                 },
                 [](const typed::PatWild&) {},
                 [&](const typed::PatRecord& x) {
                   for (const auto& [name, inner] : x.fields)
                     bind_pattern(*inner, aliasing_.field(value, name, inner->type), bound);
                 },
                 [](const typed::PatLit&) {},
                 [&](const typed::PatConstr& x) {
                   for (std::size_t i = 0; i < x.args.size(); ++i)
                     bind_pattern(*x.args[i], aliasing_.payload(value, x.name, i, x.args[i]->type),
                                  bound);
                 },
             },
             pat.node);
}

namespace {

/// May all of a parameter of [type] be consumed, if it is [marked] itself?
bool is_consumable(const TypePtr& first, bool marked_first) {
  struct Walk {
    std::set<std::pair<const Type*, bool>> seen{};  // what was no obstacle once is none again
    bool operator()(const TypePtr& written, bool marked) {
      marked = marked || is_marked(written);
      TypePtr type = resolve(written);
      auto part = [&](const TypePtr& inner) { return (*this)(inner, marked); };
      const auto* record = std::get_if<TypeRecord>(&type->node);
      const auto* sum = std::get_if<TypeSum>(&type->node);
      if ((record || sum) && !seen.emplace(type.get(), marked).second) return true;
      if (record)
        return std::all_of(record->fields.begin(), record->fields.end(),
                           [&](const auto& field) { return part(field.second); });
      if (sum)
        return std::all_of(sum->constructors.begin(), sum->constructors.end(),
                           [&](const auto& row) {
                             return std::all_of(row.second.begin(), row.second.end(), part);
                           });
      return is_scalar(*type) || (marked && !std::holds_alternative<TypeArrow>(type->node));
    }
  };
  return Walk{}(first, marked_first);
}

}  // namespace

void Consumption::bind_param(const typed::Pat& pat, Diet diet, bool marked,
                             std::vector<ValId>& bound, std::unordered_set<ValId>& consumable) {
  if (pat.ascribed && diet == Diet::all) diet = Diet::as_written;
  marked = diet != Diet::none && (marked || is_marked(pat.type));
  auto inner = [&](const typed::Pat& part) { bind_param(part, diet, marked, bound, consumable); };
  std::visit(
      overloaded{
          [&](const typed::PatVar& x) {
            const bool consumes =
                diet == Diet::all || (marked ? has_arrays(pat.type, true)
                                             : diet != Diet::none && is_marked_inside(pat.type));
            bind(x.id, x.name, {aliasing_.uniform(pat.type, itself(x.id)), consumes, level_});
            bound.push_back(x.id);
            if (diet == Diet::all || (consumes && is_consumable(pat.type, marked)))
              consumable.insert(x.id);
          },
          [](const typed::PatWild&) {},
          [&](const typed::PatRecord& x) {
            for (const auto& field : x.fields) inner(*field.second);
          },
          [](const typed::PatLit&) {},
          [&](const typed::PatConstr& x) {
            for (const auto& arg : x.args) inner(*arg);
          },
      },
      pat.node);
}

AliasedPtr Consumption::observe(const typed::Var& var, const Exp& exp) {
  auto found = variables_.find(var.id);
  if (found == variables_.end()) {
    TypePtr type = resolve(exp.type);
    if (!has_arrays(type, false)) return aliasing_.none(type);
    // What a definition gives for a size of ours is made anew each time.
    bool instance = false;
    each_size(type, [&](const SizePtr& size, bool) {
      each_id(size, [&](ValId id) { instance = instance || variables_.count(id) != 0; });
    });
    if (instance) return aliasing_.none(type);
    names_.emplace(var.id, Named{var.name});
    aliasing_.globals.insert(var.id);
    aliasing_.sets.note_outside(var.id);
    return aliasing_.uniform(type, itself(var.id));
  }
  const Variable& variable = found->second;
  if (variable.value->all.empty() && !variable.scheme) return variable.value;
  used_.push_back(var.id);
  check_unused(exp.span, variable.value->all);
  if (!variable.scheme || var.types.empty()) return variable.value;
  Subst subst;
  for (std::size_t i = 0; i < var.types.size(); ++i)
    subst.types[variable.scheme->types[i].id] = var.types[i];
  return aliasing_.uniform(subst(variable.value->type), variable.value->own);
}

void Consumption::check_diets(std::string_view what, const TypePtr& expected,
                              const Exp& exp) const {
  std::string error = diet_error(what, expected, exp.type);
  if (error.empty()) return;
  const auto* lambda = std::get_if<typed::Lambda>(&exp.node);
  std::string hint;
  if (lambda && !lambda->declared && !lambda->section)
    hint = "a lambda says what it consumes and gives by its types: \\(x: *t) : *t -> ...";
  refuse(exp.span, std::move(error), std::move(hint), "unify-consuming-param");
}

// --------------------------------------------------------------------------- what is consumed

std::string Consumption::describe(ValId id) const {
  auto known = names_.find(id);
  if (known == names_.end()) return "a value";
  if (known->second.kind != Named::Kind::variable) return name_of(id);
  const std::string& name = known->second.name;
  const std::size_t dot = name.rfind('.');
  const bool qualified = dot != std::string::npos && dot + 1 < name.size();
  return fmt::format("variable \"{}\"", qualified ? name.substr(dot + 1) : name);
}

std::string Consumption::name_of(ValId id) const {
  const auto& [name, kind, span] = names_.at(id);
  switch (kind) {
    case Named::Kind::variable: return name;
    case Named::Kind::loop: return fmt::format("result of loop at {}", support::locate(span));
    case Named::Kind::application: break;
  }
  const std::string at = support::locate(span);
  return name.empty() ? fmt::format("result of application at {}", at)
                      : fmt::format("result of applying \"{}\" (at {})", name, at);
}

void Consumption::check_unused(Span span, const AliasSet& set) {
  if (!report_ || !aliasing_.sets.is_consumed(set)) return;
  for (ValId var : aliasing_.sets.vars(set)) {
    auto found = consumed_.find(var);
    if (found == consumed_.end()) continue;
    refuse(span,
           fmt::format("Using {}, but this was consumed at {}.  (Possibly through aliases.)",
                       describe(var), support::locate(found->second)),
           {}, "use-after-consume");
  }
}

void Consumption::consume(Span span, const AliasSet& set) {
  const std::vector<ValId> vars = aliasing_.sets.vars(set);
  for (ValId var : vars) {
    if (is_gone(var)) continue;
    auto found = variables_.find(var);
    const bool consumable =
        found != variables_.end() && found->second.consumable && found->second.level == level_;
    if (!consumable)
      refuse(span, fmt::format("Consuming {}, which is not consumable.", describe(var)),
             "a copy may be consumed, as in 'copy xs'; so may a parameter of type '*t'.",
             "not-consumable");
  }
  check_unused(span, set);
  for (ValId var : vars) consume(var, span);
}

void Consumption::consume(ValId var, Span span) {
  if (!consumed_.emplace(var, span).second) return;
  aliasing_.sets.consume(var, consumed_log_.size());
  consumed_log_.push_back(var);
}

void Consumption::consume(const Consumed& rows) {
  for (const auto& [id, span] : rows) consume(id, span);
}

Consumption::Consumed Consumption::consumed_since(std::size_t mark) {
  Consumed out;
  for (; consumed_log_.size() > mark; consumed_log_.pop_back()) {
    auto found = consumed_.find(consumed_log_.back());
    out.push_back(*found);
    consumed_.erase(found);
  }
  aliasing_.sets.restore(mark);
  return out;
}

// ---------------------------------------------------------------------------------- expressions

AliasedPtr Consumption::exp(const Exp& e) {
  auto nothing = [&] {
    operands(e);
    return aliasing_.none(e.type);
  };
  return std::visit(
      overloaded{
          [&](const typed::Number&) { return nothing(); },
          [&](const typed::Bool&) { return nothing(); },
          [&](const typed::Bytes&) { return nothing(); },
          [&](const typed::Var& x) { return observe(x, e); },
          [&](const typed::Intrinsic&) { return nothing(); },
          [&](const typed::Record& x) { return record(x, e.type); },
          [&](const typed::Project& x) { return aliasing_.field(exp(*x.record), x.field, e.type); },
          [&](const typed::Array&) { return nothing(); },
          [&](const typed::Index& x) {
            AliasedPtr array = exp(*x.array);
            operands(e);
            return aliasing_.uniform(e.type, aliasing_.sets.unfollowed(array->all));
          },
          [&](const typed::Update& x) { return update(x, e.span); },
          [&](const typed::Constr& x) { return constructor(x, e.type); },
          [&](const typed::Apply& x) { return apply(x, e); },
          [&](const typed::Lambda& x) { return lambda(x, e.type, e.span); },
          [&](const typed::Let&) { return lets(e); },
          [&](const typed::LetFun&) { return lets(e); },
          [&](const typed::If& x) {
            exp(*x.condition);
            std::vector<AliasedPtr> values;
            std::vector<Consumed> consumed;
            for (const auto* branch : {&x.then_branch, &x.else_branch}) {
              const std::size_t mark = consumed_log_.size();
              values.push_back(exp(**branch));
              consumed.push_back(consumed_since(mark));
            }
            return branches(e.type, values, consumed);
          },
          [&](const typed::Match& x) {
            AliasedPtr scrutinee = exp(*x.scrutinee);
            std::vector<AliasedPtr> values;
            std::vector<Consumed> consumed;
            for (const auto& row : x.cases) {
              const std::size_t mark = consumed_log_.size();
              std::vector<ValId> bound;
              bind_pattern(*row.pattern, scrutinee, bound);
              values.push_back(exp(*row.body));
              unbind(bound);
              consumed.push_back(consumed_since(mark));
            }
            return branches(e.type, values, consumed);
          },
          [&](const typed::Loop& x) { return loop(x, e); },
          [&](const typed::Coerce& x) { return exp(*x.inner); },
          [&](const typed::Range&) { return nothing(); },
          [&](const typed::Assert& x) {
            exp(*x.condition);
            return exp(*x.body);
          },
          [&](const typed::Attributed& x) {
            // What has been consumed is not there to be seen.
            if (x.visible != nullptr)
              std::erase_if(*x.visible, [&](const typed::LocalName& name) {
                const auto found = variables_.find(name.id);
                return found != variables_.end() &&
                       aliasing_.sets.is_consumed(found->second.value->all);
              });
            return exp(*x.inner);
          },
          [&](const typed::Hole&) { return nothing(); },
      },
      e.node);
}

/// The operands of what aliases none of them; an index's but for the array.
void Consumption::operands(const Exp& e) {
  auto maybe = [&](const typed::ExpPtr& operand) {
    if (operand) exp(*operand);
  };
  if (const auto* array = std::get_if<typed::Array>(&e.node)) {
    for (const auto& element : array->elements)
      if (!std::holds_alternative<typed::Number>(element->node)) exp(*element);
  } else if (const auto* range = std::get_if<typed::Range>(&e.node)) {
    maybe(range->start);
    maybe(range->second);
    maybe(range->end);
  } else if (const auto* index = std::get_if<typed::Index>(&e.node)) {
    for (const auto& dim : index->dims) {
      maybe(dim.start);
      maybe(dim.end);
      maybe(dim.stride);
    }
  }
}

namespace {

/// Is more known of [value] than its type says? Of a function: what it consumes and gives.
bool knows_more(const Aliased& value) {
  return !value.all.empty() || !value.parts.empty() ||
         std::holds_alternative<TypeArrow>(value.type->node);
}

}  // namespace

AliasedPtr Consumption::record(const typed::Record& x, const TypePtr& written) {
  TypePtr type = resolve(written);
  const auto& fields = std::get<TypeRecord>(type->node).fields;
  std::vector<AliasedPtr> parts(fields.size());
  bool any = false;
  for (const auto& [name, value] : x.fields) {
    AliasedPtr part = exp(*value);
    any = any || knows_more(*part);
    parts.at(find_field(fields, name)) = part;
  }
  return any ? aliasing_.compound(type, std::move(parts)) : aliasing_.none(type);
}

AliasedPtr Consumption::constructor(const typed::Constr& x, const TypePtr& written) {
  TypePtr type = resolve(written);
  std::vector<AliasedPtr> args, parts;
  bool any = false;
  for (const auto& arg : x.args) {
    args.push_back(exp(*arg));
    any = any || knows_more(*args.back());
  }
  const auto& constructors = std::get<TypeSum>(type->node).constructors;
  for (const auto& [name, payload] : constructors)
    for (std::size_t i = 0; name == x.name && i < payload.size(); ++i)
      check_diets("Function does not have expected type.", payload[i], *x.args[i]);
  if (!any) return aliasing_.none(type);
  for (const auto& [name, payload] : constructors)
    for (std::size_t i = 0; i < payload.size(); ++i)
      parts.push_back(name == x.name ? args[i] : aliasing_.none(payload[i]));
  return aliasing_.compound(type, std::move(parts));
}

AliasedPtr Consumption::branches(const TypePtr& type, const std::vector<AliasedPtr>& values,
                                 const std::vector<Consumed>& consumed) {
  AliasedPtr out = aliasing_.none(type);
  for (const auto& value : values) out = aliasing_.combine(out, value);
  std::unordered_set<ValId> gone;
  for (const auto& rows : consumed) {
    consume(rows);
    for (const auto& row : rows) gone.insert(row.first);
  }
  return aliasing_.without(out, gone);
}

AliasedPtr Consumption::update(const typed::Update& x, Span span) {
  bool in_place = false;
  for (const auto& step : x.path)
    if (const auto* dims = std::get_if<std::vector<typed::DimIndex>>(&step.step)) {
      in_place = true;
      for (const auto& dim : *dims)
        for (const auto* bound : {&dim.start, &dim.end, &dim.stride})
          if (*bound) exp(**bound);
    }
  AliasedPtr value = exp(*x.value);
  AliasedPtr base = exp(*x.base);
  if (in_place) {
    if (aliasing_.sets.overlap(base->all, value->all))
      refuse(x.value->span,
             "Source array for in-place update might alias update value: the new value shares "
             "memory with what is updated.",
             "use \"copy\" to remove aliases from the value.");
    consume(span, base->all);
    return aliasing_.none(base->type);
  }
  // A record with a new field: the others stay what they are.
  struct Replace {
    Consumption& self;
    const std::vector<typed::UpdateStep>& path;
    const AliasedPtr& value;
    AliasedPtr operator()(const AliasedPtr& base, std::size_t at) {
      if (at == path.size()) return value;
      const auto& name = std::get<std::string>(path[at].step);
      const auto* record = std::get_if<TypeRecord>(&base->type->node);
      if (!record) return base;
      std::vector<AliasedPtr> parts;
      for (std::size_t i = 0; i < record->fields.size(); ++i) {
        parts.push_back(self.aliasing_.part(base, i, record->fields[i].second));
        if (record->fields[i].first == name) parts.back() = (*this)(parts.back(), at + 1);
      }
      return self.aliasing_.compound(base->type, std::move(parts));
    }
  };
  return Replace{*this, x.path, value}(base, 0);
}

/// Lets in a row, which may be many.
AliasedPtr Consumption::lets(const Exp& first) {
  std::vector<ValId> bound;
  const Exp* at = &first;
  while (true) {
    if (const auto* let = std::get_if<typed::Let>(&at->node)) {
      const std::size_t mark = consumed_log_.size();
      AliasedPtr value = exp(*let->value);
      if (consumed_log_.size() > mark && is_functional(let->value->type))
        refuse(let->value->span,
               fmt::format("Let-bound expression of higher-order type\n  {}\ncontains "
                           "consumption, which is not allowed.",
                           show(let->value->type)),
               {}, "contains-consumption");
      bind_pattern(*let->pattern, value, bound);
      at = let->body.get();
    } else if (const auto* fun = std::get_if<typed::LetFun>(&at->node)) {
      const std::size_t params = fun->params.size();
      Function made = function(fun->params, *fun->value, result_of(fun->scheme->type, params),
                               fun->declared, at->span, Kind::local);
      TypePtr type = with_result(fun->scheme->type, params, made.result);
      bind(fun->id, fun->name,
           {aliasing_.uniform(type, aliasing_.sets.unfollowed(made.closure)), false, level_,
            fun->scheme.get()});
      bound.push_back(fun->id);
      at = fun->body.get();
    } else {
      break;
    }
  }
  AliasedPtr out = exp(*at);
  unbind(bound);
  return out;
}

}  // namespace laguz::check::consumption
