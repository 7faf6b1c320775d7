#include "ad/functions.hpp"

#include <algorithm>

#include "core/call_sites.hpp"
#include "core/walk.hpp"

namespace laguz::ad {

using core::Body;
using core::Stm;

void inline_calls(Functions& functions, core::Names& names, Body& body) {
  std::vector<Stm> out;
  for (Stm& stm : body.stms) {
    const auto* call = std::get_if<core::Call>(&stm.exp.node);
    const bool arrays = std::any_of(stm.binders.begin(), stm.binders.end(),
                                    [](const core::Binder& b) { return b.type.rank > 0; });
    const core::Function* callee =
        call != nullptr && arrays ? functions.inlinable(call->function) : nullptr;
    if (callee == nullptr) {
      if (std::holds_alternative<core::If>(stm.exp.node) ||
          std::holds_alternative<core::Loop>(stm.exp.node))
        core::visit(
            stm.exp, [](core::Atom&) {},
            [&](Body& inner, core::Binders&) { inline_calls(functions, names, inner); });
      out.push_back(std::move(stm));
      continue;
    }
    Body copy = core::inlined(stm, *callee, names);
    inline_calls(functions, names, copy);
    for (Stm& inner : copy.stms) out.push_back(std::move(inner));
    for (std::size_t i = 0; i < stm.binders.size(); ++i)
      out.push_back({{stm.binders[i]}, {core::Copy{copy.results[i]}}, stm.span, stm.inlined_at});
  }
  body.stms = std::move(out);
}

}  // namespace laguz::ad
