// Values as their source types say: tuples, records and sums from flat columns.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "core/ir.hpp"
#include "runtime/array.hpp"
#include "runtime/value_text.hpp"

namespace laguz::driver {

/// Writes the text of [values], which [view] covers. In machine style the components of a tuple
/// have a line each, and no values have no text. With a [limit], arrays of more elements are shown
/// by their edges and their shape; 0 shows everything. Whether the text ends with such a shape, and
/// so the type of all of it.
bool print_view(runtime::Text& out, const core::View& view, std::span<const runtime::Value> values,
                runtime::Style style, std::int64_t limit = 0);
/// The same as a string: for what is short, or is needed as a whole.
std::string print_view(const core::View& view, std::span<const runtime::Value> values,
                       runtime::Style style, std::int64_t limit = 0);

/// The number of flat values that [view] covers.
std::size_t width(const core::View& view);

}  // namespace laguz::driver
