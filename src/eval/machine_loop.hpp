// Loops that run as machine code: what stands between a frame and compiled vcode.
#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "eval/machine_versions.hpp"
#include "eval/node.hpp"
#include "eval/profile.hpp"
#include "eval/tape.hpp"
#include "machine/code.hpp"
#include "vcode/lower.hpp"

namespace laguz::eval {

class MachineLoop {
 public:
  /// Where the unit's variables are in a frame.
  struct Slots {
    std::vector<Slot> inputs, states;
    std::vector<Slot> arrays;  ///< by number; accumulators; nothing for what the unit fills
    /// Of what the unit reads, what loops before it have kept: all of it is to be at hand.
    std::vector<std::pair<std::shared_ptr<const TapeSite>, std::size_t>> tapes;
    /// By entry of the loop's history: its number among what a Recorder has, or where it goes.
    std::vector<std::variant<std::size_t, Sink>> kept;

    /// Inputs and arrays of [unit]; false if [slot_of] does not know one of its variables.
    bool find(const vcode::Unit& unit,
              support::FunctionRef<std::optional<Slot>(core::VarId)> slot_of);
  };
  struct Result {
    std::uint64_t turns = 0;  ///< iterations that have been run, those before included
    bool whole = false;       ///< there are no more
  };
  MachineLoop(vcode::Unit unit, Slots slots);

  /// Whether code for what is left of the loop, if that is known, and is there or not, would pay.
  bool pays(const Frame& frame, std::uint64_t from, std::optional<std::uint64_t> trips);
  /// Runs iterations of the loop from [from] on, of [trips] if that is known: its states are what
  /// they have become before, and are what they become last. Not all of them, if [recorder], which
  /// is given what is kept, has no room for that; none, if arrays are not as code expects them.
  /// Throws what an iteration fails with.
  Result run(Frame& frame, std::uint64_t from, std::optional<std::uint64_t> trips,
             Recorder* recorder, const Place& place);

  /// The number of the iteration that it has begun last.
  std::int64_t turn() const { return static_cast<std::int64_t>(room_[machine::Words::kTurn]); }
  /// Why it has not run.
  std::string_view why_not() const { return why_not_; }

 private:
  struct Run;
  /// Puts arrays where code finds them; false if they are not as it expects them.
  bool enter(Frame& frame, Run& running);
  void leave(Frame& frame, Run& running, std::uint64_t turns, Recorder* recorder);
  /// All that entry [entry] of the history is.
  runtime::Array kept(Run& running, std::size_t entry, std::uint64_t turns) const;
  [[noreturn]] static void fail_at(const vcode::Site& site,
                                   const std::vector<std::uint64_t>& words);

  vcode::Unit unit_;
  Slots slots_;
  machine::Words words_;
  MachineVersions versions_;
  std::string_view why_not_{};
  int long_ = 0;                     ///< runs that the unit's limits have not allowed
  double work_ = 0;                  ///< steps of runs that have not been worth it
  std::vector<std::uint64_t> room_;  ///< to run in: nothing inside enters it again
};

}  // namespace laguz::eval
