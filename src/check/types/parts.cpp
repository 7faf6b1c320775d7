#include "check/types/parts.hpp"

#include "check/types/size_exp.hpp"

namespace laguz::check {

bool is_compound(const Type& type) {
  return std::holds_alternative<TypeRecord>(type.node) ||
         std::holds_alternative<TypeSum>(type.node);
}

std::vector<Part> parts_of(const TypePtr& type) {
  std::vector<Part> out;
  if (const auto* record = std::get_if<TypeRecord>(&type->node))
    for (const auto& [name, t] : record->fields) out.push_back({name, t});
  if (const auto* sum = std::get_if<TypeSum>(&type->node))
    for (const auto& row : sum->constructors)
      for (const auto& t : row.second) out.push_back({{}, t});
  return out;
}

TypePtr with_parts(const Type& type,
                   support::FunctionRef<TypePtr(const TypePtr&, std::size_t)> part) {
  std::size_t at = 0;
  if (const auto* record = std::get_if<TypeRecord>(&type.node)) {
    TypeRecord out = *record;
    for (auto& field : out.fields) field.second = part(field.second, at++);
    return make_type(std::move(out));
  }
  TypeSum out = std::get<TypeSum>(type.node);
  for (auto& row : out.constructors)
    for (auto& t : row.second) t = part(t, at++);
  return make_type(std::move(out));
}

TypePtr with_result(const TypePtr& written, std::size_t params, const TypePtr& result) {
  if (params == 0) return result;
  TypePtr type = resolve(written);
  TypeArrow arrow = std::get<TypeArrow>(type->node);
  arrow.to = with_result(arrow.to, params - 1, result);
  return make_type(std::move(arrow), type->unique);
}

TypePtr result_of(const TypePtr& type, std::size_t params) {
  TypePtr at = type;
  for (; params > 0; --params) at = std::get<TypeArrow>(resolve(at)->node).to;
  return at;
}

}  // namespace laguz::check
