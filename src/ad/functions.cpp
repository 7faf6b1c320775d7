#include "ad/functions.hpp"

#include <algorithm>

#include "core/walk.hpp"

namespace laguz::ad {

using core::Body;
using core::Stm;

Sites::Site Sites::behind(const Site& site) {
  if (!site) return call_;
  Site& whole = known_[site.get()];
  if (!whole)
    whole = std::make_shared<const core::CallSite>(core::CallSite{site->span, behind(site->outer)});
  return whole;
}

void Sites::add_to(Body& body) {
  for (Stm& stm : body.stms) {
    stm.inlined_at = behind(stm.inlined_at);
    core::visit(
        stm.exp, [](core::Atom&) {}, [this](Body& inner, core::Binders&) { add_to(inner); });
  }
}

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
    core::Substitution arguments;
    for (std::size_t i = 0; i < callee->params.size(); ++i)
      arguments[callee->params[i].id] = call->args[i];
    Body copy = core::refresh(callee->body, names, std::move(arguments));
    Sites(graph::Place(stm)).add_to(copy);
    inline_calls(functions, names, copy);
    for (Stm& inner : copy.stms) out.push_back(std::move(inner));
    for (std::size_t i = 0; i < stm.binders.size(); ++i)
      out.push_back({{stm.binders[i]}, {core::Copy{copy.results[i]}}, stm.span, stm.inlined_at});
  }
  body.stms = std::move(out);
}

}  // namespace laguz::ad
