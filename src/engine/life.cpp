// What an engine lets go of.
#include <algorithm>
#include <cctype>
#include <list>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "check/types/parts.hpp"
#include "core/walk.hpp"
#include "engine/engine.hpp"
#include "engine/literal.hpp"
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

/// The functions in a constant are code, and that stays.
bool holds_functions(const check::TypePtr& unresolved) {
  const check::TypePtr type = check::resolve(unresolved);
  if (const auto* abstract = std::get_if<check::TypeAbstract>(&type->node))
    return holds_functions(abstract->representation);
  return std::holds_alternative<check::TypeArrow>(type->node) ||
         check::any_part(*type, [](const check::TypePtr& part) { return holds_functions(part); });
}

}  // namespace

/// Does [function] show anything when it runs (`#[trace]`)?
bool Engine::shows(core::FunId function) const {
  return any_statement(
      program_, function, [&](core::FunId one) -> const core::Body& { return program_[one].body; },
      [](const core::Stm& stm) { return std::holds_alternative<core::Trace>(stm.exp.node); });
}

void Engine::leave_behind(const Scope& before, const Scope& after) {
  // What can be ended comes first; then all changes at once.
  std::vector<core::FunId> forgotten;
  std::list<Parts::Hidden> hidden;
  for (auto& constants : parts_.checker->hidden(before, after)) {
    // Whoever needs the values computes them again, unless that were seen.
    for (const Def* def : constants)
      for (const core::FunId function : parts_.lowerer->functions(def->id))
        if (!shows(function)) forgotten.push_back(function);
    auto owner = parts_.checker->owner(constants.front()->id);
    hidden.push_back({std::move(constants), std::move(owner)});
  }
  std::size_t too_old = parts_.trail.size() + hidden.size();
  too_old -= std::min(too_old, options_.trail);
  std::vector<std::shared_ptr<const void>> owners;
  std::vector<Settled> settled;
  auto oldest = parts_.trail.begin();
  for (std::size_t i = 0; i < too_old; ++i, ++oldest) {
    if (oldest == parts_.trail.end()) oldest = hidden.begin();
    auto alive = oldest->owner.lock();
    if (alive == nullptr) continue;
    owners.push_back(std::move(alive));
    if (auto one = values_of(oldest->constants)) settled.push_back(*std::move(one));
  }

  const support::Unstoppable now;
  for (const core::FunId function : forgotten) parts_.evaluator->forget(function);
  parts_.trail.splice(parts_.trail.end(), hidden);
  for (Settled& one : settled) settle(one);
  for (std::size_t i = 0; i < too_old; ++i) parts_.trail.pop_front();
  parts_.cut |= !owners.empty();
}

void Engine::detach(const Scope& scope, const std::string& name) {
  const Task task(governor_);
  const Def* def = parts_.checker->lookup(scope, name);
  if (def == nullptr || is_function(*def))
    throw UserError(support::Phase::usage, {},
                    name + (def == nullptr ? " is no value of this session."
                                           : " is a function: it depends on its arguments."));
  const EntryPoint entry = prepare(*def);
  auto values = std::make_shared<const std::vector<runtime::Value>>(call(entry, {}));
  const support::Unstoppable now;
  settle(entry.function, std::move(values));
  parts_.graph->detach(entry.function);
}

Scope Engine::put(const Scope& scope, const std::string& name, const core::View& view,
                  std::vector<runtime::Value> values) {
  const Task task(governor_);
  if (!may_be_name(name))
    throw UserError(support::Phase::usage, {}, name + " is no name for a value.");
  // Its code is a hole, which nobody will run.
  const Input input = parse(name, fmt::format("def {} : {} = ???", name, type_text(view, values)));
  Scope inner;
  {
    const support::Doing doing(support::Work::checking);
    inner = parts_.checker->check_declarations(scope, *input.declarations, input.source);
  }
  const EntryPoint entry = lower(find(inner, name));
  auto known = std::make_shared<const std::vector<runtime::Value>>(std::move(values));
  const support::Unstoppable now;
  settle(entry.function, std::move(known));
  return inner;
}

// What they are is computed, where it has not been: with what is older, which is known by now, or
// has just been computed.
std::optional<Engine::Settled> Engine::values_of(const check::Checker::Constants& constants) {
  Settled settled{&constants, {}, {}};
  for (const Def* def : constants) {
    const auto lowered = parts_.lowerer->functions(def->id);
    if (lowered.size() != 1 || holds_functions(def->result)) return std::nullopt;
    const core::Function& function = program_[lowered[0]];
    runtime::Known known = function.known;
    if (known == nullptr) {
      auto written = written_results(function);
      known = std::make_shared<const std::vector<runtime::Value>>(
          written ? *std::move(written) : call(prepare(*def), {}));
    }
    settled.functions.push_back(lowered[0]);
    settled.values.push_back(std::move(known));
  }
  return settled;
}

void Engine::settle(Settled& settled) {
  for (std::size_t i = 0; i < settled.functions.size(); ++i)
    settle(settled.functions[i], settled.values[i]);
  parts_.checker->settle(*settled.constants, std::move(settled.values));
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
  if (waiting_ > 0) return;  // (for code that no definition has, it may be)
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
  for (core::Watch& watch : parts_.watches) watch.forget_gone();
  parts_.graph->keep(live);
  kept_ = program_.size();
  std::unordered_set<core::VarId> named;
  const auto name = [&](const core::Binder& binder) { named.insert(binder.id); };
  for (const core::FunId function : live) core::each_binder(program_[function], name);
  parts_.differentiator->each(
      [&](const core::Function& function) { core::each_binder(function, name); });
  program_.names.keep(named);
}

}  // namespace laguz::engine
