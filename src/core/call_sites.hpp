// Inlining: where the statements of a callee stand, seen from its caller.
#pragma once

#include <memory>
#include <unordered_map>

#include "core/program.hpp"

namespace laguz::core {

using CallSitePtr = std::shared_ptr<const CallSite>;

/// The sites of a callee's statements as seen from its caller, so that errors tell of the call too.
class CallSites {
 public:
  /// [span] and [inlined_at] are the call's.
  CallSites(Span span, CallSitePtr inlined_at)
      : call_(std::make_shared<const CallSite>(CallSite{span, std::move(inlined_at)})) {}

  CallSitePtr behind(const CallSitePtr& site);
  void add_to(Body& body);

 private:
  CallSitePtr call_;
  std::unordered_map<const CallSite*, CallSitePtr> known_;
};

/// What [call], a Call of [callee], does: a fresh copy of the body with the arguments in it.
Body inlined(const Stm& call, const Function& callee, Names& names);

}  // namespace laguz::core
