// Loops of a map that go backwards: `for i < n` that asks for n - 1 - i alone.
#pragma once

#include <unordered_map>
#include <vector>

#include "vcode/code.hpp"

namespace laguz::machine {

/// Of a unit that lives as long and does not change. Takes time in proportion to its steps.
class UnevenLoops {
 public:
  explicit UnevenLoops(const vcode::Unit& unit);
  /// All values that are the last index of [loop], which counts upwards, minus the present one;
  /// none if that is asked for otherwise, too, or if iterations keep something: lanes that begin
  /// later would have kept less.
  std::vector<vcode::Value> falling_in(const vcode::Repeat& loop) const;

 private:
  void collect(const vcode::Code& code);
  void collect(const vcode::Repeat& loop);

  std::unordered_map<vcode::Value, const vcode::Apply*> given_{};
  std::unordered_map<vcode::Value, std::vector<const vcode::Apply*>> from_{};  ///< by what is taken
  std::vector<int> uses_;
};

}  // namespace laguz::machine
