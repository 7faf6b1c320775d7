#include "core/copies.hpp"

#include <utility>
#include <vector>

#include "core/walk.hpp"

namespace laguz::core {
namespace {

void call_copies(Body& body, support::FunctionRef<FunId(FunId)> copy_of) {
  for (Stm& stm : body.stms) {
    if (auto* call = std::get_if<Call>(&stm.exp.node)) call->function = copy_of(call->function);
    visit(
        stm.exp, [](Atom&) {}, [&](Body& inner, Binders&) { call_copies(inner, copy_of); });
  }
}

}  // namespace

FunId Copies::of(FunId function) {
  std::vector<std::pair<FunId, FunId>> pending;
  std::unordered_map<FunId, FunId> made_now;  // remembered when they are whole
  const auto copy_of = [&](FunId one) {
    if (!program_[one].has_body()) return one;
    if (const auto known = copies_.find(one); known != copies_.end()) return known->second;
    const auto [found, fresh] = made_now.try_emplace(one, one);
    if (fresh) {
      found->second = program_.add({});
      pending.emplace_back(one, found->second);
    }
    return found->second;
  };
  const FunId made = copy_of(function);
  while (!pending.empty()) {
    const auto [from, to] = pending.back();
    pending.pop_back();
    Function copy = program_[from];
    Lambda whole = refresh(Lambda{std::move(copy.params), std::move(copy.body)}, program_.names);
    change_(whole.body, program_[from]);
    call_copies(whole.body, copy_of);
    copy.params = std::move(whole.params);
    copy.body = std::move(whole.body);
    program_.optimised.insert(to);
    program_[to] = std::move(copy);
  }
  copies_.merge(made_now);
  return made;
}

}  // namespace laguz::core
