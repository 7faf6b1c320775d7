// Values as text and in Futhark's binary format.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "runtime/array.hpp"

namespace laguz::runtime {

/// Machine text has type suffixes (`1i32`, `empty([0]i32)`), human text has none (`1`, `[]`).
enum class Style : std::uint8_t { machine, human };

std::string print(const Value& value, Style style);
std::string print(Scalar value, Style style);

struct ReadError {
  std::size_t offset;   ///< byte in the input
  std::string message;  ///< what was expected and found
};

/// All values of a data file, text and binary (version 2) mixed, `--` comments skipped.
/// Throws UserError "Incorrectly formatted input data." plus place and reason.
/// Untyped numbers are i32 and f64, as upstream.
std::vector<Value> read_values(std::string_view data);

/// Binary format, version 2.
std::string to_binary(const Value& value);

}  // namespace laguz::runtime
