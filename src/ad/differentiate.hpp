// Derivatives: core with `Diff` in, core without it out.
#pragma once

#include <memory>

#include "core/program.hpp"

namespace laguz::ad {

/// Replaces every Diff in functions of a program by core that computes it. Derivations are
/// remembered for the life of the session: a function is expanded once.
class Differentiator {
 public:
  explicit Differentiator(core::Program& program);
  ~Differentiator();
  Differentiator(const Differentiator&) = delete;
  Differentiator& operator=(const Differentiator&) = delete;

  /// [function], and all that it calls, is free of Diff afterwards.
  void expand(core::FunId function);
  /// [function] as it was then, whatever has been done to it since.
  const core::Function& original(core::FunId function);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace laguz::ad
