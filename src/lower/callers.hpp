// Who has called what is being lowered: for breakpoints, which tell the names of all frames.
#pragma once

#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "check/checker.hpp"
#include "check/types/typed.hpp"
#include "core/ir.hpp"
#include "lower/values.hpp"

namespace laguz::lower {

class Callers {
 public:
  /// An application, and the scope that it stands in.
  struct Call {
    const check::typed::Exp* at = nullptr;
    Frame* frame = nullptr;
  };
  /// [notes]: whether anybody may stop.
  Callers(const check::Checker& checker, bool notes) : checker_(checker), notes_(notes) {}

  /// Breakpoints have been set, or are no more.
  void forget_stops() { leads_.clear(); }
  /// Whether a function has a breakpoint, or calls one that leads to one: then its names are to be
  /// known where it stops, and it has to be lowered where it is called. Costs a walk over it, once.
  bool leads_to_stop(const check::typed::Def& def);

  /// While it lives, code of [def] is made, which may be no function.
  class Inside {
   public:
    Inside(Callers& callers, const check::typed::Def& def)
        : callers_(callers), around_(std::exchange(callers.inside_, &def)) {}
    ~Inside() { callers_.inside_ = around_; }
    Inside(const Inside&) = delete;
    Inside& operator=(const Inside&) = delete;

   private:
    Callers& callers_;
    const check::typed::Def* around_;
  };
  /// While it lives, [call] is lowered.
  class Calling {
   public:
    Calling(Callers& callers, Call call);
    ~Calling() { callers_.calling_ = around_; }
    Calling(const Calling&) = delete;
    Calling& operator=(const Calling&) = delete;

   private:
    Callers& callers_;
    Call around_;
  };
  /// What is called now is lowered at [site].
  void inlined(const core::CallSite* site) {
    if (notes_ && calling_.at != nullptr) sites_[site] = calling_;
  }
  /// A call, and the names that can be said there; none: it is not known.
  using At = std::pair<Call, std::vector<check::typed::LocalName>>;
  At at(const core::CallSite* site) const;
  /// The innermost one of a program that is lowered at present.
  At innermost() const { return {calling_, names_at(calling_)}; }
  void forget() { sites_.clear(); }

 private:
  std::vector<check::typed::LocalName> names_at(const Call& call) const;

  const check::Checker& checker_;
  const bool notes_;
  const check::typed::Def* inside_ = nullptr;
  Call calling_{};
  std::unordered_map<const core::CallSite*, Call> sites_;
  std::unordered_map<check::ValId, bool> leads_;
  std::unordered_set<check::ValId> looked_at_;  ///< at present
};

}  // namespace laguz::lower
