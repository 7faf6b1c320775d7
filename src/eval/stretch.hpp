// Iterations of a loop, run again for what they keep (tape.hpp).
#pragma once

#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/program.hpp"
#include "eval/compiler.hpp"
#include "eval/tape.hpp"

namespace laguz::eval {

/// A loop's iterations as a program of their own.
class Stretch final : public StateSource {
 public:
  /// A variable from around the loop.
  struct Outside {
    bool is_array = false;
    Slot slot = 0, there = 0;  ///< in the loop's frame, and in that of a stretch
  };
  struct OutsideSite {
    TapeSite site, there;
  };

  /// A frame to run in, with what the iterations use from around the loop, which is in [around].
  Frame::Ptr frame(const Frame& around) const;
  /// From [begin] up to iteration [end].
  TapeLevel run(Frame& frame, const Checkpoint& begin, std::int64_t end, TapeRoom room);
  const StateSlots& states() override { return states_; }
  /// The loop's parameters that states are of.
  const core::Binders& params() const { return params_; }
  const core::Loop& loop() const { return std::get<core::Loop>(function_.body.stms[0].exp.node); }

 private:
  friend class Compiler;
  core::Function function_{};  ///< has the loop alone
  Block body_{};
  Frame::Layout layout_{};
  std::vector<std::pair<Slot, std::uint64_t>> constants_{};
  std::optional<Slot> index_{};
  std::vector<History> histories_{};
  std::vector<std::shared_ptr<const TapeSite>> inner_{};  ///< of loops inside
  StateSlots states_{};
  core::Binders params_{};
  std::vector<Outside> outsides_{};
  std::vector<OutsideSite> sites_{};
};

/// Makes the stretch of a loop once it is needed.
class StretchSource final : public StateSource {
 public:
  /// [loop]: of whose histories some are [taped].
  StretchSource(Machine& machine, const core::Stm& loop, std::vector<bool> taped)
      : machine_(machine), loop_(loop), histories_(std::move(taped)) {}

  Stretch& get();
  /// In the loop's own frame.
  const StateSlots& states() override;

  // Where variables lie in it.
  std::unordered_map<VarId, Slot> params{};
  std::vector<Outer> outers{};
  std::unordered_map<VarId, TapedRows> taped{};
  /// Of the histories, at how many indices they are read; 1 where rows are never on a tape inside.
  std::unordered_map<VarId, std::size_t> reads{};

 private:
  Machine& machine_;
  const core::Stm& loop_;
  std::vector<bool> histories_;
  std::unique_ptr<Stretch> made_;
  StateSlots states_;
};

}  // namespace laguz::eval
