// Which arrays steps touch, and which are the same memory.
#include <map>
#include <utility>

#include "vcode/code.hpp"

namespace laguz::vcode {
namespace {

struct Toucher {
  Touch operator()(const Load& e) const { return {e.array, {}, true, false}; }
  Touch operator()(const Store& e) const { return {e.array, {}, false, true}; }
  Touch operator()(const Keep& e) const { return {e.array, {}, true, true}; }
  Touch operator()(const Reserve& e) const { return {e.array, {}, false, true}; }
  Touch operator()(const Swap& e) const { return {e.a, e.b, true, true}; }
  Touch operator()(const Clear& e) const { return {e.array, {}, false, true}; }
  Touch operator()(const Count& e) const { return {e.array, {}, true, false}; }
  Touch operator()(const Apply&) const { return {}; }
  Touch operator()(const Inside&) const { return {}; }
  Touch operator()(const Note&) const { return {}; }
  Touch operator()(const Invoke&) const { return {}; }
  Touch operator()(const Check&) const { return {}; }
  Touch operator()(const Branch&) const { return {}; }
  Touch operator()(const Repeat&) const { return {}; }
};

}  // namespace

Touch touch(const Node& node) { return std::visit(Toucher{}, node); }

std::vector<ArrayNumber> memories(const Unit& unit) {
  std::vector<ArrayNumber> all;
  std::map<std::pair<core::VarId, std::size_t>, ArrayNumber> sums;
  for (ArrayNumber a = 0; a < unit.arrays.size(); ++a) {
    const Unit::Array& array = unit.arrays[a];
    const bool is_sum = array.origin == Unit::Origin::sum;
    all.push_back(is_sum ? sums.try_emplace({array.var, array.part}, a).first->second : a);
  }
  return all;
}

}  // namespace laguz::vcode
