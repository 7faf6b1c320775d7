// Functions that differentiated code calls: inlined, or derived.
#pragma once

#include <memory>
#include <unordered_map>
#include <vector>

#include "core/program.hpp"
#include "graph/graph.hpp"

namespace laguz::ad {

/// What the rules need to know of the world.
class Functions {
 public:
  /// A function to be traced in place of its call; null for recursive ones and constants.
  virtual const core::Function* inlinable(core::FunId function) = 0;
  /// (params, cotangents of the results [reached]) → cotangents of the params, for recursive
  /// functions.
  virtual core::FunId reverse_of(core::FunId function, const std::vector<bool>& reached) = 0;
  /// (params, tangents of the params) → (results, tangents of the results).
  virtual core::FunId forward_of(core::FunId function) = 0;
  virtual const core::Program& program() const = 0;

 protected:
  ~Functions() = default;
};

/// The places of a callee's statements as seen from its caller: errors tell of the call too.
class Sites {
 public:
  explicit Sites(const graph::Place& call)
      : call_(std::make_shared<const core::CallSite>(core::CallSite{call.span, call.inlined_at})) {}

  graph::Place seen(graph::Place place) {
    place.inlined_at = behind(place.inlined_at);
    return place;
  }
  void add_to(core::Body& body);

 private:
  using Site = std::shared_ptr<const core::CallSite>;
  Site behind(const Site& site);

  Site call_;
  std::unordered_map<const core::CallSite*, Site> known_;
};

/// Inlines the calls of [body], and of branches and loops in it, that give arrays: so that it can
/// be seen which arrays they overwrite.
void inline_calls(Functions& functions, core::Names& names, core::Body& body);

}  // namespace laguz::ad
