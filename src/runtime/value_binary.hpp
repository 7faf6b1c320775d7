// The binary format, version 2: `b`, the version, the rank, four characters of type, the
// dimensions as little-endian u64, and the elements row by row.
#pragma once

#include <cstddef>
#include <string_view>

#include "runtime/value_text.hpp"

namespace laguz::runtime {

/// Reads the value whose `b` is at [offset], and moves [offset] past it. Throws ReadError.
Value read_binary(std::string_view data, std::size_t& offset);

}  // namespace laguz::runtime
