// Sizes: where they are from, what may be one, and whose they are.

#include <fmt/format.h>

#include "check/infer/infer.hpp"
#include "check/types/parts.hpp"
#include "check/types/size_parts.hpp"

namespace laguz::check {

using typed::ExpPtr;

int Infer::level_of(ValId id) const {
  auto found = levels_.find(id);
  return found == levels_.end() ? 0 : found->second;
}

bool Infer::out_of_scope(const SizePtr& size, int depth) const {
  bool deep = false;
  each_id(size, [&](ValId id) { deep = deep || level_of(id) > depth; });
  return deep;
}

TypePtr Infer::track(const TypePtr& type) {
  each_size(type, [&](const SizePtr& written, bool) {
    SizePtr size = resolve(written);
    if (std::holds_alternative<SizeOf>(size->node)) size_exps_.push_back(size);
  });
  return type;
}

TypePtr Infer::bound_sizes(const TypePtr& type, std::vector<SizeBinder>& made) {
  bool any = false;
  each_size(type, [&](const SizePtr& size, bool inside) {
    summarise(size);
    any = any || (!inside && is_unwieldy(size));
  });
  if (!any) return type;
  struct Bound final : TypeRewriter {
    Infer& infer;
    std::vector<SizeBinder>& made;
    Bound(Infer& i, std::vector<SizeBinder>& m) : infer(i), made(m) {}
    SizePtr size(const SizePtr& size) override {
      return is_unwieldy(size) ? infer.fresh_existential(made, "k") : size;
    }
    TypePtr arrow(const TypePtr& whole, const TypeArrow&) override { return whole; }
  };
  return Bound(*this, made)(type);
}

SizePtr Infer::fresh_existential(std::vector<SizeBinder>& made, const std::string& name,
                                 std::string source) {
  ValId id = state_.fresh_value();
  levels_[id] = depth_;
  unknown_.emplace(id, notes::Origin{std::move(source)});
  made.emplace_back(id, name);
  return size_var(id, name);
}

SizePtr Infer::size_argument(const typed::ExpPtr& arg) {
  SizePtr size = size_of_exp(arg, [&](ValId id) { return is_local(id); });
  if (!size) return nullptr;
  if (const auto* var = std::get_if<SizeVar>(&size->node)) {
    auto alias = aliases_.find(var->id);
    if (alias != aliases_.end() && std::holds_alternative<SizeVar>(resolve(alias->second)->node))
      return alias->second;
  }
  return size;
}

bool Infer::binds_names(const typed::Exp& exp) {
  if (!has_binding(exp)) return false;
  state_.warn(exp.span,
              fmt::format("Size expression with binding is replaced by unknown size: \"{}\".",
                          source_text(exp.span)));
  return true;
}

TypePtr Infer::choices_apart(const TypePtr& type) {
  struct Walk {
    Infer& infer;
    std::unordered_set<ValId> taken{};
    std::unordered_set<const Type*> seen{};
    int left = 1'000;  // (Types share their parts: written out, one may be of any length.)

    std::vector<ValId> chosen(const SizePtr& size) {
      std::vector<ValId> out;
      each_id(size, [&](ValId id) {
        if (infer.floating_.count(id)) out.push_back(id);
      });
      return out;
    }
    /// Does it stand for a type parameter, or for what an unknown function gives? (What a lambda
    /// takes has the size that it has.)
    bool is_place(const TypePtr& written) const {
      const auto* meta = std::get_if<TypeMeta>(&written->node);
      if (!meta || meta->may_be_chosen) return meta != nullptr;
      bool opened = false;
      each_size(written,
                [&](const SizePtr& size, bool) { opened = opened || infer.is_opened(size); });
      return opened;
    }
    /// What is not a place of a type parameter has the sizes that it has.
    void take_written(const TypePtr& written) {
      TypePtr type = resolve(written);
      if (is_place(written) || !seen.insert(type.get()).second) return;
      auto take = [&](const SizePtr& size) {
        for (ValId id : chosen(size)) taken.insert(id);
      };
      if (const auto* array = std::get_if<TypeArray>(&type->node)) {
        take(array->size);
        take_written(array->element);
      } else if (const auto* abstract = std::get_if<TypeAbstract>(&type->node)) {
        for (const auto& size : *abstract->size_args) take(size);
      } else if (const auto* arrow = std::get_if<TypeArrow>(&type->node)) {
        take_written(arrow->to);
      } else if (is_compound(*type)) {
        for (const auto& part : parts_of(type)) take_written(part.type);
      }
    }
    TypePtr operator()(const TypePtr& written) {
      std::unordered_set<ValId> ids;
      Subst again;
      each_size(written, [&](const SizePtr& size, bool) {
        for (ValId id : chosen(size)) {
          ids.insert(id);
          if (taken.count(id)) again.sizes[id] = nullptr;
        }
      });
      if (ids.empty() || --left < 0) return written;
      TypePtr type = resolve(written);
      const bool place = is_place(written) || std::holds_alternative<TypeAbstract>(type->node);
      TypePtr out = in_parts(type);
      if (!place) return out;
      taken.insert(ids.begin(), ids.end());
      if (!again.sizes.empty()) return renamed(out, again);
      return out == type ? written : out;
    }
    /// A place may have places of others in it.
    TypePtr in_parts(const TypePtr& type) {
      if (const auto* arrow = std::get_if<TypeArrow>(&type->node)) {
        TypeArrow out = *arrow;
        out.to = (*this)(arrow->to);
        return out.to == arrow->to ? type : make_type(std::move(out), type->unique);
      }
      if (!is_compound(*type)) return type;
      bool changed = false;
      TypePtr out = with_parts(*type, [&](const TypePtr& part, std::size_t) {
        TypePtr apart = (*this)(part);
        changed = changed || apart != part;
        return apart;
      });
      return changed ? out : type;
    }
    TypePtr renamed(const TypePtr& type, Subst& other) {
      for (auto& [id, size] : other.sizes) {
        const ValId fresh = infer.state_.fresh_value();
        infer.floating_.insert(fresh);
        infer.opened_.insert(fresh);
        size = size_var(fresh, size_name(type, id));
      }
      return other(type);
    }
  };
  Walk walk{*this};
  walk.take_written(type);
  return walk(type);
}

}  // namespace laguz::check
