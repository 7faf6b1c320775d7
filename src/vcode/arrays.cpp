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

void add_changed(const Code& code, std::unordered_set<ArrayNumber>& all) {
  for (const Step& step : code) {
    if (const Touch touched = touch(step.node); touched.changes) {
      all.insert(*touched.array);
      if (touched.other) all.insert(*touched.other);
    }
    if (const auto* branch = std::get_if<Branch>(&step.node)) {
      add_changed(branch->yes, all);
      add_changed(branch->no, all);
    }
    if (const auto* loop = std::get_if<Repeat>(&step.node)) {
      if (const auto* form = std::get_if<Repeat::While>(&loop->form))
        add_changed(form->condition, all);
      add_changed(loop->body, all);
    }
  }
}

}  // namespace

Touch touch(const Node& node) { return std::visit(Toucher{}, node); }

std::unordered_set<ArrayNumber> changed_in(const Code& code) {
  std::unordered_set<ArrayNumber> all;
  add_changed(code, all);
  return all;
}

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
