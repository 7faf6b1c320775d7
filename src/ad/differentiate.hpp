// Derivatives: core with `Diff` in, core without it out.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <unordered_set>
#include <vector>

#include "core/checks.hpp"
#include "core/program.hpp"

namespace laguz::ad {

/// Replaces every Diff in functions of a program by core that computes it. Derivations are
/// remembered as long as their function: it is expanded once.
class Differentiator {
 public:
  /// With [checks] in each iteration, what is derived runs before its derivatives, too.
  explicit Differentiator(core::Program& program, core::Checks checks = core::Checks::before);
  ~Differentiator();
  Differentiator(const Differentiator&) = delete;
  Differentiator& operator=(const Differentiator&) = delete;

  /// [function], and all that it calls, is free of Diff afterwards.
  void expand(core::FunId function);
  /// The same, but that derivatives pass through integers that have been floats, of which they
  /// know no more than that: for patterns, which say what depends on what.
  void expand_through_integers(core::FunId function);

  /// [function] as it is differentiated itself: expanded, before it is optimised.
  const core::Function& original(core::FunId function);
  /// The same, but that it has not been expanded: what it differentiates is still there, to be
  /// derived as part of what is differentiated around it.
  const core::Function& written(core::FunId function);
  /// [function], which has not been expanded, was written as [code], of which its body is a form.
  void write(core::FunId function, core::Function code);
  /// Inlines calls in [body] as in what is differentiated.
  void inline_in(core::Body& body);

  /// Adds to [reached] what is needed where [function] is: what its original calls, and what has
  /// been derived from it.
  void reach(core::FunId function, std::vector<core::FunId>& reached) const;
  /// [constant] is known to the program: its original is of no more use.
  void settle(core::FunId constant);
  /// Forgets all functions but [kept].
  void keep(const std::unordered_set<core::FunId>& kept);
  /// Visits the originals.
  void each(const std::function<void(const core::Function&)>& visit) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace laguz::ad
