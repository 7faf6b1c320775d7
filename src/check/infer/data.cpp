// Inference of records, arrays, indexing, updates, ranges, ascriptions.
#include <fmt/format.h>

#include <algorithm>

#include "check/consumption/diets.hpp"
#include "check/infer/infer.hpp"
#include "check/state/hints.hpp"
#include "syntax/same.hpp"

namespace laguz::check {

using typed::ExpPtr;

ExpPtr Infer::infer_record(const ast::Record& exp, Span span) {
  typed::Record record;
  TypeRecord type;
  std::vector<std::string_view> names;
  for (const auto& field : exp.fields) names.push_back(field.name.name);
  if (const std::size_t twice = find_duplicate(names); twice < names.size())
    type_error(exp.fields[twice].name.span,
               fmt::format("Field \"{}\" previously defined in this record: Duplicate fields are "
                           "not possible.",
                           names[twice]));
  for (const auto& field : exp.fields) {
    ExpPtr value;
    if (field.value)
      value = infer(field.value);
    else
      value = variable(ast::QualName{{}, field.name.name, field.name.span}, field.name.span);
    record.fields.emplace_back(field.name.name, value);
    type.fields.emplace_back(field.name.name, value->type);
  }
  std::sort(type.fields.begin(), type.fields.end(),
            [](const auto& a, const auto& b) { return field_less(a.first, b.first); });
  return make(std::move(record), make_type(std::move(type)), span);
}

ExpPtr Infer::infer_array(const ast::ArrayLit& exp, Span span) {
  typed::Array array;
  array.elements.reserve(exp.elements.size());
  Constraint constraint;
  constraint.first_order = constraint.regular = true;
  TypePtr element = fresh(span, constraint);
  TypePtr number;
  for (const auto& written : exp.elements) {
    ExpPtr value;
    if (const auto* lit = std::get_if<ast::IntLit>(&written->node);
        lit && number && !lit->too_large) {
      // Tables of numbers: all share one type.
      value = make(typed::Number{false, lit->value, 0}, number, written->span);
      note_literal({number, lit->value, 0, false, false, false, written->span});
    } else {
      value = infer(written);
      if (!unify(element, value->type))
        refuse(written->span,
               fmt::format("Array element does not have expected type.\nExpected: {}\nActual:   {}",
                           show(element), show(value->type)));
      if (lit) number = value->type;
    }
    array.elements.push_back(std::move(value));
  }
  auto size = size_const(static_cast<std::int64_t>(exp.elements.size()));
  return make(std::move(array), array_of(size, element), span);
}

// --------------------------------------------------------------------------- slices and ranges

SizePtr Infer::size_operation(const char* op, const SizePtr& a, const SizePtr& b) {
  TypePtr i64 = scalar_type(ScalarType::i64);
  auto function = make(typed::Intrinsic{op, {}, {}}, nullptr, {});
  auto inner = make_type(TypeArrow{{}, i64, i64, {}, false});
  function->type = make_type(TypeArrow{{}, i64, inner, {}, false});
  auto exp = make(typed::Apply{function, {exp_of_size(a), exp_of_size(b)}}, i64, {});
  SizePtr size = size_of_exp(exp, [&](ValId id) { return is_local(id); });
  size_exps_.push_back(size);
  return size;
}

namespace {

bool is_literal(const typed::ExpPtr& exp, std::int64_t value) {
  if (!exp) return false;
  if (const auto* number = std::get_if<typed::Number>(&exp->node))
    return !number->is_float && static_cast<std::int64_t>(number->integer) == value;
  const auto* apply = std::get_if<typed::Apply>(&exp->node);
  if (!apply || apply->args.size() != 1 || value >= 0) return false;
  const auto* op = std::get_if<typed::Intrinsic>(&apply->function->node);
  return op && op->name == "neg" && is_literal(apply->args[0], -value);
}

}  // namespace

SizePtr Infer::slice_size(const typed::DimIndex& dim, const SizePtr& whole) {
  const bool up = !dim.stride || is_literal(dim.stride, 1);
  const bool down = dim.stride && is_literal(dim.stride, -1);
  if (!up && !down) return nullptr;
  if (!dim.start && !dim.end) return whole;
  if (up) {
    if (dim.end) binds_names(*dim.end);
    SizePtr end = dim.end ? size_argument(dim.end) : whole;
    if (!end) return nullptr;
    if (!dim.start || is_literal(dim.start, 0)) return end;
    SizePtr start = size_argument(dim.start);
    return start ? size_operation("-", end, start) : nullptr;
  }
  if (!dim.start || !dim.end) return nullptr;
  SizePtr start = size_argument(dim.start), end = size_argument(dim.end);
  return start && end ? size_operation("-", start, end) : nullptr;
}

SizePtr Infer::range_size(const typed::Range& range) {
  const std::size_t late = late_.size();
  if (!is_size_type(range.end->type, join(range.start->span, range.end->span), true))
    return late_.size() > late ? fresh_size() : nullptr;  // (The second time will tell.)
  const bool from_0 = is_literal(range.start, 0);
  switch (range.kind) {
    case ast::RangeKind::up_to: {
      if (range.second && !(from_0 && is_literal(range.second, 1))) return nullptr;
      if (binds_names(*range.end) || (!from_0 && binds_names(*range.start))) return nullptr;
      SizePtr end = size_argument(range.end);
      if (from_0 || !end) return end;
      SizePtr start = size_argument(range.start);
      return start ? size_operation("-", end, start) : nullptr;
    }
    case ast::RangeKind::inclusive: {
      if (range.second && !(is_literal(range.start, 1) && is_literal(range.second, 2)))
        return nullptr;
      if (binds_names(*range.end) || (!range.second && binds_names(*range.start))) return nullptr;
      SizePtr end = size_argument(range.end);
      if (range.second || !end) return end;
      SizePtr start = size_argument(range.start);
      return start ? size_operation("+", size_operation("-", end, start), size_const(1)) : nullptr;
    }
    case ast::RangeKind::down_to: return nullptr;
  }
  return nullptr;
}

// ------------------------------------------------------------------------------------- indexing

std::vector<typed::DimIndex> Infer::dims(const std::vector<ast::DimIndex>& written) {
  std::vector<typed::DimIndex> out;
  for (const auto& dim : written) {
    typed::DimIndex index;
    index.slice = dim.slice;
    index.span = dim.span;
    auto bound = [&](const ast::ExpPtr& exp) -> ExpPtr {
      return exp ? check(exp, scalar_type(ScalarType::i64), "Slice bound") : nullptr;
    };
    if (dim.slice) {
      index.start = bound(dim.start);
      index.end = bound(dim.end);
      index.stride = bound(dim.stride);
    } else {
      index.start = infer(dim.start);
      Constraint constraint;
      constraint.scalars = prims::signeds;
      // A literal index is an i64.
      TypePtr have = resolve(index.start->type);
      if (std::holds_alternative<TypeMeta>(have->node) &&
          std::holds_alternative<typed::Number>(index.start->node))
        constraint.scalars = prims::only(ScalarType::i64);
      if (std::holds_alternative<typed::Bytes>(index.start->node))
        type_error(index.start->span, "A string is no index.", "a field of a record p is p.x.");
      expect(index.start, fresh(index.start->span, std::move(constraint)), "Index");
    }
    out.push_back(std::move(index));
  }
  return out;
}

namespace {

/// Why [type] has no element at [indices] indices: too few dimensions, else [mismatch].
std::string why_not_indexed(const TypePtr& type, std::size_t indices, const std::string& mismatch) {
  std::size_t dimensions = 0;
  TypePtr element = resolve(type);
  for (; const auto* array = std::get_if<TypeArray>(&element->node); ++dimensions)
    element = resolve(array->element);
  if (dimensions >= indices) return mismatch;
  if (dimensions == 0) return "it is no array.";
  return fmt::format("it has {} dimension{}.", dimensions, dimensions == 1 ? "" : "s");
}

}  // namespace

TypePtr Infer::index_type(const TypePtr& array, const std::vector<typed::DimIndex>& dims, Span span,
                          std::vector<SizeBinder>* made) {
  Constraint constraint;
  constraint.first_order = constraint.regular = true;
  TypePtr element = fresh(span, constraint);
  std::vector<SizePtr> sizes;
  TypePtr whole = element;
  for (std::size_t i = 0; i < dims.size(); ++i) {
    sizes.push_back(fresh_size());
    whole = array_of(sizes.back(), whole);
  }
  std::reverse(sizes.begin(), sizes.end());
  if (!unify(whole, array))
    type_error(span,
               fmt::format("Cannot index into value of type\n  {}\nwith {} {}: {}", show(array),
                           dims.size(), dims.size() == 1 ? "index" : "indices",
                           why_not_indexed(array, dims.size(), mismatch_)),
               std::holds_alternative<TypeRecord>(resolve(array)->node)
                   ? "the parts of a tuple are p.0, p.1, ...; those of a record have names."
                   : "",
               mismatch_anchor_);
  TypePtr type = element;
  for (std::size_t i = dims.size(); i-- > 0;) {
    if (!dims[i].slice) continue;
    SizePtr size = slice_size(dims[i], sizes[i]);
    if (!made) {
      // What is written to a slice has its size when the program runs, by whatever name.
      SizePtr open = fresh_size();
      if (size) coerced_.emplace_back(open, size);
      size = open;
    } else if (!size) {
      size = fresh_existential(*made, "k",
                               fmt::format("the size of the slice \"{}\"", source_text(span)));
    }
    type = array_of(size, type);
  }
  return track(type);
}

ExpPtr Infer::infer_index(ExpPtr array, const std::vector<ast::DimIndex>& written, Span span) {
  std::vector<typed::DimIndex> at = dims(written);
  std::vector<SizeBinder> made;
  TypePtr type = index_type(array->type, at, span, &made);
  ExpPtr out = make(typed::Index{std::move(array), std::move(at)}, type, span);
  out->existentials = std::move(made);
  return out;
}

namespace {

/// The record [type] with another type for what [path] leads to.
TypePtr replace_field(const TypePtr& type, const std::vector<typed::UpdateStep>& path,
                      std::size_t at, const TypePtr& field) {
  if (at == path.size()) return field;
  TypePtr known = resolve(type);
  const auto* record = std::get_if<TypeRecord>(&known->node);
  if (!record) return type;
  TypeRecord out = *record;
  for (auto& [name, t] : out.fields)
    if (name == std::get<std::string>(path[at].step)) t = replace_field(t, path, at + 1, field);
  return make_type(std::move(out));
}

}  // namespace

ExpPtr Infer::infer_update(ExpPtr base, const std::vector<ast::UpdateStep>& path,
                           const ast::ExpPtr& written, Span span) {
  ExpPtr value = infer(written);
  const bool fields = std::all_of(path.begin(), path.end(), [](const auto& step) {
    return std::holds_alternative<ast::Name>(step.step);
  });
  if (fields) settle_shape(base->type, span, true);
  std::vector<typed::UpdateStep> steps;
  TypePtr at = base->type;
  for (const auto& step : path) {
    typed::UpdateStep out;
    out.span = step.span;
    if (const auto* field = std::get_if<ast::Name>(&step.step)) {
      TypePtr record = resolve(at);
      out.step = *field;
      ExpPtr part = make(typed::Hole{}, record, base->span);
      at = project(part, *field, step.span)->type;
    } else {
      auto indices = dims(std::get<std::vector<ast::DimIndex>>(step.step));
      at = index_type(at, indices, step.span, nullptr);
      out.step = std::move(indices);
    }
    steps.push_back(std::move(out));
  }
  // A field may get a value of other sizes.
  const bool fits = fields ? same_shape(at, value->type) : unify(at, value->type);
  if (!fits && fields)
    refuse(
        written->span,
        fmt::format(
            "New value does not have the type of record field \"{}\".\nExpected: {}\nActual:   {}",
            std::get<ast::Name>(path.back().step), show(at), show(value->type)));
  if (!fits)
    refuse(written->span, fmt::format("New value does not have the type of what it replaces.\n"
                                      "Expected: {}\nActual:   {}",
                                      show(at), show(value->type)));
  if (fields)
    check_diets(fmt::format("New value does not have the type of record field \"{}\".",
                            std::get<ast::Name>(path.back().step)),
                at, value->type, written->span);
  TypePtr type = fields ? replace_field(base->type, steps, 0, value->type) : base->type;
  return make(typed::Update{std::move(base), std::move(steps), value}, type, span);
}

ExpPtr Infer::infer_range(const ast::Range& exp, Span span) {
  typed::Range range;
  range.kind = exp.kind;
  range.start = infer_integer(exp.start, prims::ints, "Start of range");
  if (exp.second) {
    range.second = check(exp.second, range.start->type, "Second element of range");
    if (syntax::same(*exp.start, *exp.second))
      state_.warn(span, "First and second element of range are identical: no such range is valid.");
  }
  range.end = check(exp.end, range.start->type, "End of range");
  TypePtr element = range.start->type;
  std::vector<SizeBinder> made;
  SizePtr size = range_size(range);
  if (!size)
    size = fresh_existential(made, "k",
                             fmt::format("the unknown length of range \"{}\"", source_text(span)));
  ExpPtr out = make(std::move(range), track(array_of(size, element)), span);
  out->existentials = std::move(made);
  return out;
}

// ---------------------------------------------------------------------------------- ascriptions

void Infer::check_diets(std::string_view what, const TypePtr& expected, const TypePtr& actual,
                        Span span) const {
  if (std::string error = consumption::diet_error(what, expected, actual); !error.empty())
    type_error(span, std::move(error), {}, "unify-consuming-param");
}

ExpPtr Infer::infer_ascript(const ast::ExpPtr& inner, const ast::TypeExpPtr& type) {
  ExpPtr exp = infer(inner);
  TypePtr expected = type_exp(type, Anonymous{});
  if (!unify(expected, exp->type))
    type_error(
        inner->span,
        fmt::format("Expression does not have expected type from type ascription.\nExpected: {}\n"
                    "Actual:   {}\n{}",
                    show(expected), show(exp->type), mismatch_),
        bridge(expected, exp->type), mismatch_anchor_);
  check_diets("Expression does not have expected type from type ascription.", expected, exp->type,
              inner->span);
  return exp;
}

TypePtr Infer::keep_anonymous(const TypePtr& written, const TypePtr& have_written, Span span) {
  TypePtr target = resolve(written), have = resolve(have_written);
  if (target == have || target->node.index() != have->node.index()) return target;
  if (const auto* array = std::get_if<TypeArray>(&target->node)) {
    const auto& other = std::get<TypeArray>(have->node);
    if (std::holds_alternative<SizeMeta>(resolve(array->size)->node))
      unify_size(array->size, other.size);
    else if (std::holds_alternative<SizeMeta>(resolve(other.size)->node)) {
      if (!state_.in_prelude(span))
        size_checks_.push_back({other.size, "Ambiguous size arising from size coercion.", span});
      coerced_.emplace_back(other.size, array->size);
    }
    keep_anonymous(array->element, other.element, span);
  } else if (const auto* record = std::get_if<TypeRecord>(&target->node)) {
    const auto& other = std::get<TypeRecord>(have->node);
    for (std::size_t i = 0; i < record->fields.size() && i < other.fields.size(); ++i)
      keep_anonymous(record->fields[i].second, other.fields[i].second, span);
  } else if (const auto* sum = std::get_if<TypeSum>(&target->node)) {
    const auto& other = std::get<TypeSum>(have->node);
    for (std::size_t i = 0; i < sum->constructors.size() && i < other.constructors.size(); ++i)
      for (std::size_t k = 0; k < sum->constructors[i].second.size(); ++k)
        keep_anonymous(sum->constructors[i].second[k], other.constructors[i].second[k], span);
  }
  return target;
}

ExpPtr Infer::infer_coerce(const ast::ExpPtr& inner, const ast::TypeExpPtr& type, Span span) {
  ExpPtr exp = infer(inner);
  TypePtr target = type_exp(type, Anonymous{});
  if (!same_shape(target, exp->type))
    refuse(inner->span, fmt::format("Expression does not have expected type from size coercion.\n"
                                    "Expected: {}\nActual:   {}",
                                    show(target), show(exp->type)));
  // A coercion is about sizes: functions stay what they are, nor may it say that they consume more
  // or give less.
  if (std::string why = consumption::compare_diets(exp->type, target); !why.empty())
    type_error(inner->span,
               fmt::format("Expression does not have expected type from size coercion.\n"
                           "Expected: {}\nActual:   {}\n{}",
                           show(target), show(exp->type), why),
               "a size coercion cannot change what a function consumes or gives.",
               "unify-consuming-param");
  keep_anonymous(target, exp->type, span);
  return make(typed::Coerce{exp}, consumption::with_diets(target, exp->type), span);
}

}  // namespace laguz::check
