// What test cases need of values: comparing, generating, reading data files.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "runtime/array.hpp"

namespace laguz::driver::testing {

/// The first difference, in words; nothing when they agree. Integers and booleans are equal; a
/// float agrees when NaN and infinities match and |got - expected| ≤ max(tolerance, tolerance ×
/// the largest expected element of the array), as upstream's tool has it.
std::optional<std::string> compare(const std::vector<runtime::Value>& expected,
                                   const std::vector<runtime::Value>& got, double tolerance);

/// Values of the types that a `random input` block lists, the same for the same text: integers
/// over their whole range, floats in [0, 1); literals stand for themselves.
std::vector<runtime::Value> generate(const std::string& types);

/// A float as a double; 0 for what is no float.
double as_double(support::Scalar s);

/// Contents of a data file, unpacked when its name ends in `.gz`. Throws UserError.
std::string read_data(const std::string& path);

}  // namespace laguz::driver::testing
