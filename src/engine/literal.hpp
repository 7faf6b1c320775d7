// Values as the expressions that they would be written as.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "core/ir.hpp"
#include "runtime/array.hpp"

namespace laguz::engine {

/// The number of flat values that [view] covers.
std::size_t width(const core::View& view);

/// The type of [values], which [view] covers, with their lengths.
std::string type_text(const core::View& view, std::span<const runtime::Value> values);

/// A definition of [name] as [values], which [view] covers, with its type. Throws UserError if
/// there are functions in it.
std::string literal_definition(const std::string& name, const core::View& view,
                               std::span<const runtime::Value> values);

}  // namespace laguz::engine
