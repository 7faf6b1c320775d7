// Unification of sizes.
#include <fmt/format.h>

#include <unordered_set>

#include "check/infer/infer.hpp"

namespace laguz::check {

bool Infer::is_opened(const SizePtr& size) const {
  bool found = false;
  each_id(size, [&](ValId id) { found = found || opened_.count(id) != 0; });
  return found;
}

/// Has a function that was looked at before chosen (a part of) [size]? Then any will do.
bool Infer::was_chosen(const SizePtr& size) const {
  bool found = false;
  each_id(size, [&](ValId id) {
    found = found || (id < first_opened_ && (opened_.count(id) || dependent_.count(id)));
  });
  return found;
}

/// [chosen] stands for a size of the function at hand's own: what it meets first.
bool Infer::meet(const SizePtr& chosen, const SizePtr& size) {
  for (const auto& [seen, before] : met_) {
    if (!same_size(seen, chosen)) continue;
    const SizePtr first = resolve(before);
    if (first == size || same_size(first, size)) return true;
    if (std::holds_alternative<SizeMeta>(first->node)) return link_size(first, size);
    if (std::holds_alternative<SizeMeta>(size->node)) return link_size(size, first);
    return fail_sizes(first, size);
  }
  met_.emplace_back(chosen, size);
  return true;
}

/// Is all in [size] that lives deeper than [level] without a name in the program?
bool Infer::is_unnamed(const SizePtr& size, int level) const {
  bool unnamed = true;
  each_id(size, [&](ValId id) {
    unnamed = unnamed && (level_of(id) <= level || unknown_.count(id) || floating_.count(id));
  });
  return unnamed;
}

/// [size] with let-bound names replaced by what they stand for.
SizePtr Infer::without_aliases(const SizePtr& size) {
  Subst subst;
  each_id(size, [&](ValId id) {
    auto alias = aliases_.find(id);
    if (alias != aliases_.end() && !is_unwieldy(alias->second)) subst.sizes[id] = alias->second;
  });
  return subst.empty() ? size : subst(size);
}

bool Infer::fail_sizes(const SizePtr& a, const SizePtr& b) {
  const std::string first = show(a), second = show(b);
  std::string why = fmt::format("Sizes \"{}\" and \"{}\" do not match.", first, second);
  std::unordered_set<ValId> told;
  for (const auto& size : {a, b})
    each_id(size, [&](ValId id) {
      auto source = unknown_.find(id);
      if (source == unknown_.end() || source->second.text.empty() || !told.insert(id).second)
        return;
      const auto& [text, former, latter] = source->second;
      why += fmt::format("\n\"{}\" is {}", show(size), text);
      if (former) why += fmt::format(": one gives {}, another one {}", show(former), show(latter));
      why += ".";
    });
  // The size of a function's own parameter is known inside of it alone.
  bool own = false;
  for (const auto& size : {a, b})
    each_id(size, [&](ValId id) { own = own || (floating_.count(id) && !opened_.count(id)); });
  return fail(std::move(why), own ? "scope-violation" : "");
}

bool Infer::bind_size(ValId id, const SizePtr& size) {
  auto found = binding_.find(id);
  if (!found->second) {
    found->second = size;
    return true;
  }
  return unify_size(found->second, size);
}

bool Infer::link_size(const SizePtr& meta, const SizePtr& size) {
  auto& node = std::get<SizeMeta>(meta->node);
  remember(meta);
  if (auto* deeper = std::get_if<SizeMeta>(&size->node)) {
    remember(size);
    deeper->level = std::min(deeper->level, node.level);
    deeper->born = std::min(deeper->born, node.born);
    deeper->may_be_chosen = deeper->may_be_chosen && node.may_be_chosen;
    if (deeper->name.empty()) deeper->name = node.name;
    node.link = size;
    return true;
  }
  // Where a size would have to be one that is only made further in, no other will do.
  for (const auto& [open, needed] : escapes_)
    if (resolve(open) == meta && !same_size(needed, size)) return fail_sizes(needed, size);
  if (occurs(meta.get(), size))
    return fail(
        fmt::format(
            "Occurs check: cannot instantiate an unknown size with \"{}\", which it is a part "
            "of.",
            show(size)),
        "occurs-check");
  if (!node.may_be_chosen && is_opened(size)) return fail_sizes(meta, size);
  if (!out_of_scope(size, node.level)) {
    if (std::holds_alternative<SizeOf>(size->node)) compounds_.emplace_back(size, node.level);
    node.link = size;
    return true;
  }
  // What the size is has no name where it would have to be known.
  if (is_unnamed(size, node.level)) {
    if (!is_opened(size)) escapes_.emplace_back(meta, size);
    return true;
  }
  return fail_scope(size, node.level);
}

bool Infer::fail_scope(const SizePtr& size, int level) {
  std::string deepest;
  each_name(size, [&](ValId id, const std::string& name) {
    if (level_of(id) > level && deepest.empty()) deepest = name;
  });
  return fail(fmt::format("Cannot link size to \"{}\" (scope violation).\nThis is because "
                          "\"{}\" is not in scope where that size is introduced.",
                          show(size), deepest),
              "scope-violation");
}

bool Infer::unify_size(const SizePtr& one, const SizePtr& other) {
  if (ignore_sizes_) return true;
  SizePtr a = resolve(one), b = resolve(other);
  if (a == b && (floating_.empty() || !was_chosen(a))) return true;
  for (const auto& [x, y] : {std::pair{a, b}, std::pair{b, a}})
    if (const auto* var = std::get_if<SizeVar>(&x->node); var && binding_.count(var->id))
      return bind_size(var->id, y);
  const SizePtr& expected = given_is_expected_ ? b : a;
  if (was_chosen(expected)) return meet(expected, given_is_expected_ ? a : b);
  if (std::holds_alternative<SizeMeta>(a->node)) return link_size(a, b);
  if (std::holds_alternative<SizeMeta>(b->node)) return link_size(b, a);
  if (same_size(a, b)) return true;
  // Compound sizes of the same form may have parts that are not known yet: `n * m` with `2 * k`.
  const std::string before = mismatch_;
  auto parts = similar_parts(a, b);
  if (!parts.empty()) {
    bool same = true;
    for (const auto& [x, y] : parts) same = same && unify_size(x, y);
    if (same) return true;
  }
  SizePtr known_a = without_aliases(a), known_b = without_aliases(b);
  if ((known_a != a || known_b != b) && unify_size(known_a, known_b)) return true;
  mismatch_ = before;
  return fail_sizes(a, b);
}

}  // namespace laguz::check
