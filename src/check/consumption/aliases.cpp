#include "check/consumption/aliases.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>

#include "check/types/marks.hpp"
#include "check/types/parts.hpp"
#include "check/types/size_exp.hpp"

namespace laguz::check::consumption {

namespace {

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

}  // namespace

bool tells_parts_apart(const TypePtr& type) {
  return std::holds_alternative<TypeRecord>(type->node) ||
         (std::holds_alternative<TypeSum>(type->node) && is_functional(type));
}

bool Aliasing::carries(const TypePtr& written) {
  TypePtr type = resolve(written);
  if (type->plain || is_scalar(*type)) return false;
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
  if (is_opaque(*type) || std::holds_alternative<TypeAcc>(type->node)) return hidden;
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
  if (is_arrow(*type) || is_opaque(*type))
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

}  // namespace laguz::check::consumption
