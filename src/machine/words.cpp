#include <algorithm>

#include "machine/code.hpp"

namespace laguz::machine {

Words::Words(const vcode::Unit& unit) {
  std::size_t most = 0;
  for (const vcode::Site& site : unit.sites) most = std::max(most, site.numbers.size());
  inputs = kFailed + most;
  states = inputs + unit.inputs.size();
  arrays = states + unit.loop.states.size();
  size = arrays;
  for (const vcode::Unit::Array& array : unit.arrays)
    size += 1 + 2 * static_cast<std::size_t>(array.rank);
}

std::size_t Words::array(const vcode::Unit& unit, vcode::ArrayNumber number) const {
  std::size_t at = arrays;
  for (vcode::ArrayNumber a = 0; a < number; ++a)
    at += 1 + 2 * static_cast<std::size_t>(unit.arrays[a].rank);
  return at;
}

}  // namespace laguz::machine
