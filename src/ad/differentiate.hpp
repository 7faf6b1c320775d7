// Derivatives: core with `Diff` in, core without it out.
#pragma once

#include <memory>

#include "core/program.hpp"

namespace laguz::ad {

/// Replaces every Diff (and every Custom) in functions of a program by core that computes it.
/// Derivations are remembered for the life of the session: a function is expanded once.
class Differentiator {
 public:
  explicit Differentiator(core::Program& program);
  ~Differentiator();
  Differentiator(const Differentiator&) = delete;
  Differentiator& operator=(const Differentiator&) = delete;

  /// [function], and all that it calls, is free of Diff and Custom afterwards.
  void expand(core::FunId function);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace laguz::ad
