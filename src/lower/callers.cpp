#include "lower/callers.hpp"

#include "check/breakpoints.hpp"
#include "lower/lower.hpp"

namespace laguz::lower {

Callers::Calling::Calling(Callers& callers, Call call)
    : callers_(callers), around_(callers.calling_) {
  if (callers.notes_ && !in_prelude(call.at->span)) callers.calling_ = call;
}

bool Callers::leads_to_stop(const check::typed::Def& def) {
  if (!notes_ || def.known != nullptr) return false;
  if (const auto known = leads_.find(def.id); known != leads_.end()) return known->second;
  if (!looked_at_.insert(def.id).second) return false;  // it calls itself
  struct Looking {
    std::unordered_set<check::ValId>& all;
    check::ValId one;
    ~Looking() { all.erase(one); }
  } looking{looked_at_, def.id};
  bool leads = false;
  check::each_step(def, [&](const check::typed::Exp& exp, const auto&) {
    if (leads) return;
    const auto* attributed = std::get_if<check::typed::Attributed>(&exp.node);
    const auto* var = std::get_if<check::typed::Var>(&exp.node);
    const check::typed::Def* called = var != nullptr ? checker_.find_def(var->id) : nullptr;
    leads = (attributed != nullptr && attributed->attr->name == "break") ||
            (called != nullptr && leads_to_stop(*called));
  });
  return leads_[def.id] = leads;
}

Callers::At Callers::at(const core::CallSite* site) const {
  const auto found = sites_.find(site);
  if (found == sites_.end()) return {};
  return {found->second, names_at(found->second)};
}

std::vector<check::typed::LocalName> Callers::names_at(const Call& call) const {
  std::vector<check::typed::LocalName> names;
  if (call.at == nullptr) return names;
  const auto look = [&](const check::typed::Def& def) {
    if (def.span.file != call.at->span.file || call.at->span.lo < def.span.lo ||
        def.span.hi < call.at->span.hi)
      return;
    check::each_step(def, [&](const check::typed::Exp& exp, const auto& names_there) {
      if (&exp == call.at) names = names_there;
    });
  };
  for (const check::typed::Def* def : checker_.functions()) look(*def);
  if (inside_ != nullptr) look(*inside_);
  return check::not_hidden(names);
}

}  // namespace laguz::lower
