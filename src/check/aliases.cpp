#include "check/aliases.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>

#include "check/size_exp.hpp"
#include "support/overloaded.hpp"

namespace laguz::check {

namespace {

/// Does [test] hold for a part of a record or sum?
template <class Test>
bool any_part(const Type& type, Test&& test) {
  if (const auto* record = std::get_if<TypeRecord>(&type.node))
    return std::any_of(record->fields.begin(), record->fields.end(),
                       [&](const auto& field) { return test(field.second); });
  if (const auto* sum = std::get_if<TypeSum>(&type.node))
    for (const auto& row : sum->constructors)
      if (std::any_of(row.second.begin(), row.second.end(), test)) return true;
  return false;
}

/// The part of that position; none if there is no such part.
std::optional<Part> part_at(const TypePtr& type, std::size_t index) {
  if (const auto* record = std::get_if<TypeRecord>(&type->node)) {
    if (index >= record->fields.size()) return std::nullopt;
    return Part{record->fields[index].first, record->fields[index].second};
  }
  if (const auto* sum = std::get_if<TypeSum>(&type->node))
    for (const auto& row : sum->constructors) {
      if (index < row.second.size()) return Part{{}, row.second[index]};
      index -= row.second.size();
    }
  return std::nullopt;
}

/// Does [test], which does not for scalars, hold for something that [type] is made of: neither a
/// record nor a sum?
template <class Test>
bool any_leaf(const TypePtr& type, Test&& test) {
  struct Walk {
    Test& test;
    std::unordered_set<const Type*> seen{};
    bool operator()(const TypePtr& written) {
      TypePtr type = resolve(written);
      if (type->plain) return false;
      if (!is_compound(*type)) return test(*type);
      if (!seen.insert(type.get()).second) return false;
      return any_part(*type, *this);
    }
  };
  return Walk{test}(type);
}

bool is_hidden(const Type& type) {
  return std::holds_alternative<TypeParamRef>(type.node) ||
         std::holds_alternative<TypeAbstract>(type.node);
}

bool is_function(const Type& type) { return std::holds_alternative<TypeArrow>(type.node); }

}  // namespace

bool is_compound(const Type& type) {
  return std::holds_alternative<TypeRecord>(type.node) ||
         std::holds_alternative<TypeSum>(type.node);
}

std::vector<Part> parts_of(const TypePtr& type) {
  std::vector<Part> out;
  if (const auto* record = std::get_if<TypeRecord>(&type->node))
    for (const auto& [name, t] : record->fields) out.push_back({name, t});
  if (const auto* sum = std::get_if<TypeSum>(&type->node))
    for (const auto& row : sum->constructors)
      for (const auto& t : row.second) out.push_back({{}, t});
  return out;
}

bool tells_parts_apart(const TypePtr& type) {
  return std::holds_alternative<TypeRecord>(type->node) ||
         (std::holds_alternative<TypeSum>(type->node) && is_functional(type));
}

TypePtr with_parts(const Type& type,
                   support::FunctionRef<TypePtr(const TypePtr&, std::size_t)> part) {
  std::size_t at = 0;
  if (const auto* record = std::get_if<TypeRecord>(&type.node)) {
    TypeRecord out = *record;
    for (auto& field : out.fields) field.second = part(field.second, at++);
    return make_type(std::move(out));
  }
  TypeSum out = std::get<TypeSum>(type.node);
  for (auto& row : out.constructors)
    for (auto& t : row.second) t = part(t, at++);
  return make_type(std::move(out));
}

// ---------------------------------------------------------------------------------------- marks

bool has_arrays(const TypePtr& type, bool hidden) {
  return any_leaf(type, [&](const Type& leaf) {
    if (is_hidden(leaf)) return hidden;
    return !is_function(leaf) && !std::holds_alternative<TypeScalar>(leaf.node);
  });
}

bool is_functional(const TypePtr& type) { return any_leaf(type, is_function); }

bool is_marked(const TypePtr& type) {
  for (const Type* at = type.get(); at;) {
    if (at->unique) return true;
    const auto* meta = std::get_if<TypeMeta>(&at->node);
    at = meta ? meta->link.get() : nullptr;
  }
  return false;
}

bool is_marked_inside(const TypePtr& type) {
  if (is_marked(type)) return has_arrays(type, true);
  if (!is_compound(*resolve(type))) return false;
  std::unordered_set<const Type*> seen;
  struct Walk {
    std::unordered_set<const Type*>& seen;
    bool operator()(const TypePtr& written) {
      if (is_marked(written) && has_arrays(written, true)) return true;
      TypePtr type = resolve(written);
      if (type->plain || !is_compound(*type) || !seen.insert(type.get()).second) return false;
      return any_part(*type, [&](const TypePtr& part) { return (*this)(part); });
    }
  };
  return Walk{seen}(type);
}

TypePtr without_marks(const TypePtr& type) {
  if (!is_marked_inside(type)) return type;
  TypePtr whole = resolve(type);
  if (!is_compound(*whole)) return with_unique(whole, false);
  struct Plain {
    std::unordered_map<const Type*, TypePtr> done{};
    TypePtr operator()(const TypePtr& written) {
      TypePtr type = resolve(written);
      auto known = done.find(type.get());
      if (known != done.end()) return known->second;
      TypePtr out = type;
      if (is_compound(*type))
        out = with_parts(*type, [&](const TypePtr& part, std::size_t) { return (*this)(part); });
      else if (type->unique)
        out = with_unique(type, false);
      done.emplace(type.get(), out);
      return out;
    }
  };
  return Plain{}(type);
}

TypePtr with_marks(const TypePtr& type) {
  struct Walk {
    std::unordered_map<const Type*, TypePtr> done{};
    TypePtr operator()(const TypePtr& written) {
      TypePtr type = resolve(written);
      if (!has_arrays(type, true)) return written;
      if (!is_functional(type)) return with_unique(type, true);
      TypePtr& out = done[type.get()];
      if (!out)
        out = with_parts(*type, [&](const TypePtr& part, std::size_t) { return (*this)(part); });
      return out;
    }
  };
  return Walk{}(type);
}

// --------------------------------------------------------------------------------------- values

bool Aliasing::carries(const TypePtr& written) {
  TypePtr type = resolve(written);
  if (type->plain) return false;
  if (!is_compound(*type)) return true;
  auto known = carries_.find(type.get());
  if (known != carries_.end()) return known->second;
  const bool out = any_part(*type, [&](const TypePtr& part) { return carries(part); });
  carries_.emplace(type.get(), out);
  keep_.push_back(type);
  return out;
}

int Aliasing::components(const TypePtr& written, int hidden) {
  TypePtr type = resolve(written);
  if (!carries(type)) return 0;
  if (is_hidden(*type) || std::holds_alternative<TypeAcc>(type->node)) return hidden;
  if (!tells_parts_apart(type)) return 1;
  auto& counted = components_.at(hidden == 1 ? 0 : 1);
  auto known = counted.find(type.get());
  if (known != counted.end()) return known->second;
  int out = 0;
  for (const auto& part : parts_of(type)) out = std::min(2, out + components(part.type, hidden));
  counted.emplace(type.get(), out);
  keep_.push_back(type);
  return out;
}

AliasedPtr Aliasing::uniform(const TypePtr& written, AliasSet own) {
  TypePtr type = resolve(written);
  const auto* scalar = std::get_if<TypeScalar>(&type->node);
  AliasedPtr* known = scalar ? &scalars_[static_cast<std::size_t>(scalar->scalar)] : nullptr;
  if (known && *known) return *known;
  auto out = std::make_shared<Aliased>();
  out->type = std::move(type);
  if (!own.empty() && carries(out->type)) {
    out->all = own;
    out->own = own;
  }
  if (known) *known = out;
  return out;
}

AliasedPtr Aliasing::compound(const TypePtr& type, std::vector<AliasedPtr> parts, AliasSet own) {
  auto out = std::make_shared<Aliased>();
  out->type = resolve(type);
  std::vector<AliasSet> all{own};
  for (const auto& part : parts) all.push_back(part->all);
  out->all = sets.unite(all);
  out->own = own;
  out->parts = std::move(parts);
  return out;
}

AliasedPtr Aliasing::with(const AliasedPtr& value, const AliasSet& more) {
  if (more.empty() || !carries(value->type)) return value;
  return compound(value->type, value->parts, sets.unite(value->own, more));
}

AliasedPtr Aliasing::part(const AliasedPtr& value, std::size_t index, const TypePtr& fallback) {
  const auto written = part_at(value->type, index);
  if (!written) return uniform(fallback, sets.unfollowed(value->all));
  TypePtr type = resolve(written->type);
  // A payload's array is not what fields of a payload beside it are: no field has this name.
  const bool plain = written->field.empty() && !is_compound(*type);
  AliasSet own = sets.inside(value->own, plain ? "#" : written->field);
  if (!value->parts.empty()) return with(value->parts[index], own);
  // Of a definition's functions, and of what is abstract in it, nothing is known.
  if (is_function(*type) || is_hidden(*type))
    own = sets.without(own, [&](ValId var) { return globals.count(var) != 0; });
  return uniform(type, own);
}

AliasedPtr Aliasing::field(const AliasedPtr& value, const std::string& name, const TypePtr& type) {
  const auto* record = std::get_if<TypeRecord>(&value->type->node);
  const std::size_t none = std::numeric_limits<std::size_t>::max();
  return part(value, record ? find_field(record->fields, name) : none, type);
}

AliasedPtr Aliasing::payload(const AliasedPtr& value, const std::string& constructor,
                             std::size_t index, const TypePtr& type) {
  const auto* sum = std::get_if<TypeSum>(&value->type->node);
  std::size_t at = 0;
  if (sum)
    for (const auto& row : sum->constructors) {
      if (row.first == constructor) return part(value, at + index, type);
      at += row.second.size();
    }
  return uniform(type, sets.unfollowed(value->all));
}

AliasedPtr Aliasing::without(const AliasedPtr& value, const std::unordered_set<ValId>& vars) {
  struct Walk {
    Aliasing& aliasing;
    const std::unordered_set<ValId>& vars;
    std::unordered_map<const Aliased*, AliasedPtr> done{};
    AliasedPtr operator()(const AliasedPtr& value) {
      if (value->all.empty()) return value;
      auto known = done.find(value.get());
      if (known != done.end()) return known->second;
      std::vector<AliasedPtr> parts;
      for (const auto& part : value->parts) parts.push_back((*this)(part));
      AliasedPtr out = aliasing.compound(
          value->type, std::move(parts),
          aliasing.sets.without(value->own, [&](ValId var) { return vars.count(var) != 0; }));
      done.emplace(value.get(), out);
      return out;
    }
  };
  return vars.empty() ? value : Walk{*this, vars}(value);
}

AliasedPtr Aliasing::combine(const AliasedPtr& first, const AliasedPtr& second) {
  struct Walk {
    Aliasing& aliasing;
    std::map<std::pair<const Aliased*, const Aliased*>, AliasedPtr> done{};
    AliasedPtr operator()(const AliasedPtr& a, const AliasedPtr& b) {
      if (a == b || b->all.empty() || !aliasing.carries(a->type)) return a;
      auto parts = parts_of(a->type);
      const bool alike = a->type->node.index() == b->type->node.index() &&
                         parts.size() == parts_of(b->type).size();
      if (!alike || parts.empty())
        return aliasing.uniform(a->type, aliasing.sets.unite(aliasing.sets.unfollowed(a->all),
                                                             aliasing.sets.unfollowed(b->all)));
      if (a->parts.empty() && b->parts.empty())
        return aliasing.uniform(a->type, aliasing.sets.unite(a->own, b->own));
      auto known = done.find({a.get(), b.get()});
      if (known != done.end()) return known->second;
      std::vector<AliasedPtr> out;
      for (std::size_t i = 0; i < parts.size(); ++i) {
        auto bare = [&](const AliasedPtr& whole) {
          return whole->parts.empty() ? aliasing.none(parts[i].type) : whole->parts[i];
        };
        out.push_back((*this)(bare(a), bare(b)));
      }
      AliasedPtr value =
          aliasing.compound(a->type, std::move(out), aliasing.sets.unite(a->own, b->own));
      done.emplace(std::pair{a.get(), b.get()}, value);
      return value;
    }
  };
  return Walk{*this}(first, second);
}

void Aliasing::each_leaf(const AliasedPtr& first,
                         support::FunctionRef<void(const Aliased&)> visit) {
  struct Walk {
    support::FunctionRef<void(const Aliased&)> visit;
    std::unordered_set<const Aliased*> seen{};
    void operator()(const AliasedPtr& value) {
      if (!seen.insert(value.get()).second) return;
      visit(*value);
      for (const auto& part : value->parts) (*this)(part);
    }
  };
  Walk{visit}(first);
}

AliasSet Aliasing::of_arrays(const AliasedPtr& value) {
  std::vector<AliasSet> out;
  each_leaf(value, [&](const Aliased& leaf) {
    if (!leaf.own.empty() && has_arrays(leaf.type, true)) out.push_back(leaf.own);
  });
  return sets.unite(out);
}

bool Aliasing::aliases_itself(const AliasedPtr& first) {
  struct Walk {
    Aliasing& aliasing;
    AliasSet seen{};
    bool operator()(const AliasedPtr& value) {
      if (value->all.empty()) return false;
      const auto* record = std::get_if<TypeRecord>(&value->type->node);
      if (!record) {
        if (aliasing.sets.overlap(seen, value->all)) return true;
        seen = aliasing.sets.unite(seen, value->all);
        return false;
      }
      if (value->parts.empty()) {
        const bool all_parts = !aliasing.sets.all_follow(value->own);
        if (all_parts && aliasing.components(value->type, 1) > 1) return true;
        if (aliasing.sets.overlap(seen, value->own)) return true;
        seen = aliasing.sets.unite(seen, value->own);
        return false;
      }
      for (std::size_t i = 0; i < value->parts.size(); ++i)
        if ((*this)(aliasing.part(value, i, value->parts[i]->type))) return true;
      return false;
    }
  };
  return Walk{*this}(first);
}

}  // namespace laguz::check
