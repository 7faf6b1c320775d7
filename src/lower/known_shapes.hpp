// What lowering knows of arrays and numbers at the place where it is.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/builder.hpp"
#include "lower/values.hpp"

namespace laguz::lower {

/// Lengths of a flat value's dimensions, as far as they are known.
using Lengths = std::vector<std::optional<Atom>>;

/// Lengths of arrays, and which numbers are not negative. What stands in a body that is finished
/// is known no longer.
class KnownShapes {
 public:
  std::optional<Atom> length(const Atom& array, int dim) const;
  Lengths shape(const Atom& array) const;
  std::vector<Lengths> shapes(const Atoms& arrays) const;
  /// It is natural, too.
  void learn_length(const Atom& array, int dim, const Atom& length);
  /// [check], a variable of the body where that is, has been compared: it is known as long as that
  /// body lasts.
  void learn_checked_length(const Atom& array, int dim, const Atom& length, const Atom& check);
  /// [array] has the lengths of [other], as far as those are known.
  void learn_shape_of(const Atom& array, const Atom& other);

  bool is_natural(const Atom& atom) const;
  void learn_natural(const Atom& atom);

  /// Whether an atom may be used where we are.
  bool is_live(const Atom& atom) const;
  /// The body whose variables are [first] to [last] is finished.
  void retire(core::VarId first, core::VarId last);

 private:
  struct Known {
    Atom length;
    Atom since;  ///< a variable of the body that has checked it; a constant: known everywhere
  };
  std::unordered_map<std::uint64_t, Known> lengths_;          ///< by variable and dimension
  std::set<core::VarId> naturals_;                            ///< variables that are not negative
  std::vector<std::pair<core::VarId, core::VarId>> retired_;  ///< ids of finished bodies, sorted
};

}  // namespace laguz::lower
