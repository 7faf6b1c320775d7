// Soacs that could be one, but are not, and why: told in a profile.
#pragma once

#include <memory>
#include <vector>

#include "core/program.hpp"

namespace laguz::core::fusion {

/// What is in the way of a Soac and an earlier one of the same body, of which it reads what that
/// maps: so they stay two.
enum class Obstacle : std::uint8_t {
  none,
  width,       ///< nobody knows that they are of one
  shape,       ///< it reads the elements in another shape, or another order
  sequential,  ///< one is, the other is not
  checkpoint,  ///< one of them is to be computed again as it is
  calls,       ///< one calls functions, the other does not
  size,        ///< together they are large
  rows,        ///< one folds rows by an operator, the other has work of its own
  whole,       ///< it needs results of the first as a whole as well
  between,     ///< it needs what is made of these before it, as their sum
  order,       ///< what they, or those between them, do has an order
  error,       ///< an error between them comes first
  far,         ///< there is too much between them
  products,    ///< they have been one, but for the kernel that a product has
  row_maps,    ///< they have been one, of numbers and rows
};

/// Whether they could not be one whatever fusion did: what they compute is in the way.
bool is_inherent(Obstacle why);

/// A variable of its lambda, by which one knows it; 0: it has none.
VarId soac_id(const Soac& soac);

/// Two Soacs of a body that could be one, but are not.
struct LeftApart {
  VarId reader = 0, maker = 0;  ///< their soac_id
  Span span{};                  ///< the maker's statement
  std::shared_ptr<const CallSite> inlined_at{};
  Obstacle why = Obstacle::none;  ///< none: nobody knows
};
/// Of [body] and its inner bodies, when all has been done.
std::vector<LeftApart> left_apart(Body body);

}  // namespace laguz::core::fusion
