// Arrays moved by the shifts of a stencil. Only core/ includes this.
#pragma once

#include <vector>

#include "core/builder.hpp"
#include "core/stencils/places.hpp"

namespace laguz::core::stencils {

/// What some iterations add: to each place that is in the target of a box what [values] holds
/// there. The targets do not meet.
struct Shifted {
  Atom values;
  std::vector<Box> boxes;

  bool has_room(const Box& box) const;
  /// It is [values] itself.
  bool is_all(const Levels& levels, const Atoms& lengths) const;
};

/// The array, of [lengths], zeros where no box is. One pass over it, and one over each box.
Atom write(Builder& b, const Shifted& shifted, const Levels& levels, const Atoms& lengths);

/// [sums], of [lengths], with what these iterations add added to it: in its place, box by box.
Atom add_to(Builder& b, Atom sums, const Shifted& shifted, const Levels& levels,
            const Atoms& lengths);

/// Elementwise, from the first one to the last one; all of [lengths].
Atom sum(Builder& b, const Atoms& arrays, const Atoms& lengths);

}  // namespace laguz::core::stencils
