// Values as their source types say: tuples, records and sums from flat columns.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/ir.hpp"
#include "runtime/array.hpp"
#include "runtime/value_text.hpp"

namespace laguz::driver {

struct ViewOptions {
  /// Arrays of more elements are shown by their edges and their shape; 0: everything is shown.
  std::int64_t limit = 0;
  /// For each flat value: is it shown as a string, if it is bytes that are the text of one? None:
  /// nothing is.
  std::vector<bool> strings{};
  /// Floats are rounded to so many significant digits; 0: they are not.
  int digits = 0;
  /// Numbers in the columns of matrices stand below one another.
  bool aligned = false;
};

/// Writes the text of [values], which [view] covers. In machine style the components of a tuple
/// have a line each, and no values have no text. Whether the text ends with a shape, for something
/// has been left out, and so with the type of all of it.
bool print_view(runtime::Text& out, const core::View& view, std::span<const runtime::Value> values,
                runtime::Style style, const ViewOptions& options = {});
/// The same as a string: for what is short, or is needed as a whole.
std::string print_view(const core::View& view, std::span<const runtime::Value> values,
                       runtime::Style style, const ViewOptions& options = {});

}  // namespace laguz::driver
