// What of an iteration is known from its number, and need not be kept.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "core/walk.hpp"

namespace laguz::ad::tape {

/// What every iteration of [loop] adds to its parameter [k], an integer: a constant, or something
/// from around. So it is known from the number of the iteration.
std::optional<core::Atom> added_to(const core::Loop& loop, std::size_t k);

/// Finds what computes variables of a loop's body from the number of the iteration and what is
/// bound around the loop.
class Again {
 public:
  /// Of the outermost loop.
  struct Known {
    std::function<bool(core::VarId)> is_range;    ///< a variable from around it
    std::function<bool(core::VarId)> is_counted;  ///< a parameter: known from the number
  };
  Again(const core::Loop& loop, Known known) : loop_(loop), known_(std::move(known)) {}
  Again(const core::Loop& loop, const Again& around) : loop_(loop), around_(&around) {}

  /// Adds to [stms] what computes [var], which the loop's body binds, if that is a few operations
  /// on numbers; statements that are there already are not repeated. Whether it is.
  bool add(core::VarId var, std::vector<core::Stm>& stms) const;

 private:
  bool reach(const core::Atom& atom, std::vector<core::Stm>& stms) const;
  bool is_range(core::VarId array) const;
  bool is_outside(const core::Atom& array) const;

  const core::Loop& loop_;
  const Again* around_ = nullptr;
  Known known_{};
};

}  // namespace laguz::ad::tape
