// Sizes that a type may not mention outside of a scope, and what becomes of them there.
#include <algorithm>

#include <fmt/format.h>

#include "check/infer/infer.hpp"
#include "check/types/parts.hpp"
#include "check/types/size_parts.hpp"

namespace laguz::check {

using typed::ExpPtr;

/// Sizes that may not be mentioned outside: those deeper than [depth], and those that unification
/// found within function types and that nobody has bound yet.
class Infer::Hider final : public TypeRewriter {
 public:
  Hider(Infer& infer, int depth, std::vector<SizeBinder>& made, bool inside, bool straight)
      : infer_(infer), depth_(depth), made_(made), inside_(inside), straight_(straight) {}

 private:
  bool hidden(ValId id) const {
    return !bound_.count(id) && (infer_.level_of(id) > depth_ || infer_.floating_.count(id) != 0);
  }
  bool hidden(const SizePtr& size) const {
    bool found = false;
    each_id(size, [&](ValId id) { found = found || hidden(id); });
    return found;
  }

  /// [size] in terms of what may be seen, going through let-bound names; null if there is no way.
  SizePtr expand(const SizePtr& size) {
    if (!hidden(size)) return size;
    Subst subst;
    bool all = true;
    each_id(size, [&](ValId id) {
      if (!all || !hidden(id)) return;
      auto [known, fresh] = expanded_.emplace(id, nullptr);
      if (fresh) {
        auto alias = infer_.aliases_.find(id);
        if (alias != infer_.aliases_.end()) {
          SizePtr found = expand(resolve(alias->second));
          expanded_[id] = found && !is_unwieldy(found) ? found : nullptr;
        }
      }
      if (SizePtr found = expanded_[id])
        subst.sizes[id] = found;
      else
        all = false;
    });
    return all ? subst(size) : nullptr;
  }

  /// [size] with those parts replaced that are dimensions, too, or that a name stands for.
  SizePtr from_shown(const SizePtr& size) {
    const auto& of = std::get<SizeOf>(size->node);
    ExpPtr exp = with_shown_parts(of.exp);
    if (exp == of.exp) return size;
    infer_.size_exps_.push_back(size_of(exp));
    return infer_.size_exps_.back();
  }
  ExpPtr with_shown_parts(const ExpPtr& exp) {
    auto operands = operands_of(*exp);
    bool changed = false;
    for (auto& operand : *operands) {
      ExpPtr replaced = shown_part(operand);
      changed = changed || replaced != operand;
      operand = std::move(replaced);
    }
    return changed ? with_operands(*exp, *operands) : exp;
  }
  ExpPtr shown_part(const ExpPtr& operand) {
    SizePtr part = resolve(size_of_operand(operand));
    if (!hidden(part)) return operand;
    const auto becomes = [&](const SizePtr& size) {
      return same_size(size, part) ? operand : exp_of_size(size);
    };
    if (const auto* var = std::get_if<SizeVar>(&part->node)) {
      if (shown_names_.count(var->id)) return becomes(size(part));
      auto alias = infer_.aliases_.find(var->id);
      if (alias == infer_.aliases_.end()) return operand;
      auto [known, fresh] = followed_.emplace(var->id, operand);
      if (fresh) {
        ExpPtr target = exp_of_size(resolve(alias->second));
        ExpPtr found = shown_part(target);
        if (found != target && !is_unwieldy(size_of_operand(found))) followed_[var->id] = found;
      }
      return followed_[var->id];
    }
    const auto* of = std::get_if<SizeOf>(&part->node);
    if (!of) return operand;
    for (const auto& [seen, replacement] : replaced_)
      if (same_size(seen, part)) return becomes(replacement);
    for (const auto& shown : shown_)
      if (same_size(shown, part)) return becomes(size(shown));
    ExpPtr replaced = with_shown_parts(of->exp);
    return replaced == of->exp ? operand : replaced;
  }

 public:
  /// Notes the sizes that a value of [type] shows. Those made of one of them mention what that one
  /// becomes.
  void note_shown(const TypePtr& written) {
    TypePtr type = resolve(written);
    if (const auto* array = std::get_if<TypeArray>(&type->node)) {
      note_shown(array->size);
      note_shown(array->element);
    } else if (const auto* abstract = std::get_if<TypeAbstract>(&type->node)) {
      for (const auto& size : *abstract->size_args) note_shown(size);
    } else if (is_compound(*type) && visited_.insert(type.get()).second) {
      for (const auto& part : parts_of(type)) note_shown(part.type);
    }
  }
  void note_shown(const SizePtr& written) {
    SizePtr size = resolve(written);
    if (!hidden(size)) return;
    if (const auto* var = std::get_if<SizeVar>(&size->node)) {
      if (!shown_names_.insert(var->id).second) return;
      auto alias = infer_.aliases_.find(var->id);
      if (alias != infer_.aliases_.end()) note_shown(alias->second);
    } else if (std::find(shown_.begin(), shown_.end(), size) == shown_.end()) {
      shown_.push_back(size);
    }
  }

  SizePtr size(const SizePtr& written) override {
    SizePtr size = resolve(written);
    if (!hidden(size)) return written;
    // A name bound to a size stands for that size.
    if (const auto* var = std::get_if<SizeVar>(&size->node)) {
      if (SizePtr known = expand(size)) return known;
      auto alias = infer_.aliases_.find(var->id);
      if (alias != infer_.aliases_.end()) return this->size(alias->second);
      if (!inside_ && infer_.floating_.count(var->id)) {
        infer_.floating_.erase(var->id);
        infer_.opened_.erase(var->id);
        infer_.dependent_.erase(var->id);
        infer_.levels_[var->id] = depth_;
        infer_.unknown_.emplace(var->id, notes::Origin{"an unknown size"});
        made_.emplace_back(var->id, var->name);
        return size;
      }
    } else if (std::holds_alternative<SizeOf>(size->node)) {
      if (SizePtr replaced = expand(size)) {
        infer_.size_exps_.push_back(replaced);
        return replaced;
      }
      if (SizePtr again = from_shown(size); again != size || !hidden(size))
        return this->size(again);
      bool floats = false;
      each_id(size, [&](ValId id) { floats = floats || infer_.floating_.count(id) != 0; });
      // What has been given another name in here has it everywhere.
      Subst renamed;
      for (const auto& [seen, replacement] : replaced_)
        if (const auto* name = std::get_if<SizeVar>(&seen->node))
          renamed.sizes[name->id] = replacement;
      if (SizePtr again = renamed.empty() ? size : renamed(size); again != size)
        return this->size(again);
      if (straight_ && !inside_ && !floats) {
        each_id(size, [&](ValId id) {
          if (infer_.level_of(id) > depth_) infer_.levels_[id] = depth_;
        });
        return size;
      }
    }
    for (const auto& [seen, replacement] : replaced_)
      if (same_size(seen, size)) return replacement;
    std::string name = "k";
    if (const auto* var = std::get_if<SizeVar>(&size->node)) name = var->name;
    ValId id = infer_.state_.fresh_value();
    infer_.levels_[id] = depth_;
    infer_.unknown_.emplace(
        id, notes::Origin{fmt::format("an unknown size arising from \"{}\" going out of scope",
                                      check::show(size))});
    made_.emplace_back(id, name);
    replaced_.emplace_back(size, size_var(id, name));
    return replaced_.back().second;
  }

 private:
  TypePtr arrow(const TypePtr& type, const TypeArrow& arrow) override {
    // Of what a function takes nothing is known in advance; what it gives it chooses itself.
    struct Forget final : TypeRewriter {
      Hider& outer;
      explicit Forget(Hider& h) : outer(h) {}
      SizePtr size(const SizePtr& size) override {
        if (!outer.hidden(size)) return size;
        // What is shown next to the function may be mentioned by it.
        for (const auto& [seen, replacement] : outer.replaced_)
          if (same_size(seen, size)) return replacement;
        if (const auto* var = std::get_if<SizeVar>(&resolve(size)->node)) {
          auto alias = outer.infer_.aliases_.find(var->id);
          if (alias != outer.infer_.aliases_.end()) return this->size(alias->second);
        } else if (std::holds_alternative<SizeOf>(resolve(size)->node)) {
          if (SizePtr again = outer.from_shown(resolve(size)); !outer.hidden(again)) return again;
        }
        SizePtr fresh = outer.infer_.fresh_size();
        bool named = true;
        each_id(size, [&](ValId id) { named = named && !outer.infer_.unknown_.count(id); });
        if (named) outer.infer_.escapes_.emplace_back(fresh, size);
        return fresh;
      }
      /// What a function that is given gives may be of any size that some function chose.
      TypePtr arrow(const TypePtr& whole, const TypeArrow& arrow) override {
        Infer& infer = outer.infer_;
        Subst own;
        each_size(arrow.to, [&](const SizePtr& size, bool) {
          each_id(size, [&](ValId id) {
            if (outer.hidden(id) && infer.floating_.count(id)) own.sizes[id] = nullptr;
          });
        });
        if (own.sizes.empty()) return TypeRewriter::arrow(whole, arrow);
        TypeArrow out = arrow;
        for (auto& [id, size] : own.sizes) {
          out.existentials.push_back(infer.state_.fresh_value());
          outer.bound_.insert(out.existentials.back());
          size = size_var(out.existentials.back(), size_name(arrow.to, id));
        }
        out.from = (*this)(arrow.from);
        out.to = (*this)(own(arrow.to));
        return make_type(std::move(out), whole->unique);
      }
    };
    TypeArrow out = arrow;
    if (arrow.param) bound_.insert(*arrow.param);
    bound_.insert(arrow.existentials.begin(), arrow.existentials.end());
    out.from = Forget(*this)(arrow.from);
    std::vector<SizeBinder> made;
    Hider inner(infer_, depth_, made, true, straight_);
    inner.bound_ = bound_;
    inner.replaced_ = replaced_;
    inner.note_shown(arrow.to);
    out.to = inner(arrow.to);
    for (const auto& binder : made) out.existentials.push_back(binder.first);
    if (out.from == arrow.from && out.to == arrow.to) return type;
    return make_type(std::move(out), type->unique);
  }

  Infer& infer_;
  int depth_;
  std::vector<SizeBinder>& made_;
  bool inside_, straight_;
  std::unordered_set<ValId> bound_;
  std::vector<std::pair<SizePtr, SizePtr>> replaced_;
  std::unordered_map<ValId, SizePtr> expanded_;
  std::vector<SizePtr> shown_;  ///< but for names
  std::unordered_set<ValId> shown_names_;
  std::unordered_map<ValId, ExpPtr> followed_;  ///< names for sizes that have shown parts
  std::unordered_set<const Type*> visited_;
};

namespace {

/// The records and sums in [type] of which only some parts are known yet.
std::vector<TypePtr> open_types(const TypePtr& type) {
  std::vector<TypePtr> out;
  auto find = [&](const TypePtr& part) {
    const auto* meta = std::get_if<TypeMeta>(&part->node);
    if (meta && !(meta->constraint.fields->empty() && meta->constraint.constructors->empty()) &&
        std::find(out.begin(), out.end(), part) == out.end())
      out.push_back(part);
  };
  each_part(type, find);
  for (std::size_t i = 0; i < out.size(); ++i) {
    const Constraint& known = std::get<TypeMeta>(TypePtr(out[i])->node).constraint;
    for (const auto& field : *known.fields) each_part(field.second, find);
    for (const auto& row : *known.constructors)
      for (const auto& part : row.second) each_part(part, find);
  }
  return out;
}

/// Replaces the parts of [open] that are known.
void edit_open(const TypePtr& open, support::FunctionRef<TypePtr(const TypePtr&)> edit) {
  Constraint& known = std::get<TypeMeta>(open->node).constraint;
  if (!known.fields->empty())
    for (auto& field : known.fields.edit()) field.second = edit(field.second);
  if (!known.constructors->empty())
    for (auto& row : known.constructors.edit())
      for (auto& part : row.second) part = edit(part);
}

}  // namespace

TypePtr Infer::hide(const TypePtr& type, int depth, std::vector<SizeBinder>& made, bool straight) {
  bool needed = false;
  auto look = [&](const TypePtr& part) {
    each_size(part, [&](const SizePtr& size, bool) {
      each_id(size, [&](ValId id) {
        needed = needed || level_of(id) > depth || floating_.count(id) != 0;
      });
    });
    return part;
  };
  look(type);
  const std::vector<TypePtr> open = straight ? open_types(type) : std::vector<TypePtr>();
  for (const auto& meta : open) edit_open(meta, look);
  if (!needed) return type;
  Hider hider(*this, depth, made, false, straight);
  hider.note_shown(type);
  const auto note = [&](const TypePtr& part) {
    hider.note_shown(part);
    return part;
  };
  for (const auto& meta : open) edit_open(meta, note);
  each_size(type, [&](const SizePtr& size, bool inside) {
    if (!inside) hider.size(size);
  });
  for (const auto& meta : open) edit_open(meta, hider);
  return hider(type);
}

}  // namespace laguz::check
