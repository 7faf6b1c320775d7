// `laguz core`: what the evaluator is given.
#include <cstdio>
#include <set>

#include "core/print.hpp"
#include "core/walk.hpp"
#include "driver/commands.hpp"

namespace laguz::driver {
namespace {

/// [function] and, depth first, what it calls.
void collect(const core::Program& program, core::FunId function, std::set<core::FunId>& seen,
             std::vector<core::FunId>& order) {
  if (!seen.insert(function).second) return;
  std::function<void(const core::Body&)> walk = [&](const core::Body& body) {
    for (const auto& stm : body.stms) {
      if (const auto* call = std::get_if<core::Call>(&stm.exp.node))
        collect(program, call->function, seen, order);
      core::visit(
          stm.exp, [](const core::Atom&) {},
          [&](const core::Body& inner, const core::Binders&) { walk(inner); });
    }
  };
  walk(program[function].body);
  order.push_back(function);
}

}  // namespace

std::string core_text(const core::Program& program, core::FunId function) {
  std::set<core::FunId> seen;
  std::vector<core::FunId> order;
  collect(program, function, seen, order);
  std::string text;
  for (auto id : order) text += core::print(program, id) + "\n";
  return text;
}

int print_core(const CoreOptions& options) {
  Session session(options.session);
  return session.guarded(1, [&] {
    auto env = session.load(options.file);
    const auto& def = session.find(env, options.entry);
    const auto entry = options.stage == "lowered"          ? session.lower(def)
                       : options.stage == "differentiated" ? session.differentiate(def)
                                                           : session.prepare(def);
    const auto text = core_text(session.program(), entry.function);
    std::fwrite(text.data(), 1, text.size(), stdout);
    return 0;
  });
}

}  // namespace laguz::driver
