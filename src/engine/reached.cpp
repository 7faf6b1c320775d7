#include "engine/reached.hpp"

#include <unordered_set>
#include <vector>

#include "core/walk.hpp"

namespace laguz::engine {

bool any_statement(const core::Program& program, core::FunId function,
                   const std::function<const core::Body&(core::FunId)>& body_of,
                   const std::function<bool(const core::Stm&)>& is) {
  std::unordered_set<core::FunId> seen;
  std::vector<core::FunId> left{function};
  bool found = false;
  const std::function<void(const core::Body&)> look = [&](const core::Body& body) {
    for (const core::Stm& stm : body.stms) {
      found = found || is(stm);
      if (found) return;
      const auto* call = std::get_if<core::Call>(&stm.exp.node);
      if (call != nullptr && !program[call->function].constant) left.push_back(call->function);
      core::visit(
          stm.exp, [](const core::Atom&) {},
          [&](const core::Body& inner, const core::Binders&) { look(inner); });
    }
  };
  while (!left.empty() && !found) {
    const core::FunId next = left.back();
    left.pop_back();
    if (seen.insert(next).second) look(body_of(next));
  }
  return found;
}

}  // namespace laguz::engine
