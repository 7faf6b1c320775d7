// Maps that run as machine code: as the loops over their iterations that they are.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "eval/compiler.hpp"
#include "eval/machine_loop.hpp"

namespace laguz::eval {

/// A Soac that gives numbers and adds to accumulators; what it folds by a primitive it gives first.
class MapCode {
 public:
  struct Fold {
    core::Prim prim;
    Slot neutral = 0, result = 0;
    Slot elements = 0;  ///< an array: what is folded
  };
  /// Where its parts are in a frame.
  struct Places {
    std::vector<Slot> arrays;   ///< its operands
    std::vector<bool> counted;  ///< which of them are 0, 1, 2, ...
    Slot width = 0;
    std::vector<Slot> results;  ///< arrays
    std::vector<Fold> folds;    ///< of the first of these
    std::vector<Outer> outers;  ///< of what is free in its body, that which is at hand
  };
  /// Whether [soac] is one.
  static bool takes(const core::Soac& soac);
  /// Of one that it takes, whose accumulators in [striped] have striped sums (partial_sums.hpp).
  /// Null if it is no machine code; [why_not] is said then.
  static std::unique_ptr<MapCode> of(const core::Soac& soac, Places places,
                                     std::span<const Slot> striped, const Place& place,
                                     std::string_view& why_not);

  /// Makes arrays for the results of [n] iterations.
  void begin(Frame& frame, std::int64_t n) const;
  /// Folds what has been given for that.
  void finish(Frame& frame) const;
  /// Runs iterations from [from] on, a multiple of the stripes, below [end], as MachineLoop::run
  /// does. False if it has not.
  bool run(Frame& frame, std::int64_t from, std::int64_t end, const Place& place);
  /// The iteration that has failed.
  std::int64_t turn() const { return loop_.turn(); }
  std::string_view why_not() const { return loop_.why_not(); }

 private:
  MapCode(std::unique_ptr<const core::Stm> stm, vcode::Unit unit, MachineLoop::Slots slots,
          Places places);

  std::unique_ptr<const core::Stm> stm_;  ///< the loop, which the unit refers to
  std::vector<Slot> results_;
  std::vector<Fold> folds_;
  MachineLoop loop_;
};

}  // namespace laguz::eval
