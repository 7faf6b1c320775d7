// Where a NaN, or an infinity, comes from.
#include "engine/arguments.hpp"
#include "engine/engine.hpp"
#include "engine/numbers_of.hpp"
#include "engine/reached.hpp"

namespace laguz::engine {

using support::UserError;

core::Watch& Engine::watch(core::Watched what, core::Sums sums) {
  return parts_.watches[(what == core::Watched::nan ? 0U : 2U) +
                        (sums == core::Sums::as_they_run ? 0U : 1U)];
}

std::vector<runtime::Value> Engine::call_watched(const EntryPoint& entry,
                                                 std::vector<runtime::Value> args,
                                                 core::Watched what) {
  const support::Task task(governor_);
  const support::Doing doing(support::Work::evaluating);
  eval::Evaluator& evaluator = this->evaluator();
  const auto run = [&](core::Watched watched, core::Sums sums) {
    return evaluator.call(watch(watched, sums).of(entry.function), copies(args));
  };
  // Sums that are made one by one are not those of the program, and so only to be asked of what
  // has been found, or of what must be there.
  const auto look_into_sums = [&](core::Watched watched) {
    evaluator.options().on_trace = {};  // it has been shown
    (void)run(watched, core::Sums::one_by_one);
  };
  const auto look = [&](core::Watched watched) {
    try {
      auto values = run(watched, core::Sums::as_they_run);
      if (watched == core::Watched::nan && has_nan(values)) look_into_sums(watched);
      return values;
    } catch (const UserError& error) {
      if (core::is_of_whole_sum(error.diagnostic())) look_into_sums(watched);
      throw;
    }
  };
  try {
    return look(what);
  } catch (UserError& error) {
    if (what == core::Watched::infinity || !core::has_infinite_operand(error.diagnostic())) throw;
    evaluator.options().on_trace = {};
    try {
      (void)look(core::Watched::infinity);
    } catch (const UserError& first) {
      if (!core::is_watched(first.diagnostic())) throw error;
      error.diagnostic().message += "\n" + core::infinity_text(first.diagnostic());
    }
    throw error;
  }
}

void Engine::forget(const EntryPoint& constant) {
  parts_.evaluator->forget(constant.function);
  for (const core::Watch& watch : parts_.watches)
    if (const auto copy = watch.known(constant.function)) parts_.evaluator->forget(*copy);
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
