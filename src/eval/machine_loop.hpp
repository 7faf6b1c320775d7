// Loops that run as machine code: what stands between a frame and compiled vcode.
#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "eval/node.hpp"
#include "eval/profile.hpp"
#include "machine/code.hpp"
#include "vcode/lower.hpp"

namespace laguz::eval {

class MachineLoop {
 public:
  /// Where the unit's variables are in a frame.
  struct Slots {
    std::vector<Slot> inputs, states, arrays;
  };
  MachineLoop(vcode::Unit unit, Slots slots);

  /// Runs the loop, [trips] times if that is known, whose states have begun: then they are what
  /// they become. False: nothing has been done, for the tier is another one, or arrays are not as
  /// code expects them. Throws what an iteration fails with.
  bool run(Frame& frame, std::optional<std::uint64_t> trips, const Place& place);

  /// Why it has not run.
  std::string_view why_not() const {
    return possible_ ? "an array is numbers that are counted" : "there is no compiler for it";
  }

 private:
  const machine::Code* code(Frame& frame, bool dense);
  [[noreturn]] void fail_at(const Frame& frame, vcode::SiteNumber site,
                            const std::vector<std::uint64_t>& words) const;

  vcode::Unit unit_;
  Slots slots_;
  machine::Words words_;
  std::unique_ptr<const machine::Code> codes_[2];  ///< for arrays with gaps, and without
  bool possible_ = true;
  std::vector<std::uint64_t> room_;  ///< to run in: nothing inside enters it again
};

}  // namespace laguz::eval
