// Where what is the same in all iterations is checked.
#pragma once

#include <cstdint>

namespace laguz::core {

/// Before them, once; or in each of them, so that an error comes up in the iteration that it is of.
enum class Checks : std::uint8_t { before, in_each };

}  // namespace laguz::core
