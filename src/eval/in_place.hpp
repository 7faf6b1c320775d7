// Maps whose results are written over what they read: a with [i:j] = map2 (+) a[i:j] b, as in the
// way back through slices. The result goes there at once, and the update finds it there.
#pragma once

#include <optional>

#include "eval/frame.hpp"

namespace laguz::eval {

/// The array that is updated by the next statement, and the part of it that is: an operand, which
/// dies. Neither is used otherwise.
struct InPlace {
  Slot whole = 0, part = 0;

  /// Where the elements may be written, each after it has been read: if nobody else holds the
  /// array. Neither changes.
  std::optional<runtime::Array> place(Frame& frame) const;
};

}  // namespace laguz::eval
