#include "engine/reached.hpp"

#include <unordered_map>
#include <unordered_set>
#include <utility>
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

std::optional<ad::Given> part_of_constant(const core::Program& program, const core::Body& body) {
  std::optional<ad::Given> given;
  std::unordered_map<core::VarId, std::pair<core::FunId, std::size_t>> results;
  for (const core::Stm& stm : body.stms) {
    const auto* call = std::get_if<core::Call>(&stm.exp.node);
    if (call == nullptr || !program[call->function].constant) continue;
    for (std::size_t r = 0; r < stm.binders.size(); ++r)
      results[stm.binders[r].id] = {call->function, r};
    if (body.results.empty() && !given) given = {call->function, {}};
  }
  for (const core::Atom& atom : body.results) {
    const auto found = results.find(atom.var);
    if (found == results.end()) return {};
    const auto [constant, result] = found->second;
    if (!given) given = {constant, {}};
    if (given->constant != constant) return {};
    given->results.push_back(result);
  }
  return given;
}

}  // namespace laguz::engine
