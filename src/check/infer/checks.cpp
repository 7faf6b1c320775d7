// The checks that wait until all types of a definition are known.
#include <cctype>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "check/infer/infer.hpp"
#include "check/infer/match.hpp"
#include "check/types/parts.hpp"

namespace laguz::check {

using typed::ExpPtr;

namespace {

/// Whether there are integers in [unresolved], or numbers that are none.
void note_numbers(const TypePtr& unresolved, bool& integers, bool& others) {
  const TypePtr type = resolve(unresolved);
  if (const auto* scalar = std::get_if<TypeScalar>(&type->node)) {
    const bool integer = prims::contains(prims::ints, scalar->scalar);
    integers = integers || integer;
    others = others || (!integer && scalar->scalar != ScalarType::boolean);
  }
  others = others || std::holds_alternative<TypeParamRef>(type->node) ||
           std::holds_alternative<TypeAbstract>(type->node);
  if (const auto* array = std::get_if<TypeArray>(&type->node))
    note_numbers(array->element, integers, others);
  (void)any_part(*type, [&](const TypePtr& part) {
    note_numbers(part, integers, others);
    return false;
  });
}

bool mentions_one_of(const TypePtr& unresolved, const std::vector<TypeParamRef>& params) {
  const TypePtr type = resolve(unresolved);
  if (const auto* ref = std::get_if<TypeParamRef>(&type->node))
    return std::any_of(params.begin(), params.end(),
                       [&](const TypeParamRef& param) { return param.id == ref->id; });
  if (const auto* array = std::get_if<TypeArray>(&type->node))
    return mentions_one_of(array->element, params);
  return any_part(*type, [&](const TypePtr& part) { return mentions_one_of(part, params); });
}

bool has_only_integers(const TypePtr& type) {
  bool integers = false, others = false;
  note_numbers(type, integers, others);
  return integers && !others;
}

}  // namespace

std::vector<TypePtr> Infer::points_of(const Scheme& scheme) const {
  std::vector<TypePtr> points;
  for (const notes::Point& point : points_)
    if (mentions_one_of(point.type, scheme.types)) points.push_back(resolve(point.type));
  return points;
}

void Infer::note_point(const typed::Exp& function, const typed::Exp& x, Span span) {
  const auto* arrow = std::get_if<TypeArrow>(&resolve(function.type)->node);
  points_.push_back({x.type, span, arrow == nullptr ? nullptr : arrow->to});
}

void Infer::check_entry(const typed::Def& def, Span span) {
  if (!def.scheme.types.empty())
    type_error(span, "Entry point functions may not be polymorphic.", {}, "polymorphic-entry");
  bool functional = false;
  TypePtr at = def.scheme.type;
  auto look = [&](const TypePtr& type) {
    each_part(type, [&](const TypePtr& part) {
      functional = functional || std::holds_alternative<TypeArrow>(part->node);
      const auto* abstract = std::get_if<TypeAbstract>(&part->node);
      functional = functional || (abstract && abstract->lifted == ast::Liftedness::lifted);
    });
  };
  while (const auto* arrow = std::get_if<TypeArrow>(&resolve(at)->node)) {
    look(arrow->from);
    at = arrow->to;
  }
  look(at);
  if (functional)
    type_error(span, "Entry point functions may not be higher-order.", {}, "higher-order-entry");
  for (const auto& [size, name] : def.scheme.sizes) {
    bool in_params = false;
    for (const auto& param : def.params) in_params = in_params || mentions(param->type, size);
    if (!in_params && mentions(def.scheme.type, size))
      type_error(span, "Entry point functions must not be size-polymorphic in their return type.",
                 {}, "size-polymorphic-entry");
  }
  for (const auto& [size, name] : def.scheme.sizes) {
    bool shown = false;
    bool used = false;
    for (const auto& param : def.params) {
      shown = shown || is_constructive(param->type, size);
      used = used || mentions(param->type, size);
    }
    if (used && !shown)
      type_error(span,
                 fmt::format("Entry point size parameter [{}] only used non-constructively.", name),
                 {}, "nonconstructive-entry");
  }
}

// ------------------------------------------------------------------------------------ recursion

namespace {

bool is_higher_order(const TypePtr& type) {
  bool found = false;
  each_part(type, [&](const TypePtr& part) {
    const auto* param = std::get_if<TypeParamRef>(&part->node);
    found = found || std::holds_alternative<TypeArrow>(part->node) ||
            (param && param->lifted == ast::Liftedness::lifted);
  });
  return found;
}

}  // namespace

/// A recursive function has to pass its functions on as they are, or they could not be told before
/// the program runs.
void Infer::check_recursion(const typed::Def& def, Span span) {
  TypePtr result = def.scheme.type;
  for (std::size_t i = 0; i < def.params.size(); ++i)
    result = std::get<TypeArrow>(resolve(result)->node).to;
  if (is_higher_order(result))
    type_error(
        span,
        fmt::format("Recursive function \"{}\" has result type\n  {}\nwhich is not first-order.",
                    def.name, show(result)));
  bool any = false;
  for (const auto& param : def.params) any = any || is_higher_order(param->type);
  if (!any) return;
  for (const auto& reference : self_references_) {
    // Both the function and what it passes on are bare names, without parentheses.
    const auto is_name = [](const ast::ExpPtr& exp) {
      return std::holds_alternative<ast::Var>(exp->node);
    };
    const typed::Apply* application = nullptr;
    const ast::Apply* written = nullptr;
    Span where = reference->span;
    for (const auto& candidate : self_applications_) {
      const auto& apply = std::get<typed::Apply>(candidate.exp->node);
      if (apply.function != reference) continue;
      if (candidate.written && !is_name(candidate.written->function)) continue;
      application = &apply;
      written = candidate.written;
      where = candidate.exp->span;
    }
    if (!application)
      type_error(
          where,
          fmt::format("Recursive reference to \"{}\" must be a fully saturated application, as it "
                      "has a higher-order parameter.",
                      def.name));
    if (application->args.size() != def.params.size())
      type_error(
          where,
          fmt::format(
              "Recursive application of \"{}\" is not fully saturated: expected {} arguments "
              "but got {}.",
              def.name, def.params.size(), application->args.size()));
    for (std::size_t i = 0; i < def.params.size(); ++i) {
      if (!is_higher_order(def.params[i]->type)) continue;
      const auto* param = std::get_if<typed::PatVar>(&def.params[i]->node);
      const auto* arg = std::get_if<typed::Var>(&application->args[i]->node);
      const bool bare = !written || is_name(written->args[i]);
      if (!param || !arg || arg->id != param->id || !bare)
        type_error(application->args[i]->span,
                   fmt::format("Higher-order argument in recursive application of \"{}\" must be "
                               "passed unchanged, "
                               "i.e. be the corresponding parameter.",
                               def.name),
                   arg && !bare ? "write its name by itself, without parentheses." : "");
    }
  }
}

// ------------------------------------------------------------------------------------- literals

namespace {

/// The literal at [span] with the minus before it, which is an expression's and not the literal's.
Span with_minus(Span span) {
  if (!span) return span;
  const std::string& text = span.file->text();
  std::uint32_t at = span.lo;
  while (at > 0 && std::isspace(static_cast<unsigned char>(text[at - 1])) != 0) --at;
  if (at > 0 && text[at - 1] == '-') span.lo = at - 1;
  return span;
}

bool fits(const notes::LiteralCheck& check, ScalarType type) {
  const bool ok = !check.too_large;
  if (support::is_integer(type)) {
    const int width = support::size_of(type) * 8;
    if (support::is_signed(type)) {
      const std::uint64_t limit = std::uint64_t{1} << (width - 1);
      return ok && (check.value < limit || (check.negative && check.value == limit));
    }
    return ok && (width == 64 || check.value < (std::uint64_t{1} << width)) &&
           !(check.negative && check.value != 0);
  }
  constexpr double kLargestHalf = 65520;  // From here on the nearest half is infinite.
  const double x = check.is_float ? check.real : static_cast<double>(check.value);
  const bool half = type == ScalarType::f16;
  // (One with a fraction or an exponent may be too large for a half, and is infinite then.)
  if (half && !check.is_float) return ok && x < kLargestHalf;
  return std::isfinite(half || type == ScalarType::f32 ? double{static_cast<float>(x)} : x);
}

}  // namespace

void Infer::narrow(const notes::LiteralCheck& check) {
  auto* meta = std::get_if<TypeMeta>(&resolve(check.type)->node);
  if (meta == nullptr) return;
  prims::TypeSet left = 0;
  for (int t = 0; t < support::kScalarTypes; ++t) {
    const auto type = static_cast<ScalarType>(t);
    if (prims::contains(meta->constraint.scalars, type) && fits(check, type))
      left = static_cast<prims::TypeSet>(left | prims::only(type));
  }
  // (Where it fits none, that is told later.)
  if (left != 0) meta->constraint.scalars = left;
}

void Infer::check_literal(const notes::LiteralCheck& check) const {
  TypePtr type = resolve(check.type);
  const auto* scalar = std::get_if<TypeScalar>(&type->node);
  if (!scalar || fits(check, scalar->scalar)) return;
  const std::string written = source_text(check.span);
  // That of a pattern has its minus already.
  const bool minus_missing = check.negative && written.rfind('-', 0) != 0;
  type_error(minus_missing ? with_minus(check.span) : check.span,
             fmt::format("Literal {}{} out of bounds for inferred type {}.",
                         minus_missing ? "-" : "", written, support::name(scalar->scalar)),
             !check.is_float && fits(check, ScalarType::i64)
                 ? "an i64 holds it: " + written + "i64, if it is to be one."
                 : "",
             "literal-out-of-bounds");
}

void Infer::note_literal(const notes::LiteralCheck& check) {
  constexpr std::uint64_t kFitsAll = 127;
  const bool fits =
      !check.is_float && !check.negative && !check.too_large && check.value <= kFitsAll;
  if (!fits) literals_.push_back(check);
}

// ------------------------------------------------------------------------------------ all of it

void Infer::finish() {
  default_metas();
  for (const auto& written : metas_) {
    auto& meta = std::get<TypeMeta>(written->node);
    if (meta.link) continue;
    const bool record = !meta.constraint.fields->empty();
    if (record || !meta.constraint.constructors->empty())
      type_error(
          meta.origin,
          fmt::format("Type is ambiguous: it must be a {} with {}\n  {}\nAdd a type annotation to "
                      "disambiguate the type.",
                      record ? "record" : "sum type", record ? "fields" : "constructors",
                      show(written)),
          {}, "ambiguous-type");
    // Nothing depends on it: it may as well be ().
    meta.link = tuple_of({});
  }
  metas_.clear();
  for (const auto& size : size_exps_) settle(size);
  size_exps_.clear();
  check_lambda_params();
  check_branch_sizes({});
  for (const auto& check : size_checks_) {
    if (!std::holds_alternative<SizeMeta>(resolve(check.size)->node)) continue;
    type_error(check.span,
               check.parameter.empty()
                   ? check.message
                   : fmt::format("Ambiguous size \"{}\" arising from instantiated size parameter "
                                 "of \"{}\".",
                                 check.parameter, check.message),
               "a type annotation would tell it.", "ambiguous-size");
  }
  size_checks_.clear();
  for (const auto& [size, target] : coerced_)
    if (auto* meta = std::get_if<SizeMeta>(&resolve(size)->node);
        meta && !occurs(resolve(size).get(), target))
      meta->link = target;
  coerced_.clear();
  for (const auto& check : literals_) check_literal(check);
  literals_.clear();
  for (const notes::Point& point : points_) {
    if (has_only_integers(point.type)) {
      state_.warn(point.span,
                  "A derivative by integers has little meaning: it knows + and * and nothing else. "
                  "3.0 is a float.");
      if (at_prompt()) state_.remarks.by_integers = true;
    } else if (point.of != nullptr && has_only_integers(point.of)) {
      state_.warn(point.span,
                  "A derivative of integers has little meaning: they change in steps. f64.i32 "
                  "makes floats of them.");
      if (at_prompt()) state_.remarks.of_integers = true;
    }
  }
  points_.clear();
  written_numbers_.remark(state_.remarks);
  for (const auto& [type, span] : equalities_)
    if (std::holds_alternative<TypeArray>(resolve(type)->node))
      state_.warn(span,
                  "Comparing arrays with \"==\" is deprecated and will stop working in a future "
                  "revision of the language.");
  equalities_.clear();
  for (const auto& hole : holes_)
    state_.warn(hole->span, fmt::format("Hole of type: {}", show(hole->type)));
  holes_.clear();
  for (const auto& check : matches_) {
    auto missing = unmatched(check.patterns, check.type);
    if (!missing) continue;
    if (check.is_match)
      type_error(check.span, fmt::format("Unmatched cases in match expression:\n  {}", *missing),
                 {}, "unmatched-cases");
    type_error(check.span,
               fmt::format("Refutable pattern not allowed here.\nUnmatched cases:\n  {}", *missing),
               {}, "refutable-pattern");
  }
  matches_.clear();
  check_sections();
  sections_.clear();
}

}  // namespace laguz::check
