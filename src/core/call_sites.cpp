#include "core/call_sites.hpp"

#include "core/walk.hpp"

namespace laguz::core {

CallSitePtr CallSites::behind(const CallSitePtr& site) {
  if (!site) return call_;
  CallSitePtr& whole = known_[site.get()];
  if (!whole)
    whole = std::make_shared<const CallSite>(
        CallSite{site->span, behind(site->outer), site->derived, site->slope_of});
  return whole;
}

void CallSites::add_to(Body& body) {
  for (Stm& stm : body.stms) {
    stm.inlined_at = behind(stm.inlined_at);
    visit(
        stm.exp, [](Atom&) {}, [this](Body& inner, Binders&) { add_to(inner); });
  }
}

Body inlined(const Stm& call, const Function& callee, Names& names) {
  const Atoms& args = std::get<Call>(call.exp.node).args;
  Substitution arguments;
  for (std::size_t i = 0; i < callee.params.size(); ++i) arguments[callee.params[i].id] = args[i];
  Body copy = refresh(callee.body, names, std::move(arguments));
  CallSites(call.span, call.inlined_at).add_to(copy);
  return copy;
}

}  // namespace laguz::core
