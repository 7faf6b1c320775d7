// Which iterations an error comes up in.
#include <unordered_set>
#include <vector>

#include "engine/engine.hpp"
#include "eval/turns.hpp"

namespace laguz::engine {

// Machine code does not count inside of its loops: what is interpreted does.
void Engine::explain(support::UserError& error, const EntryPoint& entry,
                     std::vector<runtime::Value> args) {
  const support::Task task(governor_);
  const support::Doing doing(support::Work::evaluating);
  eval::Options options = within_memory(options_.eval);
  options.tier = eval::Tier::scalar;
  options.on_trace = {};  // it has been shown
  eval::Evaluator again(program_, std::move(options));
  std::unordered_set<core::FunId> seen{entry.function};
  std::vector<core::FunId> left{entry.function};
  while (!left.empty()) {
    const core::Function& function = program_[left.back()];
    if (function.constant)
      if (const auto* known = parts_.evaluator->find(left.back())) again.put(left.back(), *known);
    left.pop_back();
    for (const core::FunId callee : core::callees_of(function.body))
      if (seen.insert(callee).second) left.push_back(callee);
  }
  try {
    (void)again.call(entry.function, std::move(args));
  } catch (const support::UserError& same) {
    const support::Diagnostic& found = same.diagnostic();
    support::Diagnostic& told = error.diagnostic();
    const bool is_same =
        found.span.file == told.span.file && found.span.lo == told.span.lo &&
        eval::without_iterations(found.message) == eval::without_iterations(told.message);
    if (is_same) told.message = found.message;
  } catch (const support::OutOfMemory&) {
    // It is told as it was.
  }
}

}  // namespace laguz::engine
