// Operators on rows that combine them element by element with a primitive.
#pragma once

#include <optional>
#include <vector>

#include "eval/node.hpp"

namespace laguz::eval {

struct RowOperator {
  core::Prim prim;
  core::Atoms widths;  ///< of its maps, from the outside in
};

/// That which [op] is, if it is one (or works on scalars).
std::optional<RowOperator> row_operator(const core::Lambda& op);

/// The same, ready to run.
struct RowKernel {
  prims::LaneKernel kernel = nullptr;
  std::vector<Slot> widths;

  /// Otherwise the operator is to say what is wrong.
  bool fits(const Frame& frame, const Shape& row) const {
    for (std::size_t d = 0; d < widths.size(); ++d)
      if (static_cast<std::int64_t>(frame.bits(widths[d])) != row[static_cast<int>(d)])
        return false;
    return true;
  }
};

}  // namespace laguz::eval
