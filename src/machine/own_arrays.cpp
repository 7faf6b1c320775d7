#ifdef LAGUZ_ASMJIT
#include "machine/own_arrays.hpp"

#include <algorithm>

#include "vcode/elements.hpp"

namespace laguz::machine {

OwnArrays::OwnArrays(const vcode::Unit& unit) {
  const std::vector<bool> own = vcode::own_arrays(unit);
  const auto shared = vcode::changed_in(unit.before);
  for (vcode::ArrayNumber a = 0; a < unit.arrays.size(); ++a)
    if (own[a] && shared.count(a) == 0) own_.insert(a);
}

void OwnArrays::begin(vcode::ArrayNumber array) {
  Begun& begun = arrays_[array];
  begun.nest = nest_;
  begun.among = nullptr;
  begun.kept = false;
  if (std::find(begun.sides.begin(), begun.sides.end(), nest_) == begun.sides.end())
    begun.sides.push_back(nest_);
}

void OwnArrays::join(const void* yes, const void* no) {
  for (auto& [array, begun] : arrays_) {
    const auto is_from = [&](const void* side) {
      return std::any_of(begun.sides.begin(), begun.sides.end(), [&](const auto& nest) {
        return nest.size() == nest_.size() + 1 && nest.back().what == side &&
               std::equal(nest_.begin(), nest_.end(), nest.begin());
      });
    };
    if (is_from(yes) && is_from(no)) begun.nest = nest_;
  }
}

bool OwnArrays::is_begun(vcode::ArrayNumber array) const {
  const auto found = arrays_.find(array);
  if (found == arrays_.end()) return false;
  const std::vector<Around>& there = found->second.nest;
  return there.size() <= nest_.size() && std::equal(there.begin(), there.end(), nest_.begin());
}

bool OwnArrays::keep(vcode::ArrayNumber array) {
  if (!is_begun(array)) return false;
  Begun& begun = arrays_.at(array);
  const auto first = nest_.begin() + static_cast<std::ptrdiff_t>(begun.nest.size());
  if (first == nest_.end() || !first->varies) {
    const bool even =
        std::none_of(first, nest_.end(), [](const Around& one) { return one.varies; });
    begun.kept = true;
    return even && begun.among == nullptr;
  }
  const bool even =
      std::none_of(first + 1, nest_.end(), [](const Around& one) { return one.varies; });
  const bool alone = !begun.kept && (begun.among == nullptr || begun.among == first->what);
  begun.among = first->what;
  return even && alone;
}

bool OwnArrays::swap(vcode::ArrayNumber a, vcode::ArrayNumber b) {
  if (!is_begun(a) || !is_begun(b)) return false;
  Begun &one = arrays_.at(a), &other = arrays_.at(b);
  if (one.among != nullptr || other.among != nullptr) return false;
  const std::vector<Around>& outer = one.nest.size() < other.nest.size() ? one.nest : other.nest;
  const auto first = nest_.begin() + static_cast<std::ptrdiff_t>(outer.size());
  if (std::any_of(first, nest_.end(), [](const Around& around) { return around.varies; }))
    return false;
  one.nest = other.nest = std::vector<Around>(outer);
  return true;
}

}  // namespace laguz::machine
#endif
