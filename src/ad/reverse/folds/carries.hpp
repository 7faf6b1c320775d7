// What comes back from piece to piece of a fold: to its carries, the states before each piece.
#pragma once

#include <optional>
#include <vector>

#include "ad/reverse/folds/pieces.hpp"

namespace laguz::ad::reverse::folds {

using core::Binders;

/// A value for each component of the fold's state, or none.
using Components = std::vector<std::optional<Atom>>;

class Carries {
 public:
  /// [op], on numbers, is applied to states and elements, [neutral] the first state. To some of the
  /// fold's [results], a number or an array for each component, something comes back.
  Carries(Sweep& sweep, const core::Lambda& op, const Atoms& neutral, const Binders& results);

  const std::vector<Type>& types() const { return types_; }
  /// Components that something comes back to in some number of applications.
  const std::vector<bool>& live() const { return live_; }
  std::vector<Type> arrays_of(int dims) const;

  /// The state before number [at], of [states] behind each number.
  core::Exp state_before(Emit& emit, const Atoms& states, const Atom& at) const;
  /// The states before each of [pieces], of [states] behind every so many numbers of them:
  /// [numbers] in a piece.
  Atoms before(const Pieces& pieces, const Atoms& states, std::int64_t numbers) const;

  /// carry ⊕ own.
  Atoms apply(Emit& emit, const Atoms& carry, const Atoms& own) const;
  /// What comes back to [carry] from [cotangents] (see Sink::there) of carry ⊕ [own]. Nothing comes
  /// to variables of the operator here.
  Components back(Emit& emit, const Atoms& carry, const Atoms& own, const Components& cotangents,
                  const Components& there) const;

  /// Of each piece the state before it, and its own total; what comes back to its last result, and
  /// to the state before it from others than that, if anything does.
  struct Chain {
    Atoms carries, totals;
    Components ends, there;  ///< of all results: those of the pieces' last ones are taken
    Atoms sums;              ///< or empty
  };
  struct Back {
    Atoms out;  ///< to the state behind each piece
    Atoms in;   ///< to that before the first one
  };
  /// [behind]: what comes back to the state behind the last piece.
  Back through(const Pieces& pieces, const Chain& chain, const Atoms& behind) const;

 private:
  Sweep& sweep_;
  const core::Lambda& op_;
  const Atoms& neutral_;
  std::vector<Type> types_;
  std::vector<bool> live_;
};

}  // namespace laguz::ad::reverse::folds
