// Metas: making them, linking them to types, and what their constraints ask of those.
#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "check/infer/infer.hpp"
#include "check/state/hints.hpp"
#include "check/types/marks.hpp"
#include "support/overloaded.hpp"

namespace laguz::check {

using support::overloaded;

namespace {

std::string list_scalars(prims::TypeSet set) {
  std::string out;
  for (int i = 0; i < support::kScalarTypes; ++i)
    if (auto t = static_cast<ScalarType>(i); prims::contains(set, t)) {
      if (!out.empty()) out += ", ";
      out += support::name(t);
    }
  return out;
}

/// What a type of [set] is, as a sentence goes on.
std::string describe(prims::TypeSet set) {
  if (set == prims::nums) return "a number";
  if (set == prims::floats) return "a float";
  if (set == prims::ints || set == prims::signeds) return "an integer";
  if (set == (prims::ints | prims::booleans)) return "an integer or a bool";
  if (set == prims::all_types) return "a number or a bool";
  const bool single = (set & (set - 1)) == 0;
  return (single ? "of type " : "one of ") + list_scalars(set);
}

std::string capitalised(std::string text) {
  text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
  return text;
}

/// Tests of Futhark's ask for its [words] in these places, which say nothing to who does not know
/// how types are inferred.
std::string in_futharks_words(const char* words) {
  return fmt::format("\n(In Futhark's words: {}.)", words);
}

/// The names of [rows], each behind [prefix].
template <class Rows>
std::string list_names(const Rows& rows, const char* prefix) {
  std::string out;
  for (const auto& row : rows) out += (out.empty() ? "" : ", ") + (prefix + row.first);
  return out;
}

/// "field a", "fields a, b".
std::string list_fields(const Constraint& constraint) {
  return (constraint.fields->size() == 1 ? "field " : "fields ") +
         list_names(*constraint.fields, "");
}

/// "constructor #a", "constructors #a, #b".
std::string list_constructors(const Constraint& constraint) {
  return (constraint.constructors->size() == 1 ? "constructor " : "constructors ") +
         list_names(*constraint.constructors, "#");
}

}  // namespace

TypePtr Infer::fresh(Span origin, Constraint constraint) {
  TypePtr type =
      make_type(TypeMeta{state_.fresh_meta(), depth_, nullptr, std::move(constraint), origin});
  metas_.push_back(type);
  return type;
}

SizePtr Infer::fresh_size(std::string name) {
  auto size = std::make_shared<Size>();
  size->node = SizeMeta{nullptr, depth_, births_.take(), true, std::move(name)};
  return size;
}

SizePtr Infer::fixed_size() {
  SizePtr size = fresh_size();
  std::get<SizeMeta>(size->node).may_be_chosen = false;
  return size;
}

TypePtr Infer::adjust(const TypePtr& type, const Type* meta, int level) {
  const bool may_be_chosen = std::get<TypeMeta>(meta->node).may_be_chosen;
  bool ok = true;
  bool deep = false;
  each_part(type, [&](const TypePtr& part) {
    if (part.get() == meta && ok)
      ok = fail(fmt::format("No type is a part of itself, as {} would be of {}. (Occurs check.)",
                            show(std::const_pointer_cast<Type>(part)), show(type)),
                "occurs-check");
    if (auto* inner = std::get_if<TypeMeta>(&part->node)) {
      inner->level = std::min(inner->level, level);
      inner->may_be_chosen = inner->may_be_chosen && may_be_chosen;
    }
    if (const auto* param = std::get_if<TypeParamRef>(&part->node)) {
      auto found = type_levels_.find(param->id);
      if (found != type_levels_.end() && found->second > level && ok)
        ok =
            fail(fmt::format(
                     "The type \"{}\" is bound in a deeper scope than what it would have to be the "
                     "type of (scope violation).",
                     param->name),
                 "scope-violation");
    }
  });
  if (!ok) return nullptr;
  each_size(type, [&](const SizePtr& written, bool inside) {
    if (ignore_sizes_ && !inside) return;
    SizePtr size = resolve(written);
    if (auto* inner = std::get_if<SizeMeta>(&size->node)) {
      inner->level = std::min(inner->level, level);
      inner->may_be_chosen = inner->may_be_chosen && may_be_chosen;
    }
    deep = deep || out_of_scope(size, level);
  });
  if (!deep) return type;

  // Deeper sizes without a name are forgotten, but for those that a function type in [type] binds
  // itself.
  struct Forget final : TypeRewriter {
    Infer& infer;
    int level;
    bool may_be_chosen, ok = true;
    std::unordered_set<ValId> bound;
    Forget(Infer& i, int l, bool chosen) : infer(i), level(l), may_be_chosen(chosen) {}
    SizePtr size(const SizePtr& size) override {
      bool deep = infer.out_of_scope(size, level);
      each_id(size, [&](ValId id) { deep = deep && !bound.count(id); });
      if (!deep) return size;
      SizePtr fresh = infer.fresh_size();
      std::get<SizeMeta>(fresh->node).level = level;
      if (infer.ignore_sizes_) return fresh;
      const bool opened = infer.is_opened(size);
      if (!infer.is_unnamed(size, level))
        ok = infer.fail_scope(size, level);
      else if (opened && !may_be_chosen)
        ok = infer.fail_sizes(fresh, size);
      else if (!opened)
        infer.escapes_.emplace_back(fresh, size);
      return fresh;
    }
    TypePtr arrow(const TypePtr& whole, const TypeArrow& arrow) override {
      if (arrow.param) bound.insert(*arrow.param);
      bound.insert(arrow.existentials.begin(), arrow.existentials.end());
      return TypeRewriter::arrow(whole, arrow);
    }
  };
  Forget forget(*this, level, may_be_chosen);
  TypePtr out = forget(type);
  return forget.ok ? out : nullptr;
}

bool Infer::link(const TypePtr& meta, const TypePtr& type) {
  remember(meta);
  auto& node = std::get<TypeMeta>(meta->node);
  if (!admits(node.constraint, type)) return false;
  TypePtr seen = adjust(type, meta.get(), node.level);
  if (!seen) return false;
  if (node.constraint.regular && !floating_.empty()) {
    bool varies = false;
    each_size(seen, [&](const SizePtr& size, bool within) {
      if (!within) each_id(size, [&](ValId id) { varies = varies || floating_.count(id) != 0; });
    });
    if (varies)
      return fail(
          fmt::format("A type parameter would be instantiated with {}, which is a type "
                      "containing anonymous sizes: they may differ from call to call.",
                      show(seen)));
  }
  if (ignore_sizes_) {
    // Only the shapes are to be the same: the meta gets sizes of its own, as far as it knows them.
    struct Fresh final : TypeRewriter {
      Infer& infer;
      const TypeMeta& meta;
      Fresh(Infer& i, const TypeMeta& m) : infer(i), meta(m) {}
      SizePtr size(const SizePtr&) override {
        SizePtr fresh = meta.may_be_chosen ? infer.fresh_size() : infer.fixed_size();
        int& known = std::get<SizeMeta>(fresh->node).level;
        known = std::min(known, meta.level);
        return fresh;
      }
      TypePtr arrow(const TypePtr& whole, const TypeArrow&) override { return whole; }
    };
    node.link = without_marks(Fresh(*this, node)(seen));
    ignore_sizes_ = shapes_only_;
    const bool ok = satisfy(node.constraint, node.link);
    ignore_sizes_ = true;
    return ok;
  }
  node.link = without_marks(seen);
  // The constraint stays in the node, for it costs nothing and tells a message what was asked.
  return satisfy(node.constraint, seen);
}

bool Infer::link_metas(const TypePtr& one, const TypePtr& other) {
  // The older one stays: in a long sum it is always the same.
  const bool older = std::get<TypeMeta>(one->node).id < std::get<TypeMeta>(other->node).id;
  const TypePtr &a = older ? other : one, &b = older ? one : other;
  auto& x = std::get<TypeMeta>(a->node);
  auto& y = std::get<TypeMeta>(b->node);
  const bool records = !x.constraint.fields->empty() || !y.constraint.fields->empty();
  const bool sums = !x.constraint.constructors->empty() || !y.constraint.constructors->empty();
  prims::TypeSet scalars = x.constraint.scalars;
  if (y.constraint.scalars != 0)
    scalars = static_cast<prims::TypeSet>(scalars == 0 ? y.constraint.scalars
                                                       : scalars & y.constraint.scalars);
  const bool numeric = x.constraint.scalars != 0 || y.constraint.scalars != 0;
  if (numeric && (records || sums)) {
    const Constraint& parts = x.constraint.scalars == 0 ? x.constraint : y.constraint;
    return fail(
        records ? fmt::format("{} is no record: it has no {}.{}", capitalised(describe(scalars)),
                              list_fields(parts),
                              in_futharks_words("Cannot unify with type that must be a record"))
                : fmt::format("{} is of no sum type: it has no {}.{}",
                              capitalised(describe(scalars)), list_constructors(parts),
                              in_futharks_words("Cannot unify with type that must be a sum type")));
  }
  if (numeric && scalars == 0) {
    const TypePtr& expected = given_is_expected_ ? other : one;
    const TypePtr& actual = given_is_expected_ ? one : other;
    return fail(fmt::format(
        "{} is not {}.", capitalised(describe(std::get<TypeMeta>(actual->node).constraint.scalars)),
        describe(std::get<TypeMeta>(expected->node).constraint.scalars)));
  }
  if (records && sums) {
    const bool record = !x.constraint.fields->empty();
    return fail(fmt::format("What has the {} is a record, which has no {}.",
                            list_fields((record ? x : y).constraint),
                            list_constructors((record ? y : x).constraint)));
  }
  remember(a);
  remember(b);
  y.level = std::min(x.level, y.level);
  y.may_be_chosen = x.may_be_chosen && y.may_be_chosen;
  // What is not known in the end is best told where it comes in.
  if (!y.origin) y.origin = x.origin;
  if ((records || sums) && x.origin.file == y.origin.file && x.origin.lo < y.origin.lo)
    y.origin = x.origin;
  Constraint from = std::move(x.constraint);
  x.constraint = {};
  x.link = b;
  Constraint& to = y.constraint;
  to.scalars = scalars;
  to.equality = to.equality || from.equality;
  to.first_order = to.first_order || from.first_order;
  to.regular = to.regular || from.regular;
  // The parts may lead back to [b]: work on copies.
  for (const auto& [name, type] : *from.fields) {
    auto [at, inserted] = std::get<TypeMeta>(b->node).constraint.fields.edit().emplace(name, type);
    TypePtr have = at->second;
    if (!inserted && !unify_nodes(have, type)) return false;
  }
  for (const auto& [name, payload] : *from.constructors) {
    auto [at, inserted] =
        std::get<TypeMeta>(b->node).constraint.constructors.edit().emplace(name, payload);
    auto have = at->second;
    if (inserted) continue;
    if (ignore_sizes_) merged_.push_back({b, name, payload});
    if (have.size() != payload.size()) return fail_arity(name, have.size(), payload.size());
    for (std::size_t i = 0; i < have.size(); ++i)
      if (!unify_nodes(have[i], payload[i])) return false;
  }
  return true;
}

bool Infer::admits(const Constraint& constraint, const TypePtr& written) {
  TypePtr type = resolve(written);
  if (constraint.scalars != 0) {
    const auto* scalar = std::get_if<TypeScalar>(&type->node);
    if (!scalar || !prims::contains(constraint.scalars, scalar->scalar))
      return fail(fmt::format("{} is not {}.", show(type), describe(constraint.scalars)));
  }
  return true;
}

bool Infer::satisfy(const Constraint& constraint, const TypePtr& written) {
  TypePtr type = resolve(written);
  if (!constraint.fields->empty()) {
    const auto* record = std::get_if<TypeRecord>(&type->node);
    if (!record) {
      return fail(
          fmt::format("{} is no record: it has no {}.", show(type), list_fields(constraint)));
    }
    for (const auto& [name, t] : *constraint.fields) {
      auto found = std::find_if(record->fields.begin(), record->fields.end(),
                                [&, &wanted = name](const auto& f) { return f.first == wanted; });
      if (found == record->fields.end()) {
        const std::string near = did_you_mean(name, names_of(record->fields));
        return fail(fmt::format("{} has no field {}{}{}", show(type), name,
                                near.empty() ? "." : ": " + near,
                                in_futharks_words("Cannot unify record type")));
      }
      if (!unify_nodes(t, found->second)) return false;
    }
  }
  if (!constraint.constructors->empty()) {
    const auto* sum = std::get_if<TypeSum>(&type->node);
    if (!sum) {
      return fail(fmt::format("{} is no sum type: it has no {}.{}", show(type),
                              list_constructors(constraint),
                              in_futharks_words("Cannot unify type with constructors")));
    }
    for (const auto& [name, payload] : *constraint.constructors) {
      auto found = std::find_if(sum->constructors.begin(), sum->constructors.end(),
                                [&, &wanted = name](const auto& c) { return c.first == wanted; });
      if (found == sum->constructors.end()) {
        const std::string near = did_you_mean(name, names_of(sum->constructors), "#");
        return fail(fmt::format("Unshared constructors: #{}, which is no constructor of {}{}", name,
                                show(type), near.empty() ? "." : ": " + near));
      }
      if (found->second.size() != payload.size())
        return fail_arity(name, found->second.size(), payload.size());
      for (std::size_t i = 0; i < payload.size(); ++i)
        if (!unify_nodes(payload[i], found->second[i])) return false;
    }
  }
  if (constraint.equality && !require_equality(type)) return false;
  if (constraint.first_order && !require_first_order(type, constraint.regular)) return false;
  return true;
}

bool Infer::require_first_order(const TypePtr& type, bool regular) {
  bool ok = true;
  each_part(type, [&](const TypePtr& part) {
    if (!ok) return;
    if (auto* meta = std::get_if<TypeMeta>(&part->node)) {
      meta->constraint.first_order = true;
      meta->constraint.regular = meta->constraint.regular || regular;
    }
    if (std::holds_alternative<TypeArrow>(part->node))
      ok = fail(fmt::format(
          "{} is a function type, and no function may stand here (it is functional).", show(type)));
    const auto* param = std::get_if<TypeParamRef>(&part->node);
    const auto* abstract = std::get_if<TypeAbstract>(&part->node);
    if (!param && !abstract) return;
    const ast::Liftedness lifted = param ? param->lifted : abstract->lifted;
    if (lifted == ast::Liftedness::unlifted) return;
    const std::string& name = param ? param->name : abstract->name;
    if (regular)
      ok =
          fail(fmt::format("Type \"{}\" is lifted and cannot be an array element (it might contain "
                           "function values, or have sizes of its own).",
                           name));
    else if (lifted == ast::Liftedness::lifted)
      ok = fail(
          fmt::format("Type \"{}\" is lifted and might contain function values; it is found to be "
                      "functional.",
                      name));
  });
  return ok;
}

bool Infer::require_equality(const TypePtr& type) {
  bool ok = true;
  each_part(type, [&](const TypePtr& part) {
    if (!ok) return;
    if (auto* meta = std::get_if<TypeMeta>(&part->node)) {
      meta->constraint.equality = true;
      meta->constraint.first_order = true;
    }
    if (std::holds_alternative<TypeArrow>(part->node) ||
        std::holds_alternative<TypeParamRef>(part->node) ||
        std::holds_alternative<TypeAbstract>(part->node))
      ok = fail(fmt::format(
          "Comparing equality of values of type {}, which does not support equality.", show(type)));
  });
  return ok;
}

TypePtr Infer::instantiate(const Scheme& scheme, Span span, const std::string&,
                           std::vector<TypePtr>& types, std::vector<SizePtr>& sizes) {
  if (scheme.types.empty() && scheme.sizes.empty()) return scheme.type;
  Subst subst;
  for (const auto& param : scheme.types) {
    Constraint constraint;
    constraint.first_order = param.lifted != ast::Liftedness::lifted;
    constraint.regular = param.lifted == ast::Liftedness::unlifted;
    constraint.scalars = param.scalars;
    types.push_back(fresh(span, std::move(constraint)));
    subst.types.emplace(param.id, types.back());
  }
  for (const auto& param : scheme.sizes) {
    sizes.push_back(fresh_size(param.second));
    subst.sizes.emplace(param.first, sizes.back());
  }
  return track(subst(scheme.type));
}

}  // namespace laguz::check
