#include "eval/lanes_constants.hpp"

#include <optional>

#include "core/walk.hpp"

namespace laguz::eval {
namespace {

/// Where [constant] is read in [body], if it is read there and not in a function that is called.
std::optional<Place> place_of_reading(const core::Body& body, core::FunId constant) {
  for (const core::Stm& stm : body.stms) {
    const auto* call = std::get_if<core::Call>(&stm.exp.node);
    if (call != nullptr && call->function == constant) return Place{stm.span, stm.inlined_at.get()};
    std::optional<Place> found;
    core::visit(
        stm.exp, [](const core::Atom&) {},
        [&](const core::Body& inner, const core::Binders&) {
          if (!found) found = place_of_reading(inner, constant);
        });
    if (found) return found;
  }
  return std::nullopt;
}

}  // namespace

std::vector<Value> with_constants(Machine& machine, const core::Soac& soac, const Place& place,
                                  support::FunctionRef<std::vector<Value>()> run) {
  for (;;) {
    core::FunId needed = 0;
    try {
      return run();
    } catch (const lanes::NotLanes& back) {
      if (!back.constant) throw;
      needed = *back.constant;
    }
    const auto there = place_of_reading(soac.lambda.body, needed);
    (void)machine.constant(needed, there.value_or(place));
  }
}

}  // namespace laguz::eval
