// What an engine lets go of.
#include <optional>

#include "core/walk.hpp"
#include "engine/engine.hpp"
#include "engine/memo.hpp"
#include "engine/reached.hpp"

namespace laguz::engine {

using support::Task;
using support::UserError;

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

/// Does [function] show anything when it runs (`#[trace]`)?
bool Engine::shows(core::FunId function) const {
  return any_statement(
      program_, function, [&](core::FunId one) -> const core::Body& { return program_[one].body; },
      [](const core::Stm& stm) { return std::holds_alternative<core::Trace>(stm.exp.node); });
}

void Engine::leave_behind(const Scope& before, const Scope& after) {
  for (auto& constants : parts_.checker->hidden(before, after)) {
    // Whoever needs the values computes them again, unless that were seen.
    for (const Def* def : constants)
      for (const core::FunId function : parts_.lowerer->functions(def->id))
        if (!shows(function)) parts_.evaluator->forget(function);
    auto owner = parts_.checker->owner(constants.front()->id);
    parts_.trail.push_back({std::move(constants), std::move(owner)});
  }
  while (parts_.trail.size() > options_.trail) {
    const Parts::Hidden oldest = std::move(parts_.trail.front());
    parts_.trail.pop_front();
    const auto alive = oldest.owner.lock();
    if (alive == nullptr) continue;
    settle(oldest.constants);
    parts_.cut = true;
  }
}

void Engine::detach(const Scope& scope, const std::string& name) {
  const Task task(governor_);
  const Def* def = parts_.checker->lookup(scope, name);
  if (def == nullptr || is_function(*def))
    throw UserError(support::Phase::usage, {},
                    name + (def == nullptr ? " is no value of this session."
                                           : " is a function: it depends on its arguments."));
  const EntryPoint entry = prepare(*def);
  settle(entry.function, std::make_shared<const std::vector<runtime::Value>>(call(entry, {})));
  parts_.detached.insert(entry.function);
}

// What they are is computed, where it has not been: with what is older, they know it by now.
void Engine::settle(const check::Checker::Constants& constants) {
  std::vector<core::FunId> functions;
  std::vector<runtime::Known> values;
  for (const Def* def : constants) {
    const auto lowered = parts_.lowerer->functions(def->id);
    if (lowered.size() != 1 || is_function(*def)) return;
    const core::Function& function = program_[lowered[0]];
    runtime::Known known = function.known;
    if (known == nullptr) {
      auto written = written_results(function);
      known = std::make_shared<const std::vector<runtime::Value>>(
          written ? *std::move(written) : call(prepare(*def), {}));
    }
    functions.push_back(lowered[0]);
    values.push_back(std::move(known));
  }
  for (std::size_t i = 0; i < functions.size(); ++i) settle(functions[i], values[i]);
  parts_.checker->settle(constants, std::move(values));
}

void Engine::settle(core::FunId constant, runtime::Known values) {
  core::make_known(program_[constant], std::move(values));
  parts_.differentiator->settle(constant);
  parts_.evaluator->settle(constant);
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
  parts_.memo->keep(live);
  parts_.nans->forget_gone();
  parts_.infinities->forget_gone();
  std::erase_if(parts_.detached, [&](core::FunId constant) { return live.count(constant) == 0; });
  std::erase_if(parts_.sliced, [&](const auto& row) { return live.count(row.first) == 0; });
  kept_ = program_.size();
  std::unordered_set<core::VarId> named;
  const auto name = [&](const core::Binder& binder) { named.insert(binder.id); };
  for (const core::FunId function : live) core::each_binder(program_[function], name);
  parts_.differentiator->each(
      [&](const core::Function& function) { core::each_binder(function, name); });
  program_.names.keep(named);
}

}  // namespace laguz::engine
