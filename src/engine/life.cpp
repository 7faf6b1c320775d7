// What an engine lets go of.
#include <optional>

#include "engine/engine.hpp"

namespace laguz::engine {
namespace {

/// The results of a constant that is nothing but scalars: nobody calls it, and so it may never have
/// been evaluated.
std::optional<std::vector<runtime::Value>> written_results(const core::Function& function) {
  if (!function.body.stms.empty() || !function.has_body()) return std::nullopt;
  std::vector<runtime::Value> values;
  for (const core::Atom& result : function.body.results) {
    if (!result.is_constant()) return std::nullopt;
    values.emplace_back(result.scalar());
  }
  return values;
}

}  // namespace

void Engine::settle_hidden(const Scope& before, const Scope& after) {
  for (const auto& constants : parts_.checker->hidden(before, after)) settle(constants);
}

void Engine::settle(const check::Checker::Constants& constants) {
  std::vector<core::FunId> functions;
  std::vector<runtime::Known> values;
  for (const Def* def : constants) {
    const auto lowered = parts_.lowerer->functions(def->id);
    if (lowered.size() != 1) return;
    auto found = written_results(program_[lowered[0]]);
    if (const auto* evaluated = parts_.evaluator->find(lowered[0])) found = *evaluated;
    if (!found) return;
    functions.push_back(lowered[0]);
    values.push_back(std::make_shared<const std::vector<runtime::Value>>(*std::move(found)));
  }
  for (std::size_t i = 0; i < functions.size(); ++i) {
    core::make_known(program_[functions[i]], values[i]);
    parts_.differentiator->settle(functions[i]);
    parts_.evaluator->settle(functions[i]);
  }
  parts_.checker->settle(constants, std::move(values));
}

void Engine::tidy() {
  const support::Governed governed(&governor_);
  const Parts failed = std::move(failed_);
  parts_.checker->tidy();
}

void Engine::forget_gone() {
  for (const check::ValId def : parts_.checker->take_gone())
    for (const core::FunId function : parts_.lowerer->forget(def)) {
      parts_.evaluator->forget(function);
      program_[function].known = nullptr;
    }
  // Looking for what is reached costs as much as there is: so it has to have grown by half, but for
  // the first time.
  constexpr std::size_t kFew = 100;
  if (kept_ > 0 && program_.size() < kept_ + kept_ / 2 + kFew) return;
  std::unordered_set<core::FunId> live;
  std::vector<core::FunId> reached = parts_.lowerer->functions();
  while (!reached.empty()) {
    const core::FunId function = reached.back();
    reached.pop_back();
    if (!live.insert(function).second) continue;
    for (const core::FunId callee : core::callees_of(program_[function].body))
      reached.push_back(callee);
    parts_.differentiator->reach(function, reached);
  }
  parts_.evaluator->keep(live);
  parts_.differentiator->keep(live);
  program_.keep(live);
  kept_ = program_.size();
  std::unordered_set<core::VarId> named;
  const auto name = [&](const core::Binder& binder) { named.insert(binder.id); };
  for (const core::FunId function : live) core::each_binder(program_[function], name);
  parts_.differentiator->each(
      [&](const core::Function& function) { core::each_binder(function, name); });
  program_.names.keep(named);
}

}  // namespace laguz::engine
