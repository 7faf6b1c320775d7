// What a stretch of lowering stands in: a call that is inlined, a body under construction.
#pragma once

#include "lower/context.hpp"

namespace laguz::lower {

/// The statements of a function that is inlined here remember the place that called it.
class CallScope {
 public:
  explicit CallScope(Lowering& lowering) : builder_(*lowering.b_), outer_(lowering.b_->inlined_at) {
    if (!builder_.span) return;
    builder_.inlined_at =
        std::make_shared<const core::CallSite>(core::CallSite{builder_.span, outer_});
    lowering.callers_.inlined(builder_.inlined_at.get());
  }
  ~CallScope() { builder_.inlined_at = std::move(outer_); }
  CallScope(const CallScope&) = delete;
  CallScope& operator=(const CallScope&) = delete;

 private:
  Builder& builder_;
  std::shared_ptr<const core::CallSite> outer_;
};

/// A body under construction: statements go there until it is finished.
class BodyScope {
 public:
  explicit BodyScope(Lowering& lowering)
      : lowering_(lowering),
        outer_(lowering.b_),
        builder_(lowering.names()),
        first_(lowering.names().last() + 1) {
    if (outer_) {
      builder_.span = outer_->span;
      builder_.inlined_at = outer_->inlined_at;
    }
    lowering_.b_ = &builder_;
  }
  ~BodyScope() {
    const support::Unstoppable unstoppable;
    close();
  }
  BodyScope(const BodyScope&) = delete;
  BodyScope& operator=(const BodyScope&) = delete;

  core::Body finish(Atoms results) {
    close();
    return builder_.finish(std::move(results));
  }

 private:
  void close() {
    if (closed_) return;
    closed_ = true;
    lowering_.b_ = outer_;
    lowering_.known_.retire(first_, lowering_.names().last());
  }

  Lowering& lowering_;
  Builder* outer_;
  Builder builder_;
  core::VarId first_;
  bool closed_ = false;
};

}  // namespace laguz::lower
