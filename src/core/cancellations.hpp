// Code that fails where a difference or sum of floats first leaves next to nothing of its operands.
#pragma once

#include "core/copies.hpp"
#include "support/diagnostic.hpp"

namespace laguz::core {

/// Copies of functions, as they run, behind each of whose differences and sums is a check (but not
/// in what folds): of the digits that the operands have, nearly half at least are to be left. What
/// has fewer is mostly what has been rounded before, unless the operands were exact.
class Cancellations {
 public:
  explicit Cancellations(Program& program);
  FunId of(FunId function) { return copies_.of(function); }
  /// The operation with its numbers, "1.0 - 1.0 is 0.0", if [error] is one of such code.
  static std::optional<std::string> found(const support::Diagnostic& error);

 private:
  Copies copies_;
};

}  // namespace laguz::core
