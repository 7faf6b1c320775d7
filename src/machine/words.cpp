#include <algorithm>

#include "machine/code.hpp"

namespace laguz::machine {
namespace {

std::size_t size_of(const vcode::Unit::Array& array) {
  if (array.origin == vcode::Unit::Origin::filled) return 1 + Words::kRoom + array.lengths.size();
  return Words::kLengths + array.lengths.size() + array.strides.size();
}

}  // namespace

Words::Words(const vcode::Unit& unit) {
  std::size_t most = 0;
  for (const vcode::Site& site : unit.sites) most = std::max(most, site.numbers.size());
  inputs = kFailed + most;
  states = inputs + unit.inputs.size();
  notes = states + unit.loop.states.size();
  size = notes + unit.notes;
  for (const vcode::Unit::Array& array : unit.arrays) {
    of_array.push_back(size);
    size += size_of(array);
  }
}

}  // namespace laguz::machine
