// Undoing updates. An array that a loop only overwrites here and there need not be kept whole for
// every iteration: what was overwritten is kept, and going backwards it is put back.
#pragma once

#include <vector>

#include "ad/tape/again.hpp"
#include "ad/tape/loop_editor.hpp"
#include "ad/tape/overwritten.hpp"
#include "core/walk.hpp"

namespace laguz::ad::tape {

/// What was done to an array once, in terms of variables of the body that did it.
struct UndoStep {
  enum class Kind : std::uint8_t {
    write,       ///< Update: [old] was at [dims]
    flat_write,  ///< flat_update: [old] was at [indices] (offset and strides)
    places,      ///< Scatter or Hist: [old] were at [indices]
    whole,       ///< made anew: [old] was there
    branch,      ///< If: [steps] or [else_steps]
    loop,        ///< Loop: [steps] in each iteration
  } kind = Kind::write;
  std::vector<core::DimSlice> dims{};
  Atoms indices{};
  Atom old{};
  Atom of{};        ///< of what is made anew: the array of the body that was there
  Atoms lengths{};  ///< and its lengths, if iterations have them in common
  Atom condition{};
  std::vector<UndoStep> steps{}, else_steps{};
  core::Binder index{};  ///< of a for loop
  Atom trips{};
  /// What [steps] need of an iteration: a variable of theirs, and how it was kept.
  struct Kept {
    Atom atom;
    History log;
  };
  std::vector<Kept> kept{};
  std::vector<core::Stm> again{};  ///< and what they need of it that is computed again, from these
};

struct Undo {
  std::vector<UndoStep> steps;  ///< in the order they were done
  /// Variables of the body that the steps need, its index excepted.
  Atoms needed;
  /// Statements that bind others, which need nothing but the index and what is around the loop.
  std::vector<core::Stm> again;
};

/// If [loop] hands parameter [k] on as the same array with elements overwritten: makes its body
/// remember what was overwritten, and says how to put it back. Else nothing, but then the body may
/// have been changed in part (and computes the same). [in_lanes]: the loop is done in a map.
std::optional<Undo> remember(core::Names& names, core::Loop& loop, std::size_t k,
                             Again::Known known, bool in_lanes);

/// Computes [again], adding to [known], which has what it needs.
void compute_again(Emit& emit, const std::vector<core::Stm>& again, core::Substitution& known);

/// Notes the lengths of arrays that are made anew: what is kept of them is of any length as far as
/// it can tell itself. [lengths] gives those of an array of the loop's body, none if they are not
/// the same in all iterations.
using LengthsOf = std::function<Atoms(const Atom& array)>;
void know_lengths(std::vector<UndoStep>& steps, const LengthsOf& lengths);

/// [array] before [steps]; [known] has the variables that they mention.
Atom undo(Emit& emit, const std::vector<UndoStep>& steps, Atom array,
          const core::Substitution& known);

/// What [array] has where [step], a write at places, overwrote it.
Atom left_there(Emit& emit, const UndoStep& step, const Atom& array,
                const core::Substitution& known);

}  // namespace laguz::ad::tape
