#include "core/call_sites.hpp"

#include "core/walk.hpp"

namespace laguz::core {

const char* name_of_turns(const Soac& soac) {
  if (!soac.reduces.empty()) return "reduction";
  return soac.scans.empty() ? "map" : "scan";
}

bool same_calls(const CallSite* a, const CallSite* b) {
  for (;; a = a->outer.get(), b = b->outer.get()) {
    while (a != nullptr && a->turn) a = a->outer.get();
    while (b != nullptr && b->turn) b = b->outer.get();
    if (a == b) return true;
    if (a == nullptr || b == nullptr || a->derived != b->derived || !(a->span == b->span))
      return false;
  }
}

CallSites::CallSites(const Stm& repeated, CallSite::Turn turn)
    : around_(std::make_shared<const CallSite>(
          CallSite{repeated.span, repeated.inlined_at, Derived::value, std::nullopt, turn})),
      end_(repeated.inlined_at),
      alone_(end_ == nullptr ? around_
                             : std::make_shared<const CallSite>(CallSite{
                                   repeated.span, nullptr, Derived::value, std::nullopt, turn})) {}

CallSitePtr CallSites::behind(const CallSitePtr& site) {
  if (site == end_) return around_;
  if (!site) return alone_;
  CallSitePtr& whole = known_[site.get()];
  if (!whole)
    whole = std::make_shared<const CallSite>(
        CallSite{site->span, behind(site->outer), site->derived, site->slope_of, site->turn});
  return whole;
}

void CallSites::add_to(Stm& stm) {
  stm.inlined_at = behind(stm.inlined_at);
  visit(
      stm.exp, [](Atom&) {}, [this](Body& inner, Binders&) { add_to(inner); });
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
