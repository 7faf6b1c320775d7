// Inference of patterns.
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "check/infer/infer.hpp"
#include "check/types/marks.hpp"
#include "support/overloaded.hpp"

namespace laguz::check {

using typed::PatPtr;

namespace {

/// Does `*` stand at the same parts of two types of one shape? That of a record is that of all its
/// parts; one may be around the types themselves.
class SameMarks {
 public:
  bool operator()(const TypePtr& one, bool marked_one, const TypePtr& other, bool marked_other) {
    marked_one = marked_one || is_marked(one);
    marked_other = marked_other || is_marked(other);
    const TypePtr a = resolve(one), b = resolve(other);
    if (a->node.index() != b->node.index() || std::holds_alternative<TypeScalar>(a->node))
      return true;
    if (!seen_.emplace(a.get(), b.get(), marked_one, marked_other).second) return true;
    if (const auto* record = std::get_if<TypeRecord>(&a->node)) {
      const auto& fields = std::get<TypeRecord>(b->node).fields;
      for (std::size_t i = 0; i < record->fields.size() && i < fields.size(); ++i)
        if (!(*this)(record->fields[i].second, marked_one, fields[i].second, marked_other))
          return false;
      return true;
    }
    if (const auto* sum = std::get_if<TypeSum>(&a->node)) {
      const auto& others = std::get<TypeSum>(b->node).constructors;
      for (std::size_t i = 0; i < sum->constructors.size() && i < others.size(); ++i) {
        const auto& these = sum->constructors[i].second;
        const auto& those = others[i].second;
        for (std::size_t k = 0; k < these.size() && k < those.size(); ++k)
          if (!(*this)(these[k], marked_one, those[k], marked_other)) return false;
      }
      return true;
    }
    if (const auto* arrow = std::get_if<TypeArrow>(&a->node)) {
      const auto& function = std::get<TypeArrow>(b->node);
      return arrow->consumes == function.consumes &&
             (*this)(arrow->from, false, function.from, false) &&
             (*this)(arrow->to, false, function.to, false);
    }
    return marked_one == marked_other;
  }

 private:
  std::set<std::tuple<const Type*, const Type*, bool, bool>> seen_;
};

}  // namespace

void Infer::match_pattern(const ast::Pat& pat, const TypePtr& have, const TypePtr& expected,
                          Span span) {
  if (!expected || unify(have, expected)) return;
  refuse(span, fmt::format("Pattern\n  {}\ncannot match value of type\n  {}", source_text(pat.span),
                           show(expected)));
}

PatPtr Infer::literal_pattern(const ast::PatLit& lit, Span span, const TypePtr& expected) {
  typed::PatLit out;
  out.negative = lit.negative;
  ast::Exp exp;
  exp.span = span;
  std::visit([&](const auto& literal) { exp.node = literal; }, lit.literal);
  typed::ExpPtr value = literal(exp, lit.negative);
  if (const auto* number = std::get_if<typed::Number>(&value->node)) {
    out.is_float = number->is_float;
    out.integer = number->integer;
    out.real = number->real;
  } else if (const auto* boolean = std::get_if<typed::Bool>(&value->node)) {
    out.integer = boolean->value ? 1 : 0;
  }
  auto pat = std::make_shared<typed::Pat>();
  pat->node = out;
  pat->type = value->type;
  pat->span = span;
  if (expected && !unify(expected, value->type))
    refuse(span, fmt::format("Pattern\n  {}\ncannot match value of type\n  {}", source_text(span),
                             show(expected)));
  return pat;
}

/// Gives [type] the shape that is written in [pat], if it is not known yet.
void Infer::shape_by(const ast::Pat& pat, const TypePtr& type) {
  const TypePtr known = resolve(type);
  if (const auto* parens = std::get_if<ast::PatParens>(&pat.node)) {
    shape_by(*parens->inner, type);
  } else if (const auto* attr = std::get_if<ast::PatAttr>(&pat.node)) {
    shape_by(*attr->inner, type);
  } else if (const auto* ascript = std::get_if<ast::PatAscript>(&pat.node)) {
    bool open = false;
    each_part(type, [&](const TypePtr& part) {
      open = open || std::holds_alternative<TypeMeta>(part->node);
    });
    if (open) same_shape(type, type_exp(ascript->type, Anonymous{}));
  } else if (const auto* record = std::get_if<TypeRecord>(&known->node)) {
    if (const auto* tuple = std::get_if<ast::PatTuple>(&pat.node))
      for (std::size_t i = 0; i < tuple->parts.size() && i < record->fields.size(); ++i)
        shape_by(*tuple->parts[i], record->fields[i].second);
    if (const auto* fields = std::get_if<ast::PatRecord>(&pat.node))
      for (const auto& [name, inner] : fields->fields)
        if (const std::size_t i = find_field(record->fields, name.name);
            inner && i < record->fields.size())
          shape_by(*inner, record->fields[i].second);
  }
}

PatPtr Infer::pattern(const ast::PatPtr& pat, TypePtr expected, const Anonymous& anonymous) {
  Bound bound;
  return pattern(*pat, std::move(expected), anonymous, bound);
}

PatPtr Infer::pattern(const ast::Pat& pat, TypePtr expected, const Anonymous& anonymous,
                      Bound& bound) {
  const Span span = pat.span;
  const std::optional<bool> around = ascribed_;
  const bool ascription = std::holds_alternative<ast::PatAscript>(pat.node);
  Restore<std::optional<bool>> ascribed(
      ascribed_, ascription           ? std::optional<bool>(false)
                 : around && expected ? std::optional<bool>(*around || is_marked(expected))
                                      : around);
  auto make_pat = [&](decltype(typed::Pat::node) node, TypePtr type) {
    auto out = std::make_shared<typed::Pat>();
    out->node = std::move(node);
    out->type = std::move(type);
    out->span = span;
    return out;
  };
  auto or_fresh = [&] {
    if (expected) return expected;
    TypePtr type = fresh(span);
    std::get<TypeMeta>(type->node).may_be_chosen = false;
    settle_shape(type, span, false);
    return type;
  };
  // No part of a pattern knows the names of another one: they are bound when all have been read.
  std::vector<std::pair<std::string, const ValueBinding*>> waiting;
  auto apart = [&](const ast::Pat& inner, const TypePtr& type) {
    const std::size_t before = value_log_.size();
    PatPtr out = pattern(inner, type, anonymous, bound);
    for (std::size_t i = before; i < value_log_.size(); ++i)
      waiting.emplace_back(value_log_[i], values_.at(value_log_[i]).back().value);
    for (; value_log_.size() > before; value_log_.pop_back())
      values_.at(value_log_.back()).pop_back();
    return out;
  };
  auto bind_parts = [&] {
    for (const auto& [name, value] : waiting) bind(name, value);
  };
  auto part = [&](const ast::PatPtr& inner, const TypePtr& type) {
    return pattern(*inner, type, anonymous, bound);
  };
  /// The expected type's field, when the expected type is known to be a record that has it.
  auto expected_field = [&](const std::string& name, std::size_t count) -> TypePtr {
    if (!expected) return nullptr;
    TypePtr known = resolve(expected);
    const auto* record = std::get_if<TypeRecord>(&known->node);
    if (!record || record->fields.size() != count) return nullptr;
    const std::size_t i = find_field(record->fields, name);
    return i < record->fields.size() ? record->fields[i].second : nullptr;
  };
  return std::visit(
      support::overloaded{
          [&](const ast::PatId& x) -> PatPtr {
            if (x.name == "&&" || x.name == "||")
              type_error(span, fmt::format("The operator \"{}\" may not be redefined.", x.name));
            if (!bound.insert(x.name).second)
              type_error(span, fmt::format("Name \"{}\" also bound in this pattern.", x.name));
            TypePtr type = or_fresh();
            // The value's own uniqueness is the parameter's, not the variable's.
            const auto* value = bind_value(x.name, with_unique(type, false), span);
            return make_pat(typed::PatVar{value->id, x.name}, type);
          },
          [&](const ast::PatWild&) -> PatPtr { return make_pat(typed::PatWild{}, or_fresh()); },
          [&](const ast::PatParens& x) -> PatPtr { return part(x.inner, expected); },
          [&](const ast::PatTuple& x) -> PatPtr {
            typed::PatRecord record;
            std::vector<TypePtr> types;
            for (std::size_t i = 0; i < x.parts.size(); ++i) {
              TypePtr known = expected_field(std::to_string(i), x.parts.size());
              record.fields.emplace_back(std::to_string(i), apart(*x.parts[i], known));
              types.push_back(record.fields.back().second->type);
            }
            bind_parts();
            TypePtr type = tuple_of(types);
            match_pattern(pat, type, expected, span);
            return make_pat(std::move(record), type);
          },
          [&](const ast::PatRecord& x) -> PatPtr {
            typed::PatRecord record;
            TypeRecord type;
            std::vector<std::string_view> names;
            for (const auto& field : x.fields) names.push_back(field.first.name);
            if (const std::size_t twice = find_duplicate(names); twice < names.size())
              type_error(x.fields[twice].first.span,
                         fmt::format("Duplicate fields in record pattern {}.", source_text(span)));
            for (const auto& [name, inner] : x.fields) {
              if (!name.name.empty() && name.name.front() == '_')
                type_error(name.span, "Underscore-prefixed fields are not allowed.",
                           fmt::format("did you mean {}=_?", name.name.substr(1)));
              TypePtr known = expected_field(name.name, x.fields.size());
              PatPtr field;
              if (inner) {
                field = apart(*inner, known);
              } else {
                ast::Pat pun{name.span, ast::PatId{name.name}};
                field = apart(pun, known);
              }
              record.fields.emplace_back(name.name, field);
              type.fields.emplace_back(name.name, field->type);
            }
            bind_parts();
            std::sort(type.fields.begin(), type.fields.end(),
                      [](const auto& a, const auto& b) { return field_less(a.first, b.first); });
            TypePtr whole = make_type(std::move(type));
            match_pattern(pat, whole, expected, span);
            return make_pat(std::move(record), whole);
          },
          [&](const ast::PatAscript& x) -> PatPtr {
            TypePtr type = type_exp(x.type, anonymous);
            if (expected && !unify(type, expected))
              refuse(span, fmt::format("Pattern\n  {}\ncannot match value of type\n  {}",
                                       source_text(span), show(expected)));
            if (expected)
              check_diets("Pattern does not have expected type from type ascription.", type,
                          expected, span);
            if (expected && around && !SameMarks()(type, false, expected, *around))
              type_error(x.type->span,
                         fmt::format("The ascribed type\n  {}\ncannot match the type that is "
                                     "ascribed around it:\n  {}\nThey differ in '*'.",
                                     show(type),
                                     show(with_unique(expected, *around || is_marked(expected)))));
            PatPtr inner = part(x.inner, type);
            inner->ascribed = true;
            // A tuple's own mark is not its components'.
            if (is_marked(type)) inner->type = with_unique(inner->type, true);
            return inner;
          },
          [&](const ast::PatLit& x) -> PatPtr { return literal_pattern(x, span, expected); },
          [&](const ast::PatConstr& x) -> PatPtr {
            typed::PatConstr out;
            out.name = x.name;
            // A known sum gives its payload's types to the parts.
            std::vector<TypePtr> known(x.args.size());
            if (expected) {
              TypePtr have = resolve(expected);
              if (const auto* sum = std::get_if<TypeSum>(&have->node))
                for (const auto& row : sum->constructors)
                  if (row.first == x.name && row.second.size() == x.args.size()) known = row.second;
            }
            Constraint constraint;
            auto& payload = constraint.constructors.edit()[x.name];
            for (std::size_t i = 0; i < x.args.size(); ++i) {
              out.args.push_back(apart(*x.args[i], known[i]));
              payload.push_back(out.args.back()->type);
            }
            bind_parts();
            TypePtr type = fresh(span, std::move(constraint));
            match_pattern(pat, type, expected, span);
            return make_pat(std::move(out), expected ? expected : type);
          },
          [&](const ast::PatAttr& x) -> PatPtr {
            PatPtr inner = part(x.inner, expected);
            inner->attrs.insert(inner->attrs.begin(), x.attr);
            return inner;
          },
      },
      pat.node);
}

}  // namespace laguz::check
