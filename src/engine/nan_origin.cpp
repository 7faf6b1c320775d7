// Where a NaN, or an infinity, comes from.
#include <functional>
#include <unordered_set>

#include "core/walk.hpp"
#include "engine/arguments.hpp"
#include "engine/engine.hpp"

namespace laguz::engine {

using support::UserError;

std::vector<runtime::Value> Engine::call_watched(const EntryPoint& entry,
                                                 std::vector<runtime::Value> args,
                                                 core::Watched what) {
  const support::Task task(governor_);
  const support::Doing doing(support::Work::evaluating);
  parts_.evaluator->options() = options_.eval;
  const auto run = [&](core::Watch& watch, std::vector<runtime::Value> given) {
    return parts_.evaluator->call(watch.of(entry.function), std::move(given));
  };
  if (what == core::Watched::infinity) return run(*parts_.infinities, std::move(args));
  try {
    return run(*parts_.nans, copies(args));
  } catch (UserError& error) {
    if (!core::has_infinite_operand(error.diagnostic())) throw;
    try {
      (void)run(*parts_.infinities, std::move(args));
    } catch (const UserError& first) {
      if (!core::is_watched(first.diagnostic())) throw error;
      error.diagnostic().message += "\n" + core::infinity_text(first.diagnostic());
    }
    throw error;
  }
}

void Engine::forget(const EntryPoint& constant) {
  parts_.evaluator->forget(constant.function);
  for (const auto* watch : {parts_.nans.get(), parts_.infinities.get()})
    if (const auto copy = watch->known(constant.function)) parts_.evaluator->forget(*copy);
}

bool Engine::has_derivative(const EntryPoint& entry) {
  const support::Task task(governor_);
  bool found = false;
  std::unordered_set<core::FunId> seen;
  std::vector<core::FunId> left{entry.function};
  const std::function<void(const core::Body&)> look = [&](const core::Body& body) {
    for (const core::Stm& stm : body.stms) {
      found = found || core::derived_of(stm) != core::Derived::value;
      if (found) return;
      const auto* call = std::get_if<core::Call>(&stm.exp.node);
      if (call != nullptr && !program_[call->function].constant) left.push_back(call->function);
      core::visit(
          stm.exp, [](const core::Atom&) {},
          [&](const core::Body& inner, const core::Binders&) { look(inner); });
    }
  };
  while (!left.empty() && !found) {
    const core::FunId function = left.back();
    left.pop_back();
    if (seen.insert(function).second) look(parts_.differentiator->original(function).body);
  }
  return found;
}

}  // namespace laguz::engine
