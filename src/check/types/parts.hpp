// The parts of records and sums, and what functions give: taken apart, and put together again.
#pragma once

#include <algorithm>
#include <string>
#include <variant>
#include <vector>

#include "check/types/types.hpp"
#include "support/function_ref.hpp"

namespace laguz::check {

/// A record's field, or a sum's payload, which has no name.
struct Part {
  std::string field;
  TypePtr type;
};
/// The parts of a record or sum; empty for other types.
std::vector<Part> parts_of(const TypePtr& type);
bool is_compound(const Type& type);
/// Does [test] hold for a part of a record or sum?
template <class Test>
bool any_part(const Type& type, Test&& test) {
  if (const auto* record = std::get_if<TypeRecord>(&type.node))
    return std::any_of(record->fields.begin(), record->fields.end(),
                       [&](const auto& field) { return test(field.second); });
  if (const auto* sum = std::get_if<TypeSum>(&type.node))
    for (const auto& row : sum->constructors)
      if (std::any_of(row.second.begin(), row.second.end(), test)) return true;
  return false;
}

/// A record or sum, with what [part] makes of each part and its position.
TypePtr with_parts(const Type& type,
                   support::FunctionRef<TypePtr(const TypePtr&, std::size_t)> part);

/// What is left of a function's [type] after [params] arguments, and [type] with that replaced.
TypePtr result_of(const TypePtr& type, std::size_t params);
TypePtr with_result(const TypePtr& type, std::size_t params, const TypePtr& result);

}  // namespace laguz::check
