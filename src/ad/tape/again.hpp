// What of an iteration is known from its number, and need not be kept.
#pragma once

#include <functional>
#include <vector>

#include "core/walk.hpp"

namespace laguz::ad::tape {

/// Finds what computes variables of a loop's body from the number of the iteration and from what is
/// bound around the loop.
class Again {
 public:
  /// Whether a variable from around all loops is a range, or is one in every iteration around.
  using IsRange = std::function<bool(core::VarId)>;
  /// [around]: of the loop around this one, if there is one.
  Again(const core::Loop& loop, const Again* around, IsRange is_range)
      : loop_(loop), around_(around), is_range_(std::move(is_range)) {}

  /// Adds to [stms] what computes [var], which the loop's body binds, if that is a few operations
  /// on numbers; statements that are there already are not repeated. Whether it is.
  bool add(core::VarId var, std::vector<core::Stm>& stms) const;

 private:
  bool reach(const core::Atom& atom, std::vector<core::Stm>& stms) const;
  bool is_range(core::VarId array) const;

  const core::Loop& loop_;
  const Again* around_;
  IsRange is_range_;
};

}  // namespace laguz::ad::tape
