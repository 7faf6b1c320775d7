// Do patterns cover all values? The method is that of matrices of patterns, column by column: see
// L. Maranget, "Warnings for pattern matching" (2007).
#include "check/infer/match.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

namespace laguz::check {
namespace {

struct Shape;
using ShapePtr = std::shared_ptr<const Shape>;

/// A pattern, or a witness: a value that no pattern matches, as a pattern.
struct Shape {
  enum class Kind : std::uint8_t { any, record, constructor, literal } kind = Kind::any;
  std::string name;                 ///< of the constructor, or the literal's text
  std::vector<std::string> fields;  ///< of a record
  std::vector<ShapePtr> parts;
};
using Row = std::vector<ShapePtr>;

ShapePtr any() {
  static const ShapePtr shape = std::make_shared<Shape>();
  return shape;
}

const TypeRecord* as_record(const TypePtr& type) { return std::get_if<TypeRecord>(&type->node); }
const TypeSum* as_sum(const TypePtr& type) { return std::get_if<TypeSum>(&type->node); }

bool is_bool(const TypePtr& type) {
  const auto* scalar = std::get_if<TypeScalar>(&type->node);
  return scalar && scalar->scalar == ScalarType::boolean;
}

ShapePtr shape_of(const typed::Pat& pat) {
  TypePtr type = resolve(pat.type);
  auto out = std::make_shared<Shape>();
  if (const auto* record = std::get_if<typed::PatRecord>(&pat.node)) {
    out->kind = Shape::Kind::record;
    const auto* known = as_record(type);
    if (!known) return any();
    for (const auto& field : known->fields) {
      ShapePtr part = any();
      for (const auto& [name, inner] : record->fields)
        if (name == field.first) part = shape_of(*inner);
      out->fields.push_back(field.first);
      out->parts.push_back(part);
    }
    return out;
  }
  if (const auto* constr = std::get_if<typed::PatConstr>(&pat.node)) {
    out->kind = Shape::Kind::constructor;
    out->name = constr->name;
    for (const auto& arg : constr->args) out->parts.push_back(shape_of(*arg));
    return out;
  }
  if (const auto* lit = std::get_if<typed::PatLit>(&pat.node)) {
    out->kind = Shape::Kind::literal;
    if (is_bool(type))
      out->name = lit->integer ? "true" : "false";
    else if (lit->is_float)
      out->name = fmt::format("{}{}", lit->negative ? "-" : "", lit->real);
    else
      out->name = fmt::format("{}{}", lit->negative ? "-" : "", lit->integer);
    return out;
  }
  return any();
}

/// [rows] that may match a value whose first column is [head] with [arity] parts; the parts take
/// the column's place.
std::vector<Row> specialise(const std::vector<Row>& rows, const Shape& head, std::size_t arity) {
  std::vector<Row> out;
  for (const auto& row : rows) {
    const Shape& first = *row.front();
    Row next;
    if (first.kind == Shape::Kind::any)
      next.assign(arity, any());
    else if (first.kind == head.kind && first.name == head.name)
      next = first.parts;
    else
      continue;
    next.insert(next.end(), row.begin() + 1, row.end());
    out.push_back(std::move(next));
  }
  return out;
}

class Search {
 public:
  /// A row of values that no row of patterns matches.
  std::optional<Row> operator()(const std::vector<Row>& rows, const std::vector<TypePtr>& types) {
    if (types.empty()) return rows.empty() ? std::optional<Row>(Row{}) : std::nullopt;
    // What cannot be told in reasonable time is taken to be covered.
    constexpr std::size_t kMost = 200000;
    if (++steps_ > kMost) return std::nullopt;
    TypePtr type = resolve(types.front());
    const bool plain = std::all_of(rows.begin(), rows.end(), [](const Row& row) {
      return row.front()->kind == Shape::Kind::any;
    });
    if (plain) return skip(rows, types);
    if (const auto* record = as_record(type)) {
      Shape head;
      head.kind = Shape::Kind::record;
      std::vector<TypePtr> inner;
      for (const auto& field : record->fields) {
        head.fields.push_back(field.first);
        inner.push_back(field.second);
      }
      return under(rows, types, head, inner);
    }
    if (const auto* sum = as_sum(type)) {
      for (const auto& [name, payload] : sum->constructors) {
        const bool used = std::any_of(rows.begin(), rows.end(), [&, &n = name](const Row& row) {
          return row.front()->kind == Shape::Kind::constructor && row.front()->name == n;
        });
        Shape head;
        head.kind = Shape::Kind::constructor;
        head.name = name;
        if (used) {
          if (auto found = under(rows, types, head, payload)) return found;
        } else if (auto found = skip(rows, types)) {
          head.parts.assign(payload.size(), any());
          found->front() = std::make_shared<Shape>(head);
          return found;
        }
      }
      return std::nullopt;
    }
    std::set<std::string> used;
    for (const auto& row : rows)
      if (row.front()->kind == Shape::Kind::literal) used.insert(row.front()->name);
    for (const auto& text : used) {
      Shape head;
      head.kind = Shape::Kind::literal;
      head.name = text;
      if (auto found = under(rows, types, head, {})) return found;
    }
    if (is_bool(type) && used.size() == 2) return std::nullopt;
    auto found = skip(rows, types);
    if (found && is_bool(type)) {
      Shape other;
      other.kind = Shape::Kind::literal;
      other.name = used.count("true") ? "false" : "true";
      found->front() = std::make_shared<Shape>(other);
    }
    return found;
  }

 private:
  std::optional<Row> under(const std::vector<Row>& rows, const std::vector<TypePtr>& types,
                           Shape head, const std::vector<TypePtr>& inner) {
    std::vector<TypePtr> rest = inner;
    rest.insert(rest.end(), types.begin() + 1, types.end());
    auto found = (*this)(specialise(rows, head, inner.size()), rest);
    if (!found) return std::nullopt;
    head.parts.assign(found->begin(), found->begin() + static_cast<std::ptrdiff_t>(inner.size()));
    Row out{std::make_shared<Shape>(std::move(head))};
    out.insert(out.end(), found->begin() + static_cast<std::ptrdiff_t>(inner.size()), found->end());
    return out;
  }

  /// A value in the first column that only a pattern for anything matches.
  std::optional<Row> skip(const std::vector<Row>& rows, const std::vector<TypePtr>& types) {
    std::vector<Row> rest;
    for (const auto& row : rows)
      if (row.front()->kind == Shape::Kind::any) rest.emplace_back(row.begin() + 1, row.end());
    auto found = (*this)(rest, {types.begin() + 1, types.end()});
    if (found) found->insert(found->begin(), any());
    return found;
  }

  std::size_t steps_ = 0;
};

std::string show(const Shape& shape, bool argument) {
  switch (shape.kind) {
    case Shape::Kind::any: return "_";
    case Shape::Kind::literal: return shape.name;
    case Shape::Kind::constructor: {
      std::string out = "#" + shape.name;
      for (const auto& part : shape.parts) out += " " + show(*part, true);
      return argument && !shape.parts.empty() ? "(" + out + ")" : out;
    }
    case Shape::Kind::record: {
      const bool tuple = shape.fields.empty() || shape.fields.front() == "0";
      std::string out;
      for (std::size_t i = 0; i < shape.parts.size(); ++i) {
        if (i) out += ", ";
        if (!tuple) out += shape.fields[i] + "=";
        out += show(*shape.parts[i], false);
      }
      return tuple ? "(" + out + ")" : "{" + out + "}";
    }
  }
  return {};
}

bool irrefutable(const typed::Pat& pat) {
  if (const auto* record = std::get_if<typed::PatRecord>(&pat.node))
    return std::all_of(record->fields.begin(), record->fields.end(),
                       [](const auto& field) { return irrefutable(*field.second); });
  return std::holds_alternative<typed::PatVar>(pat.node) ||
         std::holds_alternative<typed::PatWild>(pat.node);
}

}  // namespace

std::optional<std::string> unmatched(const std::vector<typed::PatPtr>& patterns,
                                     const TypePtr& type) {
  std::vector<Row> rows;
  for (const auto& pattern : patterns) {
    if (irrefutable(*pattern)) return std::nullopt;
    rows.push_back({shape_of(*pattern)});
  }
  auto found = Search()(rows, {type});
  if (!found) return std::nullopt;
  return show(*found->front(), false);
}

}  // namespace laguz::check
