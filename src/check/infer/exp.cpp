// Inference of expressions: literals, fields, the dispatch over all forms.

#include <fmt/format.h>

#include "check/infer/infer.hpp"
#include "check/state/hints.hpp"
#include "support/deep_stack.hpp"
#include "support/overloaded.hpp"
#include "support/place_errors.hpp"

namespace laguz::check {

using support::overloaded;
using typed::ExpPtr;

Infer::Infer(State& state, const Env* env, std::string prefix)
    : state_(state), env_(env), prefix_(std::move(prefix)) {}

Infer::~Infer() {
  // What fails may leave an unknown record whose fields lead back to it, a cycle of owners.
  for (const auto& meta : metas_) std::get<TypeMeta>(meta->node).constraint = {};
}

ExpPtr Infer::make(decltype(typed::Exp::node) node, TypePtr type, Span span) {
  auto exp = std::make_shared<typed::Exp>();
  exp->node = std::move(node);
  exp->type = std::move(type);
  exp->span = span;
  return exp;
}

std::string Infer::source_text(Span span) const {
  if (!span) return {};
  constexpr std::size_t kLongest = 80;
  const std::string& text = span.file->text();
  std::string out;
  // White space, line breaks above all, counts as one blank.
  for (std::size_t i = span.lo; i < span.hi && i < text.size(); ++i) {
    const bool blank = text[i] == ' ' || text[i] == '\n' || text[i] == '\t' || text[i] == '\r';
    if (!blank)
      out += text[i];
    else if (!out.empty() && out.back() != ' ')
      out += ' ';
  }
  if (out.size() > kLongest) out = out.substr(0, kLongest) + "...";
  return out;
}

void Infer::expect(const ExpPtr& exp, const TypePtr& type, const char* what) {
  if (unify(type, exp->type)) return;
  refuse(exp->span,
         fmt::format("{} \"{}\" does not have expected type.\nExpected: {}\nActual:   {}", what,
                     source_text(exp->span), show(type), show(exp->type)),
         bridge(type, exp->type, {}));
}

ExpPtr Infer::check(const ast::ExpPtr& exp, const TypePtr& type, const char* what) {
  ExpPtr out = infer(exp);
  expect(out, type, what);
  return out;
}

ExpPtr Infer::infer_integer(const ast::ExpPtr& exp, prims::TypeSet types, const char* what) {
  ExpPtr out = infer(exp);
  Constraint constraint;
  constraint.scalars = types;
  expect(out, fresh(exp->span, std::move(constraint)), what);
  return out;
}

ExpPtr Infer::project(ExpPtr record, const std::string& field, Span span) {
  TypePtr have = resolve(record->type);
  if (const auto* known = std::get_if<TypeRecord>(&have->node)) {
    for (const auto& [name, type] : known->fields)
      if (name == field) return make(typed::Project{record, field}, with_unique(type, false), span);
    constexpr std::size_t kFew = 8;
    const std::vector<std::string> fields = names_of(known->fields);
    std::string existing;
    if (!fields.empty() && fields.size() <= kFew)
      existing = fmt::format("\nIt has {} {}.", fields.size() == 1 ? "the field" : "the fields",
                             fmt::join(fields, ", "));
    type_error(span,
               fmt::format("Attempt to access field \"{}\" of value of type\n  {}\nwhich has no "
                           "such field.{}",
                           field, show(have), existing),
               did_you_mean(field, fields));
  }
  Constraint constraint;
  TypePtr type = fresh(span);
  constraint.fields.edit().emplace(field, type);
  if (!unify(fresh(span, std::move(constraint)), have))
    refuse(span,
           fmt::format("Attempt to access field \"{}\" of value of type\n  {}", field, show(have)),
           method_hint(state_, *env_, *have, {{}, field, span}));
  return make(typed::Project{record, field}, type, span);
}

// ------------------------------------------------------------------------------------- literals

namespace {
std::string wrapped(support::Scalar value) {
  return support::is_signed(value.type) ? fmt::format("{}", value.as_i64())
                                        : fmt::format("{}", value.bits);
}
}  // namespace

ExpPtr Infer::literal(const ast::Exp& exp, bool negative) {
  typed::Number number;
  TypePtr type;
  notes::LiteralCheck check{nullptr, 0, 0, false, negative, false, exp.span};
  if (const auto* integer = std::get_if<ast::IntLit>(&exp.node)) {
    number.integer = integer->value;
    Constraint constraint;
    constraint.scalars = prims::nums;
    type = fresh(exp.span, std::move(constraint));
    check.value = integer->value;
    check.too_large = integer->too_large;
    if (integer->too_large) {
      // As a float it is still a number.
      number.is_float = true;
      number.real = std::strtod(integer->text.c_str(), nullptr);
    }
  } else if (const auto* real = std::get_if<ast::FloatLit>(&exp.node)) {
    number.is_float = true;
    number.real = real->value;
    Constraint constraint;
    constraint.scalars = prims::floats;
    check.real = real->value;
    check.is_float = true;
    type = fresh(exp.span, std::move(constraint));
  } else {
    const auto& scalar = std::get<ast::ScalarLit>(exp.node);
    type = scalar_type(scalar.value.type);
    if (scalar.value.type == ScalarType::boolean)
      return make(typed::Bool{scalar.value.as_bool()}, type, exp.span);
    if (support::is_integer(scalar.value.type)) {
      number.integer = scalar.value.bits;
      // Who writes the type has chosen the bits as well: 255i8 is -1.
      if (scalar.too_large)
        state_.warn(exp.span, fmt::format("{} is out of bounds: it wraps around to {}.",
                                          scalar.text, wrapped(scalar.value)));
    } else {
      number.is_float = true;
      number.real = scalar.value.type == ScalarType::f64 ? scalar.value.as_f64()
                    : scalar.value.type == ScalarType::f32
                        ? double{scalar.value.as_f32()}
                        : std::strtod(scalar.text.c_str(), nullptr);
    }
    return make(number, type, exp.span);
  }
  check.type = type;
  note_literal(check);
  return make(number, type, exp.span);
}

ExpPtr Infer::infer_negate(const ast::Exp& exp, const ast::ExpPtr& inner) {
  ExpPtr operand = std::holds_alternative<ast::IntLit>(inner->node) ||
                           std::holds_alternative<ast::ScalarLit>(inner->node)
                       ? literal(*inner, true)
                       : infer(inner);
  ExpPtr op = operator_reference("neg", exp.span);
  return apply(op, {operand}, exp.span, "-");
}

// ------------------------------------------------------------------------------------- dispatch

ExpPtr Infer::infer(const ast::ExpPtr& exp) {
  // Limits on types are found where types are made, which knows of no place.
  return support::place_errors(exp->span, [&] { return infer_node(*exp); });
}

ExpPtr Infer::infer_node(const ast::Exp& exp) {
  const Span span = exp.span;
  support::expect_stack("An expression here", span);
  return std::visit(
      overloaded{
          [&](const ast::IntLit&) { return literal(exp, false); },
          [&](const ast::FloatLit&) { return literal(exp, false); },
          [&](const ast::ScalarLit&) { return literal(exp, false); },
          [&](const ast::StringLit& x) {
            return make(typed::Bytes{x.bytes},
                        array_of(size_const(static_cast<std::int64_t>(x.bytes.size())),
                                 scalar_type(ScalarType::u8)),
                        span);
          },
          [&](const ast::Var& x) {
            ExpPtr out = variable(x.name, span);
            if (x.name.name.front() == '_')
              type_error(span, fmt::format("Use of \"{}\": variables prefixed with underscore may "
                                           "not be accessed.",
                                           source_text(span)));
            return out;
          },
          [&](const ast::Parens& x) {
            ExpPtr inner = infer(x.inner);
            inner->span = span;
            return inner;
          },
          [&](const ast::LocalOpen& x) {
            const Module* module = find_module(x.module);
            if (module->is_functor())
              type_error(x.module.span, "A parametric module cannot be opened.");
            const std::size_t before = opens_.size();
            opens_.emplace_back(module, clock_++);
            ExpPtr inner = infer(x.inner);
            opens_.resize(before);
            return inner;
          },
          [&](const ast::Tuple& x) {
            typed::Record record;
            std::vector<TypePtr> types;
            for (std::size_t i = 0; i < x.parts.size(); ++i) {
              record.fields.emplace_back(std::to_string(i), infer(x.parts[i]));
              types.push_back(record.fields.back().second->type);
            }
            return make(std::move(record), tuple_of(types), span);
          },
          [&](const ast::Record& x) { return infer_record(x, span); },
          [&](const ast::ArrayLit& x) { return infer_array(x, span); },
          [&](const ast::Project& x) { return project(infer(x.record), x.field.name, span); },
          [&](const ast::Index& x) { return infer_index(infer(x.array), x.dims, span); },
          [&](const ast::Constr& x) { return constructor(x.name, {}, span); },
          [&](const ast::Hole&) {
            holes_.push_back(make(typed::Hole{}, fresh(span), span));
            return holes_.back();
          },
          [&](const ast::Apply& x) { return infer_apply(x, span); },
          [&](const ast::Negate& x) { return infer_negate(exp, x.inner); },
          [&](const ast::Not& x) {
            ExpPtr operand = infer(x.inner);
            return apply(operator_reference("!", span), {operand}, span, "!");
          },
          [&](const ast::BinOp&) { return infer_binop(exp); },
          [&](const ast::Lambda& x) { return infer_lambda(x, span); },
          [&](const ast::OpSection& x) {
            ast::QualName name = x.op;
            if (!name.span) name.span = span;
            return variable(name, span);
          },
          [&](const ast::OpSectionLeft& x) {
            const ValId first = state_.value_ids.next();
            ExpPtr left = infer(x.left);
            const ValId last = state_.value_ids.next();
            ExpPtr op = variable(x.op, x.op.span ? x.op.span : span);
            sections_.push_back({op, first, last, span});
            return apply(op, {left}, span, x.op.name);
          },
          [&](const ast::OpSectionRight& x) { return section_right(x, span); },
          [&](const ast::PathSection& x) { return path_section(x, span); },
          [&](const ast::Ascript& x) { return infer_ascript(x.inner, x.type); },
          [&](const ast::Coerce& x) { return infer_coerce(x.inner, x.type, span); },
          [&](const ast::Range& x) { return infer_range(x, span); },
          [&](const ast::LetPat&) { return infer_let(exp); },
          [&](const ast::LetFun&) { return infer_let(exp); },
          [&](const ast::LetWith&) { return infer_let(exp); },
          [&](const ast::If& x) { return infer_if(x, span); },
          [&](const ast::Loop& x) { return infer_loop(x, span); },
          [&](const ast::Match& x) { return infer_match(x, span); },
          [&](const ast::Assert& x) {
            ExpPtr condition =
                check(x.condition, scalar_type(ScalarType::boolean), "Asserted expression");
            ExpPtr body = infer(x.body);
            return make(
                typed::Assert{condition, "Assertion is false: " + source_text(x.condition->span),
                              body},
                body->type, span);
          },
          [&](const ast::Update& x) {
            return infer_update(infer(x.record), x.path, x.value, span);
          },
          [&](const ast::Attributed& x) {
            auto visible = x.attr.name == "break" ? visible_names() : nullptr;
            ExpPtr inner = infer(x.inner);
            return make(
                typed::Attributed{std::make_shared<ast::Attr>(x.attr), inner, std::move(visible)},
                inner->type, span);
          },
      },
      exp.node);
}

}  // namespace laguz::check
