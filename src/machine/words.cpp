#include <algorithm>

#include "machine/code.hpp"

namespace laguz::machine {
namespace {

/// Those before its lengths.
std::size_t first_of(const vcode::Unit::Array& array) {
  return array.origin == vcode::Unit::Origin::filled ? Words::kRoom + 1 : Words::kLengths;
}

}  // namespace

Words::Words(const vcode::Unit& unit, std::size_t numbers) : numbers(numbers) {
  for (const vcode::Site& site : unit.sites)
    this->numbers = std::max(this->numbers, site.numbers.size());
  inputs = kFailed + this->numbers;
  for (std::size_t i = 0; i < unit.inputs.size(); ++i)
    entries.push_back({unit.inputs[i].value, inputs + i});
  states = inputs + unit.inputs.size();
  notes = states + unit.loop.states.size();
  results = notes + unit.notes;
  size = results;
  for (const vcode::Function& function : unit.functions)
    if (!function.results.empty()) size = std::max(size, results + function.results.size() - 1);
  for (const vcode::Unit::Array& array : unit.arrays) {
    of_array.push_back(size);
    size += first_of(array);
    for (const auto* all : {&array.lengths, &array.strides})
      for (const vcode::Value number : *all) entries.push_back({number, size++});
  }
}

}  // namespace laguz::machine
