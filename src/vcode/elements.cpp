#include "vcode/elements.hpp"

#include <iterator>

namespace laguz::vcode {

std::vector<bool> own_arrays(const Unit& unit) {
  std::vector<bool> own;
  for (const Unit::Array& array : unit.arrays)
    own.push_back(array.origin == Unit::Origin::filled && array.lengths.empty());
  for (const Unit::Kept& kept : unit.kept) own[kept.array] = false;
  return own;
}

void KnownElements::store(ArrayNumber array, const Operand& at, const Operand& value) {
  if (!own_[array]) return;
  auto& known = elements_[array];
  if (at.value) known.clear();
  // (A constant place may be what any value is.)
  if (!at.value)
    for (auto it = known.begin(); it != known.end();)
      it = it->first.first ? known.erase(it) : std::next(it);
  known[place(at)] = value;
}

std::optional<Operand> KnownElements::load(ArrayNumber array, const Operand& at) const {
  const auto known = elements_.find(array);
  if (known == elements_.end()) return {};
  const auto found = known->second.find(place(at));
  return found == known->second.end() ? std::nullopt : std::optional(found->second);
}

void KnownElements::forget_changed_in(const Code& code) {
  for (const ArrayNumber array : changed_in(code)) forget(array);
}

}  // namespace laguz::vcode
