// Consumption in loops: which of their parameters they consume, they find out themselves.
#include <algorithm>

#include <fmt/format.h>

#include "check/consumption/consumption.hpp"
#include "check/state/type_error.hpp"
#include "check/types/marks.hpp"
#include "support/overloaded.hpp"

namespace laguz::check::consumption {

using support::overloaded;
using typed::Exp;

/// Checks what the body gives for the next iteration, and notes which parameters that consumes.
void Consumption::check_next(const typed::Pat& pat, const AliasedPtr& value, Span span,
                             std::unordered_set<ValId>& consumes, AliasSet& consumed,
                             AliasSet& observed) {
  std::visit(
      overloaded{
          [&](const typed::PatVar& x) {
            const bool takes = consumes.count(x.id) != 0;
            AliasSets& sets = aliasing_.sets;
            const std::vector<ValId> vars = sets.vars(value->all);
            if (takes)
              for (ValId var : vars)
                if (!is_gone(var))
                  refuse(span,
                         fmt::format("Return value for consuming loop parameter \"{}\" aliases "
                                     "\"{}\".",
                                     x.name, name_of(var)),
                         "use \"copy\" to break the aliasing.", "consuming-loop-param-aliases");
            if (sets.overlap(value->all, consumed))
              refuse(span,
                     fmt::format("Return value for loop parameter \"{}\" aliases other "
                                 "consumed loop parameter.",
                                 x.name),
                     {}, "loop-parameter-aliases-other");
            if (takes && sets.overlap(value->all, observed))
              refuse(span,
                     fmt::format("Return value for consuming loop parameter \"{}\" aliases "
                                 "previously returned value.",
                                 x.name),
                     {}, "aliases-previously-returned");
            if (takes) consumes.insert(vars.begin(), vars.end());
            (takes ? consumed : observed) = sets.unite(takes ? consumed : observed, value->all);
          },
          [](const typed::PatWild&) {},
          [&](const typed::PatRecord& x) {
            for (const auto& [name, inner] : x.fields)
              check_next(*inner, aliasing_.field(value, name, inner->type), span, consumes,
                         consumed, observed);
          },
          [](const typed::PatLit&) {},
          [](const typed::PatConstr&) {},
      },
      pat.node);
}

void Consumption::consume_marked(const TypePtr& type, const AliasedPtr& value, Span span) {
  TypePtr known = resolve(type);
  const auto* record = std::get_if<TypeRecord>(&known->node);
  if (is_marked(type) || (!record && is_marked_inside(type))) {
    consume(span, value->all);
  } else if (record && is_marked_inside(type)) {
    for (std::size_t i = 0; i < record->fields.size(); ++i)
      consume_marked(record->fields[i].second, aliasing_.part(value, i, record->fields[i].second),
                     span);
  }
}

void Consumption::consume_initial(const typed::Pat& pat, const AliasedPtr& value,
                                  const std::unordered_set<ValId>& consumes, Span span) {
  std::visit(overloaded{
                 [&](const typed::PatVar& x) {
                   if (!consumes.count(x.id)) return;
                   if (is_marked_inside(pat.type))
                     consume_marked(pat.type, value, span);
                   else
                     consume(span, value->all);
                 },
                 [&](const typed::PatWild&) { consume_marked(pat.type, value, span); },
                 [&](const typed::PatRecord& x) {
                   for (const auto& [name, inner] : x.fields)
                     consume_initial(*inner, aliasing_.field(value, name, inner->type), consumes,
                                     span);
                 },
                 [](const typed::PatLit&) {},
                 [](const typed::PatConstr&) {},
             },
             pat.node);
}

/// What a loop's result of a [type] with marks has: nothing where they are, the rest what it was.
AliasedPtr Consumption::unconsumed(const TypePtr& written, const AliasedPtr& initial,
                                   const AliasSet& self) {
  if (is_marked(written) || !aliasing_.carries(written)) return aliasing_.none(written);
  TypePtr type = resolve(written);
  const auto* record = std::get_if<TypeRecord>(&type->node);
  if (!record || !is_marked_inside(written))
    return aliasing_.uniform(
        written, is_marked_inside(written)
                     ? AliasSet()
                     : aliasing_.sets.unite(self, aliasing_.sets.unfollowed(initial->all)));
  std::vector<AliasedPtr> parts;
  for (std::size_t i = 0; i < record->fields.size(); ++i)
    parts.push_back(unconsumed(record->fields[i].second,
                               aliasing_.part(initial, i, record->fields[i].second), self));
  return aliasing_.compound(type, std::move(parts));
}

AliasedPtr Consumption::loop_value(const typed::Pat& pat, const AliasedPtr& initial,
                                   const AliasSet& self,
                                   const std::unordered_set<ValId>& consumes) {
  if (const auto* var = std::get_if<typed::PatVar>(&pat.node); var && consumes.count(var->id))
    return pat.ascribed ? unconsumed(pat.type, initial, self) : aliasing_.none(pat.type);
  TypePtr type = resolve(pat.type);
  const auto* record = std::get_if<typed::PatRecord>(&pat.node);
  const auto* known = std::get_if<TypeRecord>(&type->node);
  if (!record || !known || initial->all.empty())
    return aliasing_.uniform(pat.type,
                             aliasing_.sets.unite(self, aliasing_.sets.unfollowed(initial->all)));
  std::vector<AliasedPtr> parts;
  for (const auto& field : known->fields) {
    AliasedPtr from = aliasing_.field(initial, field.first, field.second);
    AliasedPtr part = aliasing_.uniform(
        field.second, aliasing_.sets.unite(self, aliasing_.sets.unfollowed(from->all)));
    for (const auto& [name, inner] : record->fields)
      if (name == field.first) part = loop_value(*inner, from, self, consumes);
    parts.push_back(part);
  }
  return aliasing_.compound(type, std::move(parts));
}

AliasedPtr Consumption::loop(const typed::Loop& x, const Exp& whole) {
  std::visit(overloaded{
                 [&](const typed::ForForm& form) { exp(*form.bound); },
                 [&](const typed::ForInForm& form) { exp(*form.array); },
                 [](const typed::WhileForm&) {},
             },
             *x.form);
  check_sizes(*x.param);
  if (const auto* form = std::get_if<typed::ForInForm>(x.form.get())) check_sizes(*form->pattern);
  const std::size_t body_used = used_.size();
  const std::size_t mark = consumed_log_.size();
  std::vector<ValId> bound, others;
  std::unordered_set<ValId> consumable, none;
  // First every part may be consumed: which are, the body tells.
  ++level_;
  bind_param(*x.param, Diet::all, false, bound, consumable);
  const std::vector<ValId> params = bound;
  if (const auto* form = std::get_if<typed::WhileForm>(x.form.get())) {
    // The condition only looks at them.
    for (ValId id : params) variables_.at(id).consumable = false;
    exp(*form->condition);
    for (ValId id : params) variables_.at(id).consumable = consumable.count(id) != 0;
  }
  const std::size_t condition_end = used_.size();
  if (const auto* form = std::get_if<typed::ForForm>(x.form.get())) {
    bind(form->index, form->name, {aliasing_.none(form->type), false, level_});
    bound.push_back(form->index);
  }
  if (const auto* form = std::get_if<typed::ForInForm>(x.form.get()))
    bind_param(*form->pattern, Diet::none, false, bound, none);
  AliasedPtr next = exp(*x.body);
  unbind(bound);
  --level_;
  std::unordered_set<ValId> consumes;
  for (const auto& row : consumed_since(mark)) consumes.insert(row.first);
  struct Ascribed {
    std::unordered_set<ValId>& consumes;
    void operator()(const typed::Pat& pat, bool ascribed, bool marked) {
      ascribed = ascribed || pat.ascribed;
      marked = marked || is_marked(pat.type);
      if (const auto* var = std::get_if<typed::PatVar>(&pat.node))
        if (ascribed && (marked || is_marked_inside(pat.type))) consumes.insert(var->id);
      if (const auto* record = std::get_if<typed::PatRecord>(&pat.node))
        for (const auto& field : record->fields) (*this)(*field.second, ascribed, marked);
    }
  };
  Ascribed{consumes}(*x.param, false, false);
  for (std::size_t before = 0; before != consumes.size();) {
    before = consumes.size();
    AliasSet taken, observed;
    check_next(*x.param, next, whole.span, consumes, taken, observed);
  }
  const bool any =
      std::any_of(params.begin(), params.end(), [&](ValId id) { return consumes.count(id) != 0; });
  const std::size_t init_mark = consumed_log_.size(), body_end = used_.size();
  AliasedPtr initial = exp(*x.init);
  if (any && aliasing_.aliases_itself(initial))
    refuse(x.init->span,
           "Argument passed for consuming parameter is self-aliased: two of its components may "
           "share memory.",
           "use \"copy\" on one of them.", "self-aliasing-arg");
  consume_initial(*x.param, initial, consumes, x.init->span);
  if (consumed_log_.size() > init_mark) {
    std::unordered_set<ValId> taken(consumed_log_.begin() + static_cast<std::ptrdiff_t>(init_mark),
                                    consumed_log_.end());
    for (std::size_t i = body_used; i < body_end; ++i) {
      auto found = variables_.find(used_[i]);
      if (found == variables_.end()) continue;
      const AliasSet& set = found->second.value->all;
      if (!aliasing_.sets.is_consumed(set)) continue;
      for (ValId var : aliasing_.sets.vars(set))
        if (taken.count(var))
          refuse(whole.span,
                 fmt::format("Loop {} uses {} (or an alias), but this is consumed by the "
                             "initial loop argument.",
                             i < condition_end ? "condition" : "body", describe(used_[i])));
    }
  }
  const ValId id = state_.fresh_value();
  gone_.insert(id);
  names_[id] = {{}, Named::Kind::loop, whole.span};
  AliasedPtr out = loop_value(*x.param, initial, aliasing_.sets.of(id, false), consumes);
  return aliasing_.combine(out, next);
}

}  // namespace laguz::check::consumption
