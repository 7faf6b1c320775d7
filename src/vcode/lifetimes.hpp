// How long values of a unit are asked for.
#pragma once

#include <span>
#include <unordered_map>
#include <vector>

#include "vcode/code.hpp"

namespace laguz::vcode {

/// Of a unit that lives as long and does not change. Takes time in proportion to its steps.
class Lifetimes {
 public:
  explicit Lifetimes(const Unit& unit);
  /// Values that are given in the code of [step], by it or before it, and that nothing asks for
  /// after it: neither later steps, nor what follows that code, nor another iteration.
  std::span<const Value> end_at(const Step& step) const;

 private:
  class Walk;
  std::unordered_map<const Step*, std::vector<Value>> ends_;
};

}  // namespace laguz::vcode
