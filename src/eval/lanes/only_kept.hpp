// Arrays that loops keep and nobody reads otherwise: what loops inside have kept, and maps.
#pragma once

#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/ir.hpp"

namespace laguz::eval::lanes {

/// Who reads the arrays of a body, and those inside of it.
class KeptArrays {
 public:
  /// Of [body], which is to stay as it is.
  explicit KeptArrays(const core::Body& body);

  /// Of each parameter of [loop], whose results are [to]: whether it is an array of which only a
  /// history takes anything, at the ends of iterations, and whose rows may have room for more than
  /// a lane fills. What it begins with does not matter then, nor what it is in lanes that stand
  /// still.
  std::vector<bool> only_kept(const core::Loop& loop, const core::Binders& to) const;
  /// Whether all that is asked of the first [dims] of [array] is elements by number, and by Soacs,
  /// which know how many there are for each lane; so they may be longer than that.
  bool may_be_longer(core::VarId array, int dims) const;
  /// Whether all that is done with [zeros], a vector that derivatives gather in, or one that is
  /// mapped, is to read and to write numbers of it, also from iteration to iteration, until loops
  /// keep it or Soacs read it: it may be longer (which numbers are its own: ragged_zeros.hpp).
  bool is_gathered_in(core::VarId zeros) const;
  /// Whether loops keep [array], and nobody else reads it but Soacs over its numbers, which know
  /// how many there are: it may be longer, whatever its lanes.
  bool is_only_kept(core::VarId array) const;
  /// So many of the first dimensions of an array, a value of an iteration, may be longer.
  int longer_dims(const core::Atom& value) const;
  std::size_t uses(core::VarId var) const;

 private:
  struct Use {
    const core::Stm* stm = nullptr;     ///< null: a result of a lambda
    const core::Stm* around = nullptr;  ///< or of the body of this loop, branch or WithAcc
    std::size_t operand = 0;            ///< which of that or of the Soac's
  };
  using Seen = std::unordered_set<core::VarId>;
  bool is_gathered_in(core::VarId array, Seen& seen) const;
  bool is_gathered_in(const Use& use, core::VarId array, Seen& seen) const;
  void note(const core::Body& body, const core::Stm* around);
  bool is_fine(const Use& use, int dims) const;
  bool is_added_to_by_number(const core::WithAcc& with, int dims) const;
  bool only_kept(const core::Loop& loop, const core::Binders& to, std::size_t param) const;

  std::unordered_map<core::VarId, std::vector<Use>> uses_;
  std::unordered_map<core::VarId, const core::Stm*> made_;
};

/// Zeros that such parameters begin with have no elements: how many there would be may differ from
/// lane to lane.
void begin_empty(core::Soac& soac);

}  // namespace laguz::eval::lanes
