#include "engine/literal.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "runtime/value_text.hpp"
#include "support/diagnostic.hpp"

namespace laguz::engine {
namespace {

using core::View;
using runtime::Array;
using runtime::Value;
using Values = std::span<const Value>;

[[noreturn]] void refuse_function() {
  throw support::UserError(support::Phase::usage, {},
                           "A value with a function in it cannot be written down.");
}

std::string dims_text(std::span<const std::int64_t> dims) {
  std::string text;
  for (const std::int64_t n : dims) text += fmt::format("[{}]", n);
  return text;
}

/// Calls [part] with each of [parts] and its values; puts what it gives between [open] and [close].
template <class Part>
std::string joined(const View& view, Values values, const char* open, const char* close,
                   const char* is, Part part) {
  std::string text = open;
  for (const auto& [name, inner] : view.parts) {
    if (text.size() > 1) text += ", ";
    if (view.kind == View::Kind::record) text += name + is;
    text += part(inner, values.first(width(inner)));
    values = values.subspan(width(inner));
  }
  return text + close;
}

/// Without its first [outer] dimensions.
std::string type_text(const View& view, Values values, int outer) {
  const auto inner = [&](const View& part, Values its) { return type_text(part, its, outer); };
  const auto dims = [&](std::size_t most) {
    const auto all =
        std::get<Array>(values[0]).shape().span().subspan(static_cast<std::size_t>(outer));
    return dims_text(all.first(std::min(all.size(), most)));
  };
  switch (view.kind) {
    case View::Kind::leaf: {
      const auto* array = std::get_if<Array>(&values[0]);
      const std::string name(support::name(view.leaf.elem));
      return array == nullptr ? name : dims(SIZE_MAX) + name;
    }
    case View::Kind::tuple: return joined(view, values, "(", ")", "", inner);
    case View::Kind::record: return joined(view, values, "{", "}", ": ", inner);
    case View::Kind::sum: {
      std::string text;
      values = values.subspan(1);
      for (const auto& [name, payloads] : view.constructors) {
        text += (text.empty() ? "#" : " | #") + name;
        for (const View& payload : payloads) {
          const std::string part = inner(payload, values.first(width(payload)));
          text += payload.kind == View::Kind::sum ? " (" + part + ")" : " " + part;
          values = values.subspan(width(payload));
        }
      }
      return text;
    }
    case View::Kind::array: {
      const View& element = view.parts[0].second;
      const auto rank = static_cast<std::size_t>(view.rank);
      std::string text = values.empty() ? "[]" : dims(rank);
      const std::string part = type_text(element, values, outer + view.rank);
      return text + (element.kind == View::Kind::sum ? "(" + part + ")" : part);
    }
    case View::Kind::function: refuse_function();
  }
  return {};
}

std::string value_text(const View& view, Values values);

std::string leaf_text(const Value& value) {
  const auto* array = std::get_if<Array>(&value);
  if (array != nullptr && array->rank() > 0 && array->size() == 0) return "[]";
  return runtime::print(value, runtime::Style::machine);
}

std::string sum_text(const View& view, Values values) {
  const auto tag = std::get<support::Scalar>(values[0]).bits;
  values = values.subspan(1);
  std::string text;
  for (std::size_t c = 0; c < view.constructors.size(); ++c) {
    const auto& [name, payloads] = view.constructors[c];
    if (c == tag) text = "#" + name;
    for (const View& payload : payloads) {
      if (c == tag) {
        const std::string part = value_text(payload, values.first(width(payload)));
        const bool alone = payload.kind != View::Kind::sum && part.front() != '-';
        text += alone ? " " + part : " (" + part + ")";
      }
      values = values.subspan(width(payload));
    }
  }
  return text;
}

std::string rows_text(const View& element, Values columns, int rank) {
  if (rank == 0) return value_text(element, columns);
  if (columns.empty()) return "[]";
  const std::int64_t length = std::get<Array>(columns[0]).length();
  std::string text = "[";
  for (std::int64_t i = 0; i < length; ++i) {
    std::vector<Value> row;
    for (const Value& column : columns) {
      const auto& array = std::get<Array>(column);
      if (array.rank() == 1)
        row.emplace_back(array.get({&i, 1}));
      else
        row.emplace_back(array.row(i));
    }
    if (i > 0) text += ",\n ";
    text += rows_text(element, row, rank - 1);
  }
  return text + "]";
}

std::string value_text(const View& view, Values values) {
  switch (view.kind) {
    case View::Kind::leaf: return leaf_text(values[0]);
    case View::Kind::tuple: return joined(view, values, "(", ")", "", value_text);
    case View::Kind::record: return joined(view, values, "{", "}", " = ", value_text);
    case View::Kind::sum: return sum_text(view, values);
    case View::Kind::array: return rows_text(view.parts[0].second, values, view.rank);
    case View::Kind::function: refuse_function();
  }
  return {};
}

}  // namespace

std::string type_text(const View& view, Values values) { return type_text(view, values, 0); }

std::size_t width(const View& view) {
  std::size_t sum = 0;
  switch (view.kind) {
    case View::Kind::leaf: return 1;
    case View::Kind::function: return 0;
    case View::Kind::tuple:
    case View::Kind::record:
    case View::Kind::array:
      for (const auto& part : view.parts) sum += width(part.second);
      return sum;
    case View::Kind::sum:
      for (const auto& constructor : view.constructors)
        for (const auto& payload : constructor.second) sum += width(payload);
      return sum + 1;
  }
  return sum;
}

std::string literal_definition(const std::string& name, const View& view, Values values) {
  return fmt::format("def {} : {} =\n  {}\n", name, type_text(view, values, 0),
                     value_text(view, values));
}

}  // namespace laguz::engine
