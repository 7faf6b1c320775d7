// What iterations side by side do one after the other.
#ifdef LAGUZ_ASMJIT
#include "machine/planner.hpp"

#include "machine/vector_prims.hpp"
#include "prims/catalog.hpp"

namespace laguz::machine {

using prims::Op;
using support::ScalarType;
using vcode::Code;
using vcode::Operand;
using vcode::Value;
using Kind = Spread::Kind;

bool Planner::touches_own(const vcode::Step& step) const {
  const auto* load = std::get_if<vcode::Load>(&step.node);
  const auto* store = std::get_if<vcode::Store>(&step.node);
  const auto* keep = std::get_if<vcode::Keep>(&step.node);
  return (load && is_own(load->array)) || (store && is_own(store->array)) ||
         (keep && is_own(keep->array));
}

bool Planner::is_ordered(const Code& code) const {
  return std::any_of(code.begin(), code.end(), [&](const auto& step) { return is_ordered(step); });
}

bool Planner::is_ordered(const vcode::Step& step) const {
  const auto folds = [&](const Operand& arg) { return is_folded(arg); };
  if (const auto* apply = std::get_if<vcode::Apply>(&step.node))
    return std::any_of(apply->args.begin(), apply->args.end(), folds);
  if (const auto* load = std::get_if<vcode::Load>(&step.node))
    return is_ordered(load->array) || folds(load->at);
  if (const auto* store = std::get_if<vcode::Store>(&step.node)) return is_ordered(store->array);
  if (const auto* keep = std::get_if<vcode::Keep>(&step.node)) return is_ordered(keep->array);
  if (const auto* branch = std::get_if<vcode::Branch>(&step.node))
    return folds(branch->condition) || is_ordered(branch->yes) || is_ordered(branch->no);
  return false;
}

void Planner::in_order(const vcode::Step& step, Where where) {
  if (where.masked || where.repeated || where.chosen) return refuse();
  if (const auto sum = addition(step)) {
    writes_ = true;
    for (const Operand& one : {sum->within(), sum->store().at, sum->what()}) fold(one, plan_.sums);
    for (const Value value : {sum->load().to, sum->sum().to})
      plan_.spreads[value] = {Kind::folded, {}};
    plan_.sums.steps.push_back(&step);
    plan_.additions.push_back(*sum);
    return;
  }
  one_by_one(step);
  plan_.folds.steps.push_back(&step);
}

std::optional<Addition> Planner::addition(const vcode::Step& step) const {
  const auto* branch = std::get_if<vcode::Branch>(&step.node);
  const auto prim = branch != nullptr ? vcode::addition_in(*branch) : std::nullopt;
  if (!prim || prims::op_of(*prim) != Op::add) return {};
  const auto* sum = std::get_if<vcode::Apply>(&branch->yes[1].node);
  const auto* store = std::get_if<vcode::Store>(&branch->yes[2].node);
  if (no_sums_.count(memories_[store->array]) != 0) return {};
  const ScalarType elem = unit_.arrays[store->array].elem;
  const auto near = store->at.value ? near_.find(*store->at.value) : near_.end();
  if (elem == ScalarType::boolean || !fits(elem) || !has_vectors(sum->prim) ||
      near == near_.end() || is_folded(branch->condition) || is_folded(sum->args[1]))
    return {};
  return Addition{&step, memories_[store->array], near->second};
}

void Planner::one_by_one(const vcode::Step& step) {
  if (touches_own(step)) refuse();
  const auto gives = [&](Value value) { plan_.spreads[value] = {Kind::folded, {}}; };
  if (const auto* apply = std::get_if<vcode::Apply>(&step.node)) {
    if (apply->site) refuse();
    for (const Operand& arg : apply->args) fold(arg, plan_.folds);
    gives(apply->to);
  } else if (const auto* load = std::get_if<vcode::Load>(&step.node)) {
    if (written_.count(memories_[load->array]) != 0) order(load->array);
    no_sums_.insert(memories_[load->array]);
    fold(load->at, plan_.folds);
    gives(load->to);
  } else if (const auto* store = std::get_if<vcode::Store>(&step.node)) {
    order(store->array);
    no_sums_.insert(memories_[store->array]);
    fold(store->at, plan_.folds);
    fold(store->value, plan_.folds);
  } else if (const auto* keep = std::get_if<vcode::Keep>(&step.node)) {
    order(keep->array);
    fold(keep->value, plan_.folds);
  } else if (const auto* branch = std::get_if<vcode::Branch>(&step.node)) {
    fold(branch->condition, plan_.folds);
    one_by_one(branch->yes);
    one_by_one(branch->no);
    for (const auto& result : branch->results) {
      fold(result.yes, plan_.folds);
      fold(result.no, plan_.folds);
      gives(result.to);
    }
  } else {
    refuse();
  }
}

}  // namespace laguz::machine
#endif
