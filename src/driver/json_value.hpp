// Values and diagnostics in JSON.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/ir.hpp"
#include "runtime/array.hpp"
#include "support/diagnostic.hpp"

namespace laguz::driver {

/// [values], which [view] covers: numbers, true and false; arrays and tuples in brackets; records
/// in braces; {"constructor": "c", "payload": [...]}. What no number of JSON's is, is "nan", "inf"
/// or
/// "-inf"; a function is null.
std::string json_value(const core::View& view, std::span<const runtime::Value> values);

/// {"severity": "error", "phase": "type", "file": ..., "line": ..., "column": ..., "end_line": ...,
/// "end_column": ..., "message": ..., "hint": ..., "stack": [places]}, without those that there are
/// not. Lines and columns, in bytes, begin with 1; the end is behind the last one.
std::string json_diagnostic(const support::Diagnostic& diagnostic);

/// [warnings] and then those of an error, as an array.
std::string json_diagnostics(const std::vector<support::Diagnostic>& warnings,
                             const support::UserError* error = nullptr);

}  // namespace laguz::driver
