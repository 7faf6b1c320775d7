// What is the same in all iterations of a loop is computed before it. (Loops that do not run at all
// compute it for nothing: nothing of it can fail, or is seen.)
#include <unordered_set>

#include "vcode/code.hpp"

namespace laguz::vcode {
namespace {

/// What [code] gives.
void given_in(const Code& code, std::unordered_set<Value>& all);

void given_by(const Repeat& e, std::unordered_set<Value>& all) {
  for (const Repeat::State& state : e.states) all.insert(state.state);
  if (const auto* upwards = std::get_if<Repeat::Upwards>(&e.form))
    all.insert(upwards->index);
  else
    given_in(std::get<Repeat::While>(e.form).condition, all);
  given_in(e.body, all);
}

void given_in(const Code& code, std::unordered_set<Value>& all) {
  for (const Step& step : code) {
    if (const auto* apply = std::get_if<Apply>(&step.node)) all.insert(apply->to);
    if (const auto* load = std::get_if<Load>(&step.node)) all.insert(load->to);
    if (const auto* count = std::get_if<Count>(&step.node)) all.insert(count->to);
    if (const auto* call = std::get_if<Invoke>(&step.node))
      all.insert(call->to.begin(), call->to.end());
    if (const auto* repeat = std::get_if<Repeat>(&step.node)) given_by(*repeat, all);
    if (const auto* branch = std::get_if<Branch>(&step.node)) {
      given_in(branch->yes, all);
      given_in(branch->no, all);
      for (const Branch::Result& result : branch->results) all.insert(result.to);
    }
  }
}

/// Moves steps of [from] that need none of [inside] to [to]; what they give is outside then.
void move_out(Code& from, std::unordered_set<Value>& inside, Code& to) {
  Code rest;
  for (Step& step : from) {
    const auto* apply = std::get_if<Apply>(&step.node);
    bool stays = apply == nullptr || apply->site;
    if (!stays)
      for (const Operand& arg : apply->args)
        stays = stays || (arg.value && inside.count(*arg.value) != 0);
    if (stays) {
      rest.push_back(std::move(step));
      continue;
    }
    inside.erase(apply->to);
    to.push_back(std::move(step));
  }
  from = std::move(rest);
}

void hoist_in(Code& code);

/// Of [loop], what stands in it goes to [before].
void hoist_from(Repeat& loop, Code& before) {
  auto* form = std::get_if<Repeat::While>(&loop.form);
  if (form != nullptr) hoist_in(form->condition);
  hoist_in(loop.body);
  std::unordered_set<Value> inside;
  given_by(loop, inside);
  if (form != nullptr) move_out(form->condition, inside, before);
  move_out(loop.body, inside, before);
}

void hoist_in(Code& code) {
  Code all;
  for (Step& step : code) {
    if (auto* branch = std::get_if<Branch>(&step.node)) {
      hoist_in(branch->yes);
      hoist_in(branch->no);
    }
    if (auto* loop = std::get_if<Repeat>(&step.node)) hoist_from(*loop, all);
    all.push_back(std::move(step));
  }
  code = std::move(all);
}

}  // namespace

void hoist(Unit& unit) { hoist_from(unit.loop, unit.before); }

}  // namespace laguz::vcode
