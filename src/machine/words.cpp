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
  arrays = notes + unit.notes;
  size = arrays;
  for (const vcode::Unit::Array& array : unit.arrays) size += size_of(array);
}

std::size_t Words::array(const vcode::Unit& unit, vcode::ArrayNumber number) const {
  std::size_t at = arrays;
  for (vcode::ArrayNumber a = 0; a < number; ++a) at += size_of(unit.arrays[a]);
  return at;
}

}  // namespace laguz::machine
