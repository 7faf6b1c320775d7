// What a first inference of a definition learns for another one (see notes::Learnt).
#include <algorithm>

#include "check/infer/infer.hpp"
#include "check/types/parts.hpp"

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

bool Infer::settle_shape(const TypePtr& type, Span span, bool matters, bool functions) {
  if (learnt_) {
    auto known = learnt_->shapes.find({span.lo, span.hi});
    if (known != learnt_->shapes.end()) recall_shape(type, known->second, functions);
    return false;
  }
  if (state_.in_prelude(span)) return false;
  notes::LateShape late{type, {}, span, matters};
  each_part(type, [&](const TypePtr& part) {
    const auto* meta = std::get_if<TypeMeta>(&part->node);
    if (meta && meta->constraint.scalars == 0) late.open.push_back(part);
  });
  if (late.open.empty()) return false;
  late_shapes_.push_back(std::move(late));
  return true;
}

void Infer::recall_shape(const TypePtr& type, const TypePtr& known, bool functions) {
  struct Outline {
    Infer& infer;
    bool functions;
    int left = 10'000;  // (Types share their parts: written out, one may be of any length.)

    TypePtr operator()(const TypePtr& written) {
      TypePtr type = resolve(written);
      if (--left < 0) return infer.fresh({});
      if (const auto* array = std::get_if<TypeArray>(&type->node))
        return array_of(infer.fresh_size(), (*this)(array->element));
      if (const auto* arrow = std::get_if<TypeArrow>(&type->node); arrow && functions) {
        TypePtr from = (*this)(arrow->from);
        return make_type(TypeArrow{{}, std::move(from), (*this)(arrow->to), {}, false});
      }
      if (is_compound(*type))
        return with_parts(*type, [&](const TypePtr& part, std::size_t) { return (*this)(part); });
      return infer.fresh({});
    }
  };
  same_shape(type, Outline{*this, functions}(known));
}

namespace {

bool is_i64_now(const TypePtr& written) {
  const TypePtr type = resolve(written);
  const auto* scalar = std::get_if<TypeScalar>(&type->node);
  return scalar && scalar->scalar == ScalarType::i64;
}

/// Has one of [open] turned out to have sizes?
bool has_sizes_now(const std::vector<TypePtr>& open) {
  bool any = false;
  for (const auto& part : open)
    if (!std::holds_alternative<TypeMeta>(resolve(part)->node))
      each_size(part, [&](const SizePtr&, bool) { any = true; });
  return any;
}

}  // namespace

bool Infer::has_learnt() const {
  return std::any_of(
             late_.begin(), late_.end(),
             [](const notes::Late& late) { return late.is_range || is_i64_now(late.type); }) ||
         std::any_of(late_shapes_.begin(), late_shapes_.end(), [](const notes::LateShape& late) {
           return late.matters && has_sizes_now(late.open);
         });
}

bool Infer::may_teach() const {
  return has_learnt() ||
         std::any_of(late_shapes_.begin(), late_shapes_.end(),
                     [](const notes::LateShape& late) { return has_sizes_now(late.open); });
}

notes::Learnt Infer::lesson() const {
  notes::Learnt out;
  for (const notes::Late& late : late_)
    if (is_i64_now(late.type)) out.sizes.emplace(late.span.lo, late.span.hi);
  for (const notes::LateShape& late : late_shapes_)
    out.shapes.emplace(notes::Place{late.span.lo, late.span.hi}, late.type);
  return out;
}

}  // namespace laguz::check
