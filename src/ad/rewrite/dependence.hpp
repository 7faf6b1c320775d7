// How the values of a body depend on what it is differentiated by, column by column.
#pragma once

#include <compare>
#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/ir.hpp"
#include "support/function_ref.hpp"

namespace laguz::ad::rewrite {

/// How a value depends on the inputs.
struct Dependence {
  bool varies = false;   ///< at all
  bool rounded = false;  ///< it is an integer or a truth, and was a float on the way

  auto operator<=>(const Dependence&) const = default;
  Dependence operator|(const Dependence& other) const {
    return {varies || other.varies, rounded || other.rounded};
  }
  /// As far as a value of [type] can.
  Dependence of(core::Type type) const {
    return {varies, rounded && !support::is_float(type.elem)};
  }
};
using Columns = std::vector<Dependence>;

/// What counts as depending on something.
enum class Ways : std::uint8_t {
  slopes,  ///< what derivatives pass through
  /// Also where a float has become an integer or has been rounded, and what that decides: an index,
  /// a length, a branch. Comparisons of floats do not count.
  passages,
};

/// What a function does, by what its arguments depend on. A column that is not there depends on
/// nothing.
struct Effects {
  Columns results;
  std::vector<Columns> added;  ///< for each parameter: if it is an accumulator, to its arrays

  bool operator==(const Effects&) const = default;
};

/// Takes in more; says whether there was more.
bool join(Columns& all, const Columns& more);
bool join(Effects& all, const Effects& more);

/// What is known of the variables of a body, and of bodies inside of it. It only grows.
class Dependences {
 public:
  /// What a call does to which such arguments are given.
  using Called = support::FunctionRef<const Effects&(core::FunId, const Columns&)>;

  explicit Dependences(Ways ways = Ways::slopes) : ways_(ways) {}

  void depend(const core::Binder& binder, Dependence on);
  /// Reads [body], whose free variables are known: what its results depend on. Takes time in
  /// proportion to the body, times the loops that are nested in it.
  Columns read(const core::Body& body, Called called);

  Dependence of(const core::Atom& atom) const;
  Columns of_each(const core::Atoms& atoms) const;
  /// What is added to an accumulator.
  Columns added_to(core::VarId acc) const;

 private:
  class Reader;

  Ways ways_;
  std::unordered_set<core::VarId> varying_, rounded_;
  std::unordered_map<core::VarId, Columns> added_;
};

/// From an integer or a truth to a float, with a derivative or without.
bool is_to_float(prims::Prim prim);

}  // namespace laguz::ad::rewrite
