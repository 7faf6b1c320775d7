// Values as text and in Futhark's binary format.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "runtime/array.hpp"
#include "runtime/text.hpp"

namespace laguz::runtime {

/// Machine text has type suffixes (`1i32`, `empty([0]i32)`), human text has none (`1`, `[]`).
enum class Style : std::uint8_t { machine, human };

std::string print(const Value& value, Style style);
std::string print(Scalar value, Style style);
/// Rows of an array have lines of their own, aligned, unless [flat].
void print_to(Text& out, const Value& value, Style style, bool flat = false);
void print_to(Text& out, Scalar value, Style style);

struct ReadError {
  std::size_t offset;   ///< byte in the input
  std::string message;  ///< what was expected and found
};

/// What becomes of an integer in a text that its type cannot hold. Upstream wraps it around, and
/// the expected values of some tests count on that; a user's data is better rejected.
enum class Overflow : std::uint8_t { fails, wraps };

/// All values of a data file, text and binary (version 2) mixed, `--` comments skipped.
/// Throws UserError "Incorrectly formatted input data." plus place and reason.
/// Untyped numbers are i32 and f64, as upstream.
std::vector<Value> read_values(std::string_view data, Overflow overflow = Overflow::fails);

/// As `read_values`, but says what is wrong instead of throwing.
std::variant<std::vector<Value>, ReadError> try_read_values(std::string_view data,
                                                            Overflow overflow = Overflow::fails);

/// For each value of a text: is it a number, or an array of numbers, whose type is not written, so
/// that it is i32 or f64?
std::vector<bool> untyped_numbers(std::string_view data);

/// Binary format, version 2.
void binary_to(Text& out, const Value& value);
std::string to_binary(const Value& value);

}  // namespace laguz::runtime
