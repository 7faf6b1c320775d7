#ifdef LAGUZ_ASMJIT
#include "machine/own_arrays.hpp"

#include <algorithm>

namespace laguz::machine {
namespace {

/// Arrays that [code] makes or writes to.
void changed_in(const vcode::Code& code, std::unordered_set<vcode::ArrayNumber>& all) {
  for (const vcode::Step& step : code) {
    if (const auto* store = std::get_if<vcode::Store>(&step.node)) all.insert(store->array);
    if (const auto* keep = std::get_if<vcode::Keep>(&step.node)) all.insert(keep->array);
    if (const auto* made = std::get_if<vcode::Reserve>(&step.node)) all.insert(made->array);
    if (const auto* loop = std::get_if<vcode::Repeat>(&step.node)) changed_in(loop->body, all);
    if (const auto* branch = std::get_if<vcode::Branch>(&step.node)) {
      changed_in(branch->yes, all);
      changed_in(branch->no, all);
    }
  }
}

}  // namespace

OwnArrays::OwnArrays(const vcode::Unit& unit) {
  std::unordered_set<vcode::ArrayNumber> others;
  changed_in(unit.before, others);
  for (const vcode::Unit::Kept& kept : unit.kept) others.insert(kept.array);
  for (vcode::ArrayNumber a = 0; a < unit.arrays.size(); ++a) {
    const vcode::Unit::Array& array = unit.arrays[a];
    if (array.origin == vcode::Unit::Origin::filled && array.lengths.empty() &&
        others.count(a) == 0)
      own_.insert(a);
  }
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
