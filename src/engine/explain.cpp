// Which iterations an error comes up in.
#include <algorithm>
#include <chrono>

#include "engine/engine.hpp"
#include "eval/turns.hpp"

namespace laguz::engine {

using Clock = std::chrono::steady_clock;

std::vector<runtime::Value> Engine::call(
    const EntryPoint& entry, std::vector<runtime::Value> args,
    support::FunctionRef<std::vector<runtime::Value>()> again) {
  const support::Task task(governor_);
  const support::Doing doing(support::Work::evaluating);
  const auto begin = Clock::now();
  try {
    if (options_.debug_nans) return call_watched(entry, std::move(args));
    auto results = evaluator().call(entry.function, std::move(args));
    program_[entry.function].evaluated = program_[entry.function].constant;
    return results;
  } catch (support::UserError& error) {
    if (error.diagnostic().phase == support::Phase::run && !core::is_watched(error.diagnostic()))
      explain(error, entry, again, std::chrono::duration<double>(Clock::now() - begin).count());
    throw;
  }
}

// Machine code does not count inside of its loops, and what is moved before a loop is in none of
// its iterations, nor is it in those of what is derived from that: what has been lowered once more,
// derived with all checks where they stand, and is interpreted as it is then tells them.
void Engine::explain(support::UserError& error, const EntryPoint& entry,
                     support::FunctionRef<std::vector<runtime::Value>()> again, double took) {
  constexpr double kPatience = 2, kShare = 0.2;  // seconds; of what it took
  const support::Attempt attempt(governor_, std::max(kPatience, kShare * took));
  const support::Doing doing(support::Work::explaining);
  try {
    core::Program program;
    lower::Lowerer lowerer(*parts_.checker, program, {options_.lower.params});
    const EntryPoint written = lowerer.entry(*entry.definition);
    ad::Differentiator(program, core::Checks::in_each).expand(written.function);
    eval::Options options = within_memory(options_.eval);
    options.tier = eval::Tier::scalar;
    options.on_trace = {};  // it has been shown
    eval::Evaluator evaluator(program, std::move(options));
    for (const auto& [known, same] : parts_.lowerer->common_with(lowerer))
      if (const auto* values = parts_.evaluator->find(known)) evaluator.put(same, *values);
    (void)evaluator.call(written.function, again());
  } catch (const support::UserError& same) {
    const support::Diagnostic& found = same.diagnostic();
    support::Diagnostic& told = error.diagnostic();
    const bool is_same =
        found.span.file == told.span.file && found.span.lo == told.span.lo &&
        eval::without_iterations(found.message) == eval::without_iterations(told.message);
    if (is_same) told.message = found.message;
  } catch (const support::Interrupted&) {
    // It takes too long, or the user does not wait for it: it is told as it was.
  } catch (const support::OutOfMemory&) {
    // Likewise.
  }
}

}  // namespace laguz::engine
