// Files of NumPy's: .npy.
#pragma once

#include <string>
#include <string_view>

#include "runtime/array.hpp"

namespace laguz::driver::data {

/// The array, or the number, in [bytes]. Throws UserError about [name] for what is no such file, or
/// has elements that are no scalars of ours.
runtime::Value read_npy(const std::string& name, std::string_view bytes);

/// The bytes of a file that has [value].
std::string npy_of(const runtime::Value& value);

}  // namespace laguz::driver::data
