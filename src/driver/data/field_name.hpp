// Names in files, as names in programs.
#pragma once

#include <string>
#include <string_view>

namespace laguz::driver::data {

/// What the field of a record is called that [written], a column or a key of an object, becomes:
/// the same if it may be a name, or else one much like it, such as `length_cm` for `length (cm)`,
/// `x2020` for `2020` and `type_` for `type`.
std::string field_name(std::string_view written);

}  // namespace laguz::driver::data
