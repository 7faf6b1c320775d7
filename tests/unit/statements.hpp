// How long core is.
#pragma once

#include <unordered_set>
#include <vector>

#include "core/walk.hpp"
#include "eval_support.hpp"

namespace laguz_test {

/// Statements of [body], at any depth.
inline std::size_t statements(const Body& body) {
  std::size_t count = 0;
  for (const Stm& stm : body.stms) {
    ++count;
    visit(
        stm.exp, [](const Atom&) {},
        [&](const Body& inner, const Binders&) { count += statements(inner); });
  }
  return count;
}

/// Those of [function] and of all that it calls.
inline std::size_t statements(const Program& program, FunId function) {
  std::unordered_set<FunId> seen;
  std::vector<FunId> left{function};
  std::size_t count = 0;
  while (!left.empty()) {
    const FunId next = left.back();
    left.pop_back();
    if (!seen.insert(next).second) continue;
    count += statements(program[next].body);
    for (const FunId callee : callees_of(program[next].body)) left.push_back(callee);
  }
  return count;
}

}  // namespace laguz_test
