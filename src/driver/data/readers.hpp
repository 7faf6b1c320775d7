// Values of a type that is known, from JSON and from tables.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/ir.hpp"
#include "runtime/array.hpp"

namespace laguz::driver::data {

/// A type, and the flat values of a value of it.
struct Typed {
  core::View view;
  std::vector<runtime::Value> values;
};

/// [value], a number or an array of numbers, with another type of elements. Throws UserError, about
/// [name], where a number would become another one; floats may be rounded.
runtime::Value with_type(const std::string& name, const runtime::Value& value,
                         support::ScalarType type);

/// JSON: numbers (and "nan", "inf", "-inf"), true and false, lists for arrays and tuples, strings
/// for bytes, objects for records, and for sums as `--json` writes them. Throws UserError about
/// [name].
std::vector<runtime::Value> read_json(const std::string& name, std::string_view text,
                                      const core::View& view);
/// The same without a type: numbers are f64, or i64 if none of those beside it has a point.
Typed read_json(const std::string& name, std::string_view text);

/// Numbers in rows, between commas (semicolons, tabs), below a line of names if there is one. They
/// are a matrix; a vector, if that is wanted and there is one row or column; columns by their names
/// for a record of vectors, or a vector of records. Throws UserError about [name].
std::vector<runtime::Value> read_csv(const std::string& name, std::string_view text,
                                     const core::View& view);
/// The same without a type: a record of vectors of f64 if the columns have names, else a matrix.
Typed read_csv(const std::string& name, std::string_view text);

/// A table of [values], as read_csv takes them. Throws UserError about [name] for other values.
std::string csv_of(const std::string& name, const core::View& view,
                   const std::vector<runtime::Value>& values);

}  // namespace laguz::driver::data
