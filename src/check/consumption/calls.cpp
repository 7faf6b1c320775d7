// Consumption in calls and functions.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "check/consumption/consumption.hpp"
#include "check/consumption/diets.hpp"
#include "check/state/type_error.hpp"
#include "check/types/marks.hpp"
#include "check/types/parts.hpp"
#include "check/types/size_exp.hpp"
#include "support/overloaded.hpp"

namespace laguz::check::consumption {

using support::overloaded;
using typed::Exp;

namespace {

void pattern_ids(const typed::Pat& pat, std::unordered_set<ValId>& ids) {
  if (const auto* var = std::get_if<typed::PatVar>(&pat.node)) ids.insert(var->id);
  if (const auto* record = std::get_if<typed::PatRecord>(&pat.node))
    for (const auto& field : record->fields) pattern_ids(*field.second, ids);
  if (const auto* constr = std::get_if<typed::PatConstr>(&pat.node))
    for (const auto& arg : constr->args) pattern_ids(*arg, ids);
}

}  // namespace

// ---------------------------------------------------------------------------------------- calls

/// A call's result of [type], of which all that is not marked aliases [set].
AliasedPtr Consumption::result(const TypePtr& type, const AliasSet& set) {
  if (!aliasing_.carries(type)) return aliasing_.none(type);
  struct Walk {
    Aliasing& aliasing;
    const AliasSet& set;
    std::map<std::pair<const Type*, bool>, AliasedPtr> done{};
    AliasedPtr operator()(const TypePtr& written, bool marked) {
      marked = marked || is_marked(written);
      TypePtr type = resolve(written);
      // A mark says nothing of functions.
      const bool fresh = marked && !is_functional(type);
      if (!is_compound(*type) || fresh || !(marked || is_marked_inside(type)))
        return aliasing.uniform(type, fresh ? AliasSet() : set);
      AliasedPtr& out = done[{type.get(), marked}];
      if (out) return out;
      std::vector<AliasedPtr> parts;
      for (const auto& part : parts_of(type)) parts.push_back((*this)(part.type, marked));
      return out = aliasing.compound(type, std::move(parts));
    }
  };
  return Walk{aliasing_, set}(type, false);
}

AliasedPtr Consumption::argument(const std::vector<std::pair<const Exp*, AliasedPtr>>& others,
                                 const TypeArrow* arrow, const Exp& e, const std::string& called) {
  const std::size_t mark = consumed_log_.size();
  AliasedPtr value = exp(e);
  if (consumed_log_.size() > mark && is_functional(e.type))
    refuse(e.span,
           fmt::format("Argument of functional type\n  {}\ncontains consumption, which is not "
                       "allowed.",
                       show(e.type)),
           {}, "consuming-argument");
  if (!arrow) return value;
  if (mentions_function(e.type))
    check_diets(fmt::format("Cannot apply {} to this function.",
                            called.empty() ? "function" : "\"" + called + "\""),
                arrow->from, e);
  if (!arrow->consumes) return value;
  if (aliasing_.aliases_itself(value))
    refuse(e.span,
           "Argument passed for consuming parameter is self-aliased: two of its components may "
           "share memory.",
           "use \"copy\" on one of them.", "self-aliasing-arg");
  consume(e.span, value->all);
  const std::vector<ValId> mine = aliasing_.sets.vars(value->all);
  for (const auto& [other, other_value] : others)
    for (ValId theirs : aliasing_.sets.vars(other_value->all))
      if (!is_gone(theirs) && std::binary_search(mine.begin(), mine.end(), theirs))
        refuse(e.span, fmt::format("Argument is consumed, but aliases {}, which is also aliased by "
                                   "another argument, at {}.",
                                   describe(theirs), support::locate(other->span)));
  return value;
}

namespace {

bool is_operator(const std::string& name) {
  return !name.empty() && name.find_first_not_of("+-*/%=!<>|&^.") == std::string::npos;
}

/// An operator on numbers or truth values? Such do not alias anything.
bool is_arithmetic(const typed::Apply& x) {
  const auto* op = std::get_if<typed::Intrinsic>(&x.function->node);
  return op && op->types.empty() && is_operator(op->name) &&
         std::all_of(x.args.begin(), x.args.end(),
                     [](const typed::ExpPtr& arg) { return is_scalar(*resolve(arg->type)); });
}

}  // namespace

AliasedPtr Consumption::apply(const typed::Apply& x, const Exp& whole) {
  // The rightmost argument is evaluated first, but an operator's operands from left to right.
  auto in_turn = [&](std::size_t k) { return x.infix ? k : x.args.size() - 1 - k; };
  if (is_arithmetic(x)) {
    for (std::size_t k = 0; k < x.args.size(); ++k) exp(*x.args[in_turn(k)]);
    return aliasing_.none(whole.type);
  }
  AliasedPtr function = exp(*x.function);
  const Exp* called = x.function.get();
  while (const auto* inner = std::get_if<typed::Apply>(&called->node))
    called = inner->function.get();
  std::string name;
  if (const auto* var = std::get_if<typed::Var>(&called->node)) name = var->name;
  if (const auto* builtin = std::get_if<typed::Intrinsic>(&called->node)) name = builtin->name;
  std::vector<TypePtr> types;  // resolved; null when nothing is known
  TypePtr type = function->type;
  for (std::size_t i = 0; i < x.args.size(); ++i) {
    types.push_back(type ? resolve(type) : nullptr);
    const auto* arrow = types[i] ? std::get_if<TypeArrow>(&types[i]->node) : nullptr;
    type = arrow ? arrow->to : nullptr;
  }
  auto arrow_of = [&](std::size_t i) {
    return types[i] ? std::get_if<TypeArrow>(&types[i]->node) : nullptr;
  };
  std::vector<AliasedPtr> values(x.args.size());
  std::vector<std::pair<const Exp*, AliasedPtr>> done;
  for (std::size_t k = 0; k < x.args.size(); ++k) {
    const std::size_t i = in_turn(k);
    values[i] = argument(done, arrow_of(i), *x.args[i], name);
    done.emplace_back(x.args[i].get(), values[i]);
  }
  // What comes out has an identity of its own: all of it is consumed together.
  if (!aliasing_.carries(whole.type)) return aliasing_.none(whole.type);
  const ValId id = state_.fresh_value();
  gone_.insert(id);
  names_[id] = {name, Named::Kind::application, whole.span};
  AliasSets& sets = aliasing_.sets;
  AliasSet set = sets.unite(sets.unfollowed(function->all), sets.of(id, false));
  TypePtr at = function->type;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto* arrow = arrow_of(i);
    if (!arrow || !arrow->consumes) set = sets.unite(set, sets.unfollowed(values[i]->all));
    if (!arrow) return aliasing_.uniform(whole.type, set);
    at = arrow->to;
  }
  return result(at, set);
}

// ------------------------------------------------------------------------------------ functions

AliasSet Consumption::closure_since(std::size_t mark) {
  std::vector<AliasSet> out;
  std::unordered_set<ValId> seen;
  for (std::size_t i = mark; i < used_.size(); ++i) {
    auto found = variables_.find(used_[i]);
    if (found != variables_.end() && seen.insert(used_[i]).second)
      out.push_back(found->second.value->all);
  }
  return aliasing_.sets.unite(out);
}

Consumption::Function Consumption::function(const std::vector<typed::PatPtr>& params,
                                            const Exp& body, const TypePtr& type, bool declared,
                                            Span span, Kind kind) {
  const std::size_t used = used_.size(), consumed = consumed_log_.size();
  std::vector<ValId> bound;
  std::unordered_set<ValId> consumable;
  if (!params.empty()) ++level_;
  for (const auto& param : params) bind_param(*param, Diet::as_written, false, bound, consumable);
  for (const auto& param : params) check_sizes(*param);
  AliasedPtr value = exp(body);
  // It can only have been the parameters.
  consumed_since(consumed);
  Function out;
  out.result = declared ? type : without_marks(type);
  check_result(params, consumable, out.result, value, span);
  if (declared) check_diets("Function body does not have expected type.", type, body);
  if (!declared && !params.empty()) {
    // To consume a part of an argument is to consume the whole.
    std::unordered_set<ValId> taken;
    for (ValId id : bound)
      if (variables_.at(id).consumable) taken.insert(id);
    out.result = infer_marks(out.result, value, taken);
  }
  // A local function holds its parameters too: when what it gave is consumed, and that is not its
  // own, there are no more calls.
  if (kind == Kind::local) out.closure = closure_since(used);
  unbind(bound);
  if (!params.empty()) --level_;
  if (kind == Kind::lambda) out.closure = closure_since(used);
  return out;
}

/// Sizes in a parameter's type may use other parameters, but not up.
void Consumption::check_sizes(const typed::Pat& param) {
  ++level_;
  each_size(param.type, [&](const SizePtr& written, bool) {
    SizePtr size = resolve(written);
    if (const auto* of = std::get_if<SizeOf>(&size->node)) exp(*of->exp);
  });
  --level_;
}

AliasedPtr Consumption::lambda(const typed::Lambda& x, const TypePtr& type, Span span) {
  const std::size_t params = x.params.size();
  Function made =
      function(x.params, *x.body, result_of(type, params), x.declared, span, Kind::lambda);
  return aliasing_.uniform(with_result(type, params, made.result), made.closure);
}

void Consumption::check_result(const std::vector<typed::PatPtr>& params,
                               const std::unordered_set<ValId>& consumable, const TypePtr& type,
                               const AliasedPtr& value, Span span) {
  if (is_marked_inside(type)) {
    std::unordered_set<ValId> kept;
    for (const auto& param : params) pattern_ids(*param, kept);
    for (ValId id : consumable) kept.erase(id);
    struct Walk {
      Consumption& self;
      const std::unordered_set<ValId>& kept;
      Span span;
      AliasSet unique{}, shared{};
      void operator()(const TypePtr& type, const AliasedPtr& value, bool marked) {
        marked = marked || is_marked(type);
        TypePtr known = resolve(type);
        if (value->all.empty()) return;
        if (const auto* record = std::get_if<TypeRecord>(&known->node)) {
          for (std::size_t i = 0; i < record->fields.size(); ++i)
            (*this)(record->fields[i].second,
                    self.aliasing_.part(value, i, record->fields[i].second), marked);
          return;
        }
        // A mark says nothing of functions.
        marked = marked ? has_arrays(known, true) : is_marked_inside(known);
        AliasSets& sets = self.aliasing_.sets;
        const bool clash =
            sets.overlap(value->all, unique) || (marked && sets.overlap(value->all, shared));
        if (clash)
          self.refuse(span,
                      "A unique-typed component of the return value is aliased to some other "
                      "component.",
                      "use \"copy\" on one of them.", "unique-return-aliased");
        if (!marked) {
          shared = sets.unite(shared, value->all);
          return;
        }
        for (ValId var : sets.vars(value->all))
          if (kept.count(var))
            self.refuse(span,
                        fmt::format("Unique-typed return value is aliased to \"{}\", which is not "
                                    "consumable.",
                                    self.name_of(var)),
                        "use \"copy\" to give a value of its own.", "return-aliased");
        unique = sets.unite(unique, value->all);
      }
    };
    Walk{*this, kept, span}(type, value, false);
  }
  if (params.empty()) return;
  const AliasSet arrays = aliasing_.of_arrays(value);
  if (!aliasing_.sets.has_outside(arrays)) return;
  for (ValId var : aliasing_.sets.vars(arrays))
    if (!is_gone(var) && !variables_.count(var))
      refuse(span, fmt::format("Function result aliases the free variable \"{}\".", name_of(var)),
             "use \"copy\" to break the aliasing.", "alias-free-variable");
}

TypePtr Consumption::infer_marks(const TypePtr& type, const AliasedPtr& value,
                                 const std::unordered_set<ValId>& consumable) {
  // Aliases of more than one component forbid it.
  std::unordered_map<ValId, int> times;
  struct Count {
    Consumption& self;
    std::unordered_map<ValId, int>& times;
    std::unordered_set<const Aliased*> seen{};
    void operator()(const AliasedPtr& value) {
      if (value->all.empty()) return;
      const bool again = !seen.insert(value.get()).second;
      std::unordered_set<ValId> vars;
      for (ValId var : self.aliasing_.sets.vars(again ? value->all : value->own))
        if (vars.insert(var).second)
          times[var] += again ? 2 : self.aliasing_.components(value->type, 2);
      if (again) return;
      if (!tells_parts_apart(value->type)) {
        for (ValId var : self.aliasing_.sets.vars(value->all))
          if (vars.insert(var).second) times[var] += self.aliasing_.components(value->type, 2);
        return;
      }
      for (const auto& part : value->parts) (*this)(part);
    }
  };
  struct Mark {
    Consumption& self;
    const AliasedPtr& whole;
    std::unordered_map<ValId, int>& times;
    const std::unordered_set<ValId>& consumable;
    bool counted = false;
    std::unordered_map<const Aliased*, TypePtr> done{};
    bool fresh(const AliasSet& set) {
      AliasSets& sets = self.aliasing_.sets;
      // (Most often one look tells.)
      if (sets.any(set, [&](ValId var) { return !self.is_gone(var) && !consumable.count(var); }))
        return false;
      if (!counted) Count{self, times}(whole);
      counted = true;
      return !sets.any(set, [&](ValId var) {
        auto found = times.find(var);
        return found != times.end() && found->second > 1;
      });
    }
    TypePtr operator()(const TypePtr& written, const AliasedPtr& value) {
      TypePtr type = resolve(written);
      if (!self.aliasing_.carries(type) || std::holds_alternative<TypeArrow>(type->node) ||
          !fresh(value->own))
        return written;
      if (!is_compound(*type) || value->parts.size() != parts_of(type).size())
        return fresh(value->all) ? with_marks(type) : written;
      TypePtr& out = done[value.get()];
      if (!out)
        out = with_parts(*type, [&](const TypePtr& part, std::size_t i) {
          return (*this)(part, value->parts[i]);
        });
      return out;
    }
  };
  return Mark{*this, value, times, consumable}(type, value);
}

TypePtr Consumption::definition(const std::vector<typed::PatPtr>& params, const Exp& body,
                                const TypePtr& result, bool declared, Span span) {
  if (params.empty() && declared && is_marked_inside(result))
    refuse(span, "A top-level constant cannot have a unique type.");
  return function(params, body, result, declared, span, Kind::definition).result;
}

}  // namespace laguz::check::consumption
