// What a first inference of a definition learns for a second one (see Infer::Learnt).
#include <algorithm>

#include "check/aliases.hpp"
#include "check/infer.hpp"

namespace laguz::check {

bool Infer::is_size_type(const TypePtr& written, Span span, bool is_range) {
  TypePtr type = resolve(written);
  if (const auto* scalar = std::get_if<TypeScalar>(&type->node))
    return scalar->scalar == ScalarType::i64;
  if (!std::holds_alternative<TypeMeta>(type->node) || state_.in_prelude(span)) return false;
  if (!learnt_)
    late_.push_back({written, span, is_range});
  else if (learnt_->sizes.count({span.lo, span.hi}))
    return unify(scalar_type(ScalarType::i64), written);
  return false;
}

/// Has one of [shapes] turned out to have sizes?
bool Infer::any_known_now(const std::vector<LateShape>& shapes) {
  bool any = false;
  for (const auto& late : shapes)
    for (const auto& part : late.open)
      if (!std::holds_alternative<TypeMeta>(resolve(part)->node))
        each_size(part, [&](const SizePtr&, bool) { any = true; });
  return any;
}

bool Infer::has_learnt() const {
  auto is_i64_now = [](const Late& late) {
    const TypePtr type = resolve(late.type);
    const auto* scalar = std::get_if<TypeScalar>(&type->node);
    return late.is_range || (scalar && scalar->scalar == ScalarType::i64);
  };
  return std::any_of(late_.begin(), late_.end(), is_i64_now) || any_known_now(late_states_);
}

void Infer::recall_shape(const TypePtr& type, Span span) {
  if (!learnt_) return;
  auto known = learnt_->shapes.find({span.lo, span.hi});
  if (known == learnt_->shapes.end()) return;
  struct Outline {
    Infer& infer;
    int left = 10'000;  // (Types share their parts: written out, one may be of any length.)

    TypePtr operator()(const TypePtr& written) {
      TypePtr type = resolve(written);
      if (--left < 0) return infer.fresh({});
      if (const auto* array = std::get_if<TypeArray>(&type->node))
        return array_of(infer.fresh_size(), (*this)(array->element));
      if (const auto* arrow = std::get_if<TypeArrow>(&type->node)) {
        TypePtr from = (*this)(arrow->from);
        return make_type(TypeArrow{{}, std::move(from), (*this)(arrow->to), {}, false});
      }
      if (is_compound(*type))
        return with_parts(*type, [&](const TypePtr& part, std::size_t) { return (*this)(part); });
      return infer.fresh({});
    }
  };
  same_shape(type, Outline{*this}(known->second));
}

void Infer::note_shape(const TypePtr& type, Span span) {
  if (learnt_) return;
  LateShape late{type, {}, span};
  each_part(type, [&](const TypePtr& part) {
    const auto* meta = std::get_if<TypeMeta>(&part->node);
    if (meta && meta->constraint.scalars == 0) late.open.push_back(part);
  });
  if (!late.open.empty()) late_shapes_.push_back(std::move(late));
}

}  // namespace laguz::check
