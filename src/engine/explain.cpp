// Which iterations an error comes up in.
#include <unordered_set>
#include <vector>

#include "engine/engine.hpp"
#include "eval/turns.hpp"

namespace laguz::engine {

namespace {

/// While it lives, functions of a program are as they were written, before they were optimised:
/// nothing has been moved out of loops.
class AsWritten {
 public:
  AsWritten(core::Program& program, ad::Differentiator& differentiator, core::FunId entry)
      : program_(program) {
    std::unordered_set<core::FunId> seen{entry};
    std::vector<core::FunId> left{entry};
    while (!left.empty()) {
      const core::FunId one = left.back();
      left.pop_back();
      if (program[one].constant && one != entry) continue;
      others_.emplace_back(one, differentiator.original(one));
      for (const core::FunId callee : core::callees_of(others_.back().second.body))
        if (program.has(callee) && seen.insert(callee).second) left.push_back(callee);
    }
    exchange();
  }
  ~AsWritten() { exchange(); }
  AsWritten(const AsWritten&) = delete;
  AsWritten& operator=(const AsWritten&) = delete;

 private:
  void exchange() {
    for (auto& [id, function] : others_) std::swap(program_[id], function);
  }

  core::Program& program_;
  std::vector<std::pair<core::FunId, core::Function>> others_;
};

}  // namespace

// Machine code does not count inside of its loops, and what is moved before a loop is in none of
// its iterations: what is interpreted as it was written tells them.
void Engine::explain(support::UserError& error, const EntryPoint& entry,
                     std::vector<runtime::Value> args) {
  const support::Task task(governor_);
  const support::Doing doing(support::Work::evaluating);
  try {
    const AsWritten written(program_, *parts_.differentiator, entry.function);
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
        if (program_.has(callee) && seen.insert(callee).second) left.push_back(callee);
    }
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
