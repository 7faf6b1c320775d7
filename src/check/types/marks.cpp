#include "check/types/marks.hpp"

#include <unordered_map>
#include <unordered_set>

#include "check/types/parts.hpp"
#include "check/types/size_exp.hpp"

namespace laguz::check {

namespace {

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

}  // namespace

bool is_scalar(const Type& type) {
  const auto* param = std::get_if<TypeParamRef>(&type.node);
  return std::holds_alternative<TypeScalar>(type.node) || (param != nullptr && param->scalars != 0);
}

bool is_opaque(const Type& type) {
  return (std::holds_alternative<TypeParamRef>(type.node) && !is_scalar(type)) ||
         std::holds_alternative<TypeAbstract>(type.node);
}

bool is_arrow(const Type& type) { return std::holds_alternative<TypeArrow>(type.node); }

bool has_arrays(const TypePtr& type, bool hidden) {
  return any_leaf(type, [&](const Type& leaf) {
    if (is_opaque(leaf)) return hidden;
    return !is_arrow(leaf) && !is_scalar(leaf);
  });
}

bool is_functional(const TypePtr& type) { return any_leaf(type, is_arrow); }

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

}  // namespace laguz::check
