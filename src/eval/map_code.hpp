// Maps that run as machine code: as the loops over their iterations that they are.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "eval/bulk.hpp"
#include "eval/compiler.hpp"
#include "eval/in_place.hpp"
#include "eval/machine_loop.hpp"

namespace laguz::eval {

/// A Soac that gives numbers, and rows of known lengths, folds and scans by primitives, and adds to
/// accumulators. Folds that are short are given what they fold; others, accumulators. Scans are
/// made of what it gives, behind it.
class MapCode {
 public:
  struct Fold {
    core::Prim prim;
    Slot neutral = 0, result = 0;
    Slot elements = 0;  ///< an array: what is folded, or accumulators of a block
  };
  /// Where its parts are in a frame.
  struct Places {
    std::vector<Slot> arrays;   ///< its operands
    std::vector<bool> counted;  ///< which of them are 0, 1, 2, ...
    Slot width = 0;
    Slot first = 0;             ///< the number of the block's first iteration
    std::vector<Slot> results;  ///< arrays
    std::vector<Fold> folds;    ///< of the first of these
    struct Scan {
      core::Prim prim;
      Slot neutral = 0, result = 0;
    };
    std::vector<Scan> scans;  ///< of the next ones
    /// The lengths of the rows of all but the folds.
    std::span<const std::vector<ScalarArg>> rows;
    std::vector<Outer> outers;          ///< of what is free in its body, that which is at hand
    std::vector<VarId> iotas;           ///< of these, arrays that are 0, 1, ...
    std::optional<InPlace> in_place{};  ///< of its result, if there is no other
  };
  /// Whether [soac] is one.
  static bool takes(const core::Soac& soac);
  /// What it is made for.
  struct Shape {
    std::span<const Slot> striped{};  ///< accumulators that have striped sums (partial_sums.hpp)
    bool blocked = false;             ///< its folds are
  };
  /// Of one that it takes. Null if it is no machine code; [why_not] is said then.
  static std::unique_ptr<MapCode> of(const core::Soac& soac, Places places, const Shape& shape,
                                     const Place& place, std::string_view& why_not);

  /// Makes arrays for the results of [n] iterations. False if they lie where something is that
  /// they are made of.
  bool begin(Frame& frame, std::int64_t n);
  /// They are not wanted.
  void forget(Frame& frame);
  /// All have been run: gives what they fold.
  void finish(Frame& frame);
  /// Runs iterations from [from] on, a multiple of the stripes, below [end], as MachineLoop::run
  /// does. False if it has not.
  bool run(Frame& frame, std::int64_t from, std::int64_t end, const Place& place);
  /// The iteration that has failed.
  std::int64_t turn() const { return loop_.turn(); }
  std::string_view why_not() const { return loop_.why_not(); }

 private:
  MapCode(std::unique_ptr<const core::Stm> stm, vcode::Unit unit, MachineLoop::Slots slots,
          Places places, bool blocked);

  std::unique_ptr<const core::Stm> stm_;  ///< the loop, which the unit refers to
  Places places_;
  bool blocked_;
  std::int64_t n_ = 0;            ///< iterations in all
  std::vector<Reduction> folds_;  ///< of those so far
  MachineLoop loop_;
};

}  // namespace laguz::eval
