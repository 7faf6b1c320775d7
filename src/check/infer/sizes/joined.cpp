// The type of an if or match, from those of its branches: sizes that differ are not known.
#include <fmt/format.h>

#include "check/infer/infer.hpp"
#include "check/types/parts.hpp"
#include "check/types/size_parts.hpp"

namespace laguz::check {

bool Infer::same_shape(const TypePtr& a, const TypePtr& b) {
  const bool before = ignore_sizes_;
  ignore_sizes_ = true;
  bool ok = unify(a, b);
  ignore_sizes_ = before;
  return ok;
}

SizePtr Infer::join_sizes(const std::vector<SizePtr>& sizes, std::vector<SizeBinder>& made) {
  SizePtr known;
  bool agree = true;
  // What a branch has left open while it needs a size of its own is that size.
  for (const auto& written : sizes) {
    SizePtr size = resolve(written);
    auto* meta = std::get_if<SizeMeta>(&size->node);
    if (!meta || meta->born < join_born_) continue;
    for (const auto& [open, needed] : escapes_)
      if (resolve(open) == size) {
        meta->link = needed;
        break;
      }
  }
  for (const auto& written : sizes) {
    SizePtr size = resolve(written);
    if (std::holds_alternative<SizeMeta>(size->node)) continue;
    if (out_of_scope(size, depth_)) agree = false;
    if (known && !same_size(known, size)) agree = false;
    if (!known) known = size;
  }
  // Nor may one be a part of what it would have to be, as in 'if c then xs else xs ++ ys', nor be
  // made of what comes later.
  if (known)
    for (const auto& size : sizes) {
      SizePtr open = resolve(size);
      const auto* meta = std::get_if<SizeMeta>(&open->node);
      if (!meta) continue;
      // (Of two parameters the later one is deeper.)
      const auto later = [&](const SizePtr& unknown) {
        return unknown == open || std::get<SizeMeta>(unknown->node).level > meta->level;
      };
      if (any_unknown(known, later)) agree = false;
    }
  // Nor may one be what it could not be called where it is introduced.
  if (known)
    for (const auto& size : sizes)
      if (const auto* meta = std::get_if<SizeMeta>(&resolve(size)->node))
        if (out_of_scope(known, meta->level)) {
          agree = false;
          branch_sizes_.push_back(
              {size,
               fmt::format("Causality check: size \"{}\" needed for the type of one branch, but it "
                           "is computed in another one.",
                           check::show(known)),
               join_span_});
        }
  if (!known) known = sizes.front();
  for (const auto& size : sizes) agree = agree && unify_size(size, known);
  if (!agree) {
    std::vector<SizePtr> key;
    for (const auto& size : sizes) key.push_back(resolve(size));
    for (const auto& [known_key, made_before] : join_made_) {
      bool same = true;
      for (std::size_t i = 0; i < key.size(); ++i)
        same = same && (key[i] == known_key[i] || same_size(key[i], known_key[i]));
      if (same) return made_before;
    }
    SizePtr size = fresh_existential(made, "k");
    unknown_[std::get<SizeVar>(size->node).id] = {"unknown, as branches differ", join_former_,
                                                  join_latter_};
    join_made_.emplace_back(key, size);
    return size;
  }
  return known;
}

TypePtr Infer::join_parts(const std::vector<TypePtr>& written, std::vector<SizeBinder>& made,
                          bool& changed) {
  std::vector<TypePtr> types;
  bool same = true;
  for (const auto& type : written) {
    types.push_back(resolve(type));
    same = same && types.back() == types.front();
  }
  std::vector<const Type*> key;
  for (const auto& type : types) key.push_back(type.get());
  if (auto known = joined_.find(key); known != joined_.end()) {
    changed = changed || known->second != written.front();
    return known->second;
  }
  bool inner = false;
  TypePtr out = join_known(written, types, same, made, inner);
  joined_.emplace(std::move(key), out);
  changed = changed || inner;
  return out;
}

TypePtr Infer::join_known(const std::vector<TypePtr>& written, const std::vector<TypePtr>& types,
                          bool same, std::vector<SizeBinder>& made, bool& changed) {
  const TypePtr& first = types.front();
  bool sizes_in_scope = true;
  if (same) {
    each_size(first, [&](const SizePtr& size, bool) {
      sizes_in_scope = sizes_in_scope && !out_of_scope(size, depth_);
    });
    if (sizes_in_scope) return written.front();
  }
  if (const auto* array = std::get_if<TypeArray>(&first->node)) {
    std::vector<SizePtr> sizes;
    std::vector<TypePtr> elements;
    for (const auto& type : types) {
      sizes.push_back(std::get<TypeArray>(type->node).size);
      elements.push_back(std::get<TypeArray>(type->node).element);
    }
    SizePtr size = join_sizes(sizes, made);
    bool inner = false;
    TypePtr element = join_parts(elements, made, inner);
    if (!inner && size == resolve(array->size)) return written.front();
    changed = true;
    return array_of(size, element);
  }
  if (is_compound(*first)) {
    std::vector<std::vector<Part>> parts;
    for (const auto& type : types) parts.push_back(parts_of(type));
    bool inner = false;
    TypePtr out = with_parts(*first, [&](const TypePtr&, std::size_t i) {
      std::vector<TypePtr> these;
      for (const auto& row : parts) these.push_back(row[i].type);
      return join_parts(these, made, inner);
    });
    changed = changed || inner;
    return inner ? out : written.front();
  }
  if (const auto* abstract = std::get_if<TypeAbstract>(&first->node)) {
    TypeAbstract out = *abstract;
    bool inner = false;
    for (std::size_t i = 0; i < out.size_args->size(); ++i) {
      std::vector<SizePtr> sizes;
      for (const auto& type : types) {
        const auto* other = std::get_if<TypeAbstract>(&type->node);
        if (other && other->size_args->size() == out.size_args->size())
          sizes.push_back((*other->size_args)[i]);
      }
      SizePtr size = join_sizes(sizes, made);
      inner = inner || size != resolve((*out.size_args)[i]);
      out.size_args.edit()[i] = size;
    }
    changed = changed || inner;
    return inner ? make_type(std::move(out)) : written.front();
  }
  return written.front();
}

/// Constructors of sums that are not known yet, in several branches: payloads of one of them have
/// been merged as if their sizes were the same.
void Infer::join_payloads(const Branches& before, std::vector<TypePtr>& types,
                          std::vector<SizeBinder>& made) {
  const std::vector<notes::Merged> merged(
      merged_.begin() + static_cast<std::ptrdiff_t>(before.merged), merged_.end());
  merged_.resize(before.merged);
  for (const auto& [written, constructor, payload] : merged) {
    const TypePtr root = resolve(written);
    if (auto* meta = std::get_if<TypeMeta>(&root->node)) {
      auto& have = meta->constraint.constructors.edit().at(constructor);
      for (std::size_t i = 0; i < have.size(); ++i) {
        bool changed = false;
        join_former_ = have[i];
        join_latter_ = payload[i];
        have[i] = join_parts({have[i], payload[i]}, made, changed);
      }
    } else if (root == resolve(types.front())) {
      TypeSum other = std::get<TypeSum>(root->node);
      for (auto& row : other.constructors)
        if (row.first == constructor) row.second = payload;
      types.push_back(make_type(std::move(other)));
    }
  }
}

TypePtr Infer::join_types(const Branches& before, std::vector<TypePtr> types,
                          std::vector<SizeBinder>& made, Span span) {
  bool changed = false;
  joined_.clear();
  join_made_.clear();
  join_span_ = span;
  join_born_ = before.born;
  begin_function();
  join_payloads(before, types, made);
  join_former_ = types.front();
  join_latter_ = types.back();
  return join_parts(types, made, changed);
}

}  // namespace laguz::check
