#include <algorithm>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "driver/data/field_name.hpp"
#include "driver/data/numbers.hpp"
#include "driver/data/readers.hpp"
#include "driver/data/refuse.hpp"
#include "runtime/value_text.hpp"
#include "support/governor.hpp"

namespace laguz::driver::data {
namespace {

using core::View;
using runtime::Array;
using runtime::Shape;
using runtime::Value;
using support::Scalar;
using support::ScalarType;

struct Table {
  std::vector<std::string> names;  ///< of columns, as fields; none if there is no line of them
  std::vector<std::vector<std::string>> rows;
  std::size_t first = 1;  ///< line of the first row
};

std::string trimmed(std::string_view text) {
  const auto from = text.find_first_not_of(" \t\r");
  if (from == std::string_view::npos) return {};
  return std::string(text.substr(from, text.find_last_not_of(" \t\r") - from + 1));
}

std::vector<std::string> cells_of(std::string_view line, char separator) {
  std::vector<std::string> cells;
  std::string cell;
  bool quoted = false;
  for (const char c : line) {
    if (c == '"') {
      quoted = !quoted;
    } else if (c == separator && !quoted) {
      cells.push_back(trimmed(cell));
      cell.clear();
    } else {
      cell += c;
    }
  }
  cells.push_back(trimmed(cell));
  return cells;
}

std::optional<Scalar> scalar_in(const std::string& cell, ScalarType type) {
  if (type == ScalarType::boolean) {
    if (cell == "true" || cell == "false") return Scalar::boolean(cell == "true");
    return std::nullopt;
  }
  const char* const end = cell.data() + cell.size();
  const char* const begin = cell.data() + (cell.starts_with('+') ? 1 : 0);
  std::int64_t whole = 0;
  if (const auto [at, error] = std::from_chars(begin, end, whole);
      error == std::errc() && at == end)
    return scalar_of(type, whole);
  double number = 0;  // (nan and inf, too)
  if (const auto [at, error] = std::from_chars(begin, end, number);
      error == std::errc() && at == end)
    return scalar_of(type, number);
  return std::nullopt;
}

Table table_in(const std::string& name, std::string_view text) {
  Table table;
  std::size_t number = 0;
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  const std::string_view first = text.substr(0, text.find('\n'));
  char separator = ',';
  for (const char c : {';', '\t'})
    if (first.find(',') == std::string_view::npos && first.find(c) != std::string_view::npos)
      separator = c;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    ++number;
    constexpr std::int64_t kNanoseconds = 200;
    support::spend(kNanoseconds);
    if (trimmed(line).empty()) continue;
    auto cells = cells_of(line, separator);
    const bool names =
        table.rows.empty() && table.names.empty() &&
        std::any_of(cells.begin(), cells.end(), [](const std::string& cell) {
          return !scalar_in(cell, ScalarType::f64) && !scalar_in(cell, ScalarType::boolean);
        });
    if (names) {
      for (std::size_t i = 0; i < cells.size(); ++i)
        table.names.push_back(
            field_name(cells[i].empty() ? fmt::format("column_{}", i + 1) : cells[i]));
      table.first = number + 1;
      continue;
    }
    const std::size_t wanted = !table.names.empty() ? table.names.size()
                               : table.rows.empty() ? cells.size()
                                                    : table.rows[0].size();
    if (cells.size() != wanted)
      refuse(name,
             fmt::format("line {} has {} columns instead of {}.", number, cells.size(), wanted));
    table.rows.push_back(std::move(cells));
  }
  return table;
}

Scalar cell_of(const std::string& name, const Table& table, std::size_t row, std::size_t column,
               ScalarType type) {
  const auto found = scalar_in(table.rows[row][column], type);
  if (found) return *found;
  const std::string& cell = table.rows[row][column];
  const std::string where = table.names.empty() ? std::to_string(column + 1) : table.names[column];
  const bool is_number = scalar_in(cell, ScalarType::f64).has_value();
  refuse(name,
         cell.empty() ? fmt::format("row {}, column {}, is empty.", row + 1, where)
                      : fmt::format("\"{}\" in row {}, column {}, is no {}.", cell, row + 1, where,
                                    support::name(type)),
         cell.empty() ? "a number that is missing is written nan."
         : is_number  ? ""
                      : "a table is of numbers; a column of text is to be left out.");
}

Array column_of(const std::string& name, const Table& table, std::size_t column, ScalarType type) {
  Array array = Array::zeros(type, Shape{static_cast<std::int64_t>(table.rows.size())});
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    const auto i = static_cast<std::int64_t>(row);
    array.set({&i, 1}, cell_of(name, table, row, column, type));
  }
  return array;
}

std::vector<Value> columns_by_name(const std::string& name, const Table& table, const View& record,
                                   int rank) {
  std::vector<Value> values;
  for (const auto& [field, part] : record.parts) {
    if (part.kind != View::Kind::leaf || part.leaf.rank != rank)
      refuse(name, fmt::format("the field {} is no column of numbers.", field));
    const auto found = std::find(table.names.begin(), table.names.end(), field);
    if (found == table.names.end()) refuse(name, fmt::format("no column is called {}.", field));
    values.emplace_back(column_of(
        name, table, static_cast<std::size_t>(found - table.names.begin()), part.leaf.elem));
  }
  return values;
}

std::int64_t columns_in(const Table& table) {
  return static_cast<std::int64_t>(table.rows.empty() ? table.names.size() : table.rows[0].size());
}

Array matrix_of(const std::string& name, const Table& table, ScalarType type) {
  Array array =
      Array::zeros(type, Shape{static_cast<std::int64_t>(table.rows.size()), columns_in(table)});
  for (std::size_t row = 0; row < table.rows.size(); ++row)
    for (std::size_t column = 0; column < table.rows[row].size(); ++column) {
      const std::int64_t index[] = {static_cast<std::int64_t>(row),
                                    static_cast<std::int64_t>(column)};
      array.set(index, cell_of(name, table, row, column, type));
    }
  return array;
}

View leaf_view(ScalarType type, int rank) {
  View view;
  view.leaf = {type, static_cast<std::uint8_t>(rank), false};
  return view;
}

}  // namespace

std::vector<Value> read_csv(const std::string& name, std::string_view text, const View& view) {
  const Table table = table_in(name, text);
  const bool leaf = view.kind == View::Kind::leaf;
  if (leaf && view.leaf.rank == 2) return {matrix_of(name, table, view.leaf.elem)};
  if (leaf && view.leaf.rank < 2) {
    const Array all = matrix_of(name, table, view.leaf.elem);
    if (view.leaf.rank == 1 && (all.shape()[0] == 1 || all.shape()[1] == 1))
      return {all.reshape(Shape{all.size()})};
    constexpr std::int64_t kFirst[] = {0, 0};
    if (view.leaf.rank == 0 && all.size() == 1) return {all.get(kFirst)};
    refuse(name, fmt::format("it has {} rows and {} columns.", all.shape()[0], all.shape()[1]));
  }
  if (view.kind == View::Kind::record) return columns_by_name(name, table, view, 1);
  if (view.kind == View::Kind::array && view.rank == 1 &&
      view.parts[0].second.kind == View::Kind::record)
    return columns_by_name(name, table, view.parts[0].second, 0);
  refuse(name, "a table is a matrix, a vector, a record of vectors or a vector of records.");
}

Typed read_csv(const std::string& name, std::string_view text) {
  const Table table = table_in(name, text);
  if (table.names.empty())
    return {leaf_view(ScalarType::f64, 2), {matrix_of(name, table, ScalarType::f64)}};
  std::vector<std::string> fields = table.names;
  std::sort(fields.begin(), fields.end());
  if (const auto twice = std::adjacent_find(fields.begin(), fields.end()); twice != fields.end())
    refuse(name, fmt::format("two columns are called {}.", *twice));
  View view;
  view.kind = View::Kind::record;
  for (const std::string& field : fields)
    view.parts.emplace_back(field, leaf_view(ScalarType::f64, 1));
  return {view, columns_by_name(name, table, view, 1)};
}

Value with_type(const std::string& name, const Value& value, ScalarType type) {
  const auto converted = [&](const Scalar& scalar) {
    const auto found = scalar_of(type, scalar);
    if (!found)
      refuse(name, fmt::format("{} is no {}.", runtime::print(scalar, runtime::Style::machine),
                               support::name(type)));
    return *found;
  };
  if (const auto* scalar = std::get_if<Scalar>(&value)) return converted(*scalar);
  const auto& array = std::get<Array>(value);
  if (array.type() == type) return value;
  const Array flat = array.reshape(Shape{array.size()});
  Array out = Array::zeros(type, flat.shape());
  for (std::int64_t i = 0; i < flat.size(); ++i) {
    constexpr std::int64_t kNanoseconds = 50;
    support::spend(kNanoseconds);
    out.set({&i, 1}, converted(flat.get({&i, 1})));
  }
  return out.reshape(array.shape());
}

std::string csv_of(const std::string& name, const View& view, const std::vector<Value>& values) {
  const View& record = view.kind == View::Kind::array ? view.parts[0].second : view;
  std::vector<std::string> names;
  std::vector<Array> columns;
  if (view.kind == View::Kind::leaf && view.leaf.rank == 2) {
    const auto& matrix = std::get<Array>(values[0]);
    for (std::int64_t c = 0; c < matrix.shape()[1]; ++c) {
      columns.push_back(matrix.slice(1, c, 1, 1).reshape(Shape{matrix.length()}));
    }
  } else if (view.kind == View::Kind::leaf && view.leaf.rank == 1) {
    columns.push_back(std::get<Array>(values[0]));
  } else if (record.kind == View::Kind::record || record.kind == View::Kind::tuple) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      const auto* array = std::get_if<Array>(&values[i]);
      if (array == nullptr || array->rank() != 1 || i >= record.parts.size() ||
          record.parts[i].second.kind != View::Kind::leaf ||
          array->length() != std::get<Array>(values[0]).length())
        refuse(name, "only vectors of the same length are columns of a table.");
      if (record.kind == View::Kind::record) names.push_back(record.parts[i].first);
      columns.push_back(*array);
    }
  } else {
    refuse(name, "a table has vectors, a matrix, or a record of vectors.");
  }
  std::string text = names.empty() ? "" : fmt::format("{}\n", fmt::join(names, ","));
  const std::int64_t rows = columns.empty() ? 0 : columns[0].length();
  for (std::int64_t i = 0; i < rows; ++i)
    for (std::size_t c = 0; c < columns.size(); ++c) {
      std::string cell = runtime::print(columns[c].get({&i, 1}), runtime::Style::human);
      // (f64.nan)
      if (support::is_float(columns[c].type()))
        if (const auto at = cell.find('f'); at != std::string::npos)
          cell.erase(at, cell.find('.') + 1 - at);
      text += cell + (c + 1 < columns.size() ? ',' : '\n');
    }
  return text;
}

}  // namespace laguz::driver::data
