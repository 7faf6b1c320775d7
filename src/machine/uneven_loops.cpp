#ifdef LAGUZ_ASMJIT
#include "machine/uneven_loops.hpp"

#include <algorithm>

#include "prims/catalog.hpp"

namespace laguz::machine {
namespace {

bool is_difference(const vcode::Apply& e) {
  return e.prim.type == support::ScalarType::i64 && prims::op_of(e.prim) == prims::Op::sub;
}

bool keeps(const vcode::Code& code) {
  return std::any_of(code.begin(), code.end(), [](const vcode::Step& step) {
    if (const auto* loop = std::get_if<vcode::Repeat>(&step.node)) return keeps(loop->body);
    if (const auto* branch = std::get_if<vcode::Branch>(&step.node))
      return keeps(branch->yes) || keeps(branch->no);
    return std::holds_alternative<vcode::Keep>(step.node);
  });
}

}  // namespace

UnevenLoops::UnevenLoops(const vcode::Unit& unit) : uses_(vcode::uses(unit)) {
  collect(unit.before);
  collect(unit.loop);
}

void UnevenLoops::collect(const vcode::Repeat& loop) {
  if (const auto* form = std::get_if<vcode::Repeat::While>(&loop.form)) collect(form->condition);
  collect(loop.body);
}

void UnevenLoops::collect(const vcode::Code& code) {
  for (const vcode::Step& step : code) {
    if (const auto* loop = std::get_if<vcode::Repeat>(&step.node)) collect(*loop);
    if (const auto* branch = std::get_if<vcode::Branch>(&step.node)) {
      collect(branch->yes);
      collect(branch->no);
    }
    const auto* apply = std::get_if<vcode::Apply>(&step.node);
    if (apply == nullptr) continue;
    given_[apply->to] = apply;
    if (is_difference(*apply) && apply->args[1].value)
      from_[*apply->args[1].value].push_back(apply);
  }
}

std::vector<vcode::Value> UnevenLoops::falling_in(const vcode::Repeat& loop) const {
  const auto& form = std::get<vcode::Repeat::Upwards>(loop.form);
  const auto taken = from_.find(form.index);
  if (taken == from_.end() || uses_[form.index] != static_cast<int>(taken->second.size()) ||
      keeps(loop.body))
    return {};
  std::vector<vcode::Value> falling;
  for (const vcode::Apply* apply : taken->second) {
    if (!apply->args[0].value) return {};
    const auto last = given_.find(*apply->args[0].value);
    const bool is_last = last != given_.end() && is_difference(*last->second) &&
                         is_same(last->second->args[0], form.bound) && is(last->second->args[1], 1);
    if (!is_last) return {};
    falling.push_back(apply->to);
  }
  return falling;
}

}  // namespace laguz::machine
#endif
