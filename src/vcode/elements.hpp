// What elements of arrays are known to be.
#pragma once

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "vcode/code.hpp"

namespace laguz::vcode {

/// Arrays that the unit fills and that nobody else sees: not the loop's states, nor what it keeps.
std::vector<bool> own_arrays(const Unit& unit);

/// Of arrays of its own of a unit that is followed step by step. Places are the same if they are
/// the same operand.
class KnownElements {
 public:
  explicit KnownElements(const Unit& unit) : own_(own_arrays(unit)) {}

  void store(ArrayNumber array, const Operand& at, const Operand& value);
  std::optional<Operand> load(ArrayNumber array, const Operand& at) const;
  /// What it has is not known from here on.
  void forget(ArrayNumber array) { elements_.erase(array); }
  void forget_changed_in(const Code& code);
  /// Elements that are stored in [what], a branch, a loop's body or a function's, are values that
  /// nothing outside of it may ask for.
  template <class F>
  void apart(const F& what) {
    auto before = elements_;
    what();
    elements_ = std::move(before);
  }

 private:
  /// The value, if it is one; and the constant.
  using Place = std::pair<std::optional<Value>, std::uint64_t>;
  static Place place(const Operand& at) { return {at.value, at.bits}; }

  std::vector<bool> own_;
  std::map<ArrayNumber, std::map<Place, Operand>> elements_{};
};

}  // namespace laguz::vcode
