// The state that goes round a loop: scalars and arrays, and the next of each.
#pragma once

#include "eval/lanes/compiler.hpp"

namespace laguz::eval::lanes {

struct LoopStates {
  struct ScalarState {
    ScalarRef param, init, next;
    ScalarRef stage;  ///< where the next value waits while other parameters are set; or no register
    /// The next value is made elsewhere, in a history if one has room for it, else in the other of
    /// two places, that of [other] and its own, to which [home] points: to go on, the register is
    /// pointed there. So nothing is copied, and lanes that stand still keep what they have.
    bool beside = false;
    ScalarRef other;
    Reg home = kNoReg;
  };
  struct ArrayState {
    ArrayRef param, init, next, out;
    bool continued = false;              ///< lanes masked off keep their elements by themselves
    std::optional<Irregular> irregular;  ///< when they do not, and lanes may leave the loop
  };
  std::vector<ScalarState> scalars;
  std::vector<ArrayState> arrays;
  /// Parameters of which lanes that stand still need nothing (only_kept.hpp); none if empty.
  std::vector<bool> only_kept;
  /// Parameters that a history keeps; none if empty.
  std::vector<bool> in_history;

  void enter(Tile& tile) const;
  /// Before each turn: where the next values are to be made.
  void turn(Tile& tile) const;
  /// Goes on to the next state; lanes outside [active] keep the one they have (null: all go on).
  void advance(Tile& tile, Mask active) const;
  void leave(Tile& tile) const;

  /// Defines the parameters. Those that the body owns are returned (see Compiler::open).
  core::Binders define(Compiler& c, const core::Binders& params, const core::Atoms& inits,
                       const core::Body& body, bool masked);
  /// The first results of the body are the next state.
  void set_next(const InnerBody& body);
  /// The next value of a parameter, if it is made beside it.
  std::optional<ScalarRef> beside(ScalarRef param) const;
  /// Defines what the last state is bound to.
  void define_outs(Compiler& c, const core::Binders& params, const core::Binders& to);

 private:
  bool is_kept(std::size_t param) const { return !in_history.empty() && in_history[param]; }
  void advance_arrays(Tile& tile, Mask active) const;

  std::vector<std::size_t> moved_;  ///< arrays whose next state is in another register
  bool crossing_ = false;           ///< a next array is another parameter
};

}  // namespace laguz::eval::lanes
