// Arrays of long folds and scans, taken to pieces of one length: rows for a map, and a rest.
#pragma once

#include <cstdint>

#include "ad/reverse/sweep.hpp"
#include "ad/rewrite/sorted_hist.hpp"

namespace laguz::ad::reverse::folds {

/// The arrays of a Soac as other arrays, which have cotangents of their own until these are joined.
class Pieces {
 public:
  /// What a lane goes through: so much that the pieces, which come one after the other in the end,
  /// are few, and so little that what is kept of it fits the second-level cache beside that of the
  /// other lanes. (No power of two: what lanes read at a time would share a few lines of the
  /// cache.)
  static constexpr std::int64_t kLength = 60;

  /// Whether so many elements may be enough for pieces.
  static bool may_pay(const Atom& width) {
    return !width.is_constant() || static_cast<std::int64_t>(width.bits) >= rewrite::kManyForFolds;
  }

  /// Of each of [arrays], [width] elements. Something is always left over; of few elements, all.
  Pieces(Sweep& sweep, const Atom& width, const Atoms& arrays);

  const Atom& count() const { return count_; }
  const Atoms& rows() const { return rows_; }
  /// How many elements are left over, behind the pieces.
  const Atom& left() const { return left_; }
  const Atoms& rest() const { return rest_; }
  /// The pieces and the rest of another array of that width.
  Atom rows_of(const Atom& array);
  Atom rest_of(const Atom& array) { return part(whole_, width_, array); }
  /// Elements in all pieces.
  const Atom& whole() const { return whole_; }

  /// Hands what has come to the pieces and the rest on to the arrays.
  void join();

 private:
  Atom part(const Atom& from, const Atom& to, const Atom& array);
  Atom own(core::Exp exp, const core::Type& type, const Atom& array);

  Sweep& sweep_;
  Atom width_;
  Atoms arrays_;
  Atom count_, whole_, left_;
  Atoms rows_, rest_;
};

}  // namespace laguz::ad::reverse::folds
