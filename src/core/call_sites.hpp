// Inlining: where the statements of a callee stand, seen from its caller.
#pragma once

#include <memory>
#include <unordered_map>

#include "core/program.hpp"

namespace laguz::core {

using CallSitePtr = std::shared_ptr<const CallSite>;

/// What errors call iterations of [soac].
const char* name_of_turns(const Soac& soac);

/// Whether the same calls are around [a] and [b], in whatever iterations.
bool same_calls(const CallSite* a, const CallSite* b);

/// The sites of statements that come to stand elsewhere, as seen from there.
class CallSites {
 public:
  /// Of a callee's, in its caller: errors tell of the call too, whose [span] and [inlined_at] these
  /// are.
  CallSites(Span span, CallSitePtr inlined_at)
      : around_(std::make_shared<const CallSite>(CallSite{span, std::move(inlined_at)})) {}
  /// Of those in [repeated], which is written out: errors tell in which [turn].
  CallSites(const Stm& repeated, CallSite::Turn turn);

  CallSitePtr behind(const CallSitePtr& site);
  void add_to(Stm& stm);
  void add_to(Body& body) {
    for (Stm& stm : body.stms) add_to(stm);
  }

 private:
  CallSitePtr around_;
  CallSitePtr end_{};    ///< what is around the repeated statement, which a turn stands before; or
  CallSitePtr alone_{};  ///< by itself, behind what does not end there
  std::unordered_map<const CallSite*, CallSitePtr> known_;
};

/// What [call], a Call of [callee], does: a fresh copy of the body with the arguments in it.
Body inlined(const Stm& call, const Function& callee, Names& names);

}  // namespace laguz::core
