// Where a NaN, or an infinity, comes from.
#include "engine/arguments.hpp"
#include "engine/engine.hpp"
#include "engine/reached.hpp"

namespace laguz::engine {

using support::UserError;

std::vector<runtime::Value> Engine::call_watched(const EntryPoint& entry,
                                                 std::vector<runtime::Value> args,
                                                 core::Watched what) {
  const support::Task task(governor_);
  const support::Doing doing(support::Work::evaluating);
  eval::Evaluator& evaluator = this->evaluator();
  const auto run = [&](core::Watch& watch, std::vector<runtime::Value> given) {
    return evaluator.call(watch.of(entry.function), std::move(given));
  };
  if (what == core::Watched::infinity) return run(*parts_.infinities, std::move(args));
  try {
    return run(*parts_.nans, copies(args));
  } catch (UserError& error) {
    if (!core::has_infinite_operand(error.diagnostic())) throw;
    evaluator.options().on_trace = {};  // it has been shown
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
  // (What has been taken from another value has not been derived.)
  const auto body_of = [&](core::FunId function) -> const core::Body& {
    return program_.optimised.count(function) > 0 ? parts_.differentiator->original(function).body
                                                  : program_[function].body;
  };
  core::FunId function = entry.function;
  while (const auto name = part_of_constant(program_, body_of(function))) function = name->constant;
  return any_statement(program_, function, body_of, [](const core::Stm& stm) {
    return std::holds_alternative<core::Diff>(stm.exp.node) ||
           core::derived_of(stm) != core::Derived::value;
  });
}

}  // namespace laguz::engine
