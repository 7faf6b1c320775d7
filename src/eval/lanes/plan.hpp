// The lanes tier: a Soac whose lambda is run over a tile of iterations at once.
//
// The scalar tier hands over every Soac that it meets at its own level; nested Soacs belong to the
// plan of the outermost one.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/program.hpp"
#include "eval/evaluator.hpp"
#include "eval/profile.hpp"
#include "runtime/array.hpp"

namespace laguz::eval::lanes {

/// Sums of blocks of iterations, each of which has its own; from any thread.
class BlockSums {
 public:
  virtual ~BlockSums() = default;
  /// All blocks are to come, whatever has been.
  virtual void restart() = 0;
  /// Zeros for [block] until its `end`: what Inputs::accumulators is.
  virtual std::vector<std::span<Array>> begin(std::int64_t block) = 0;
  virtual void end(std::int64_t block) = 0;
};

/// The constants of the program that have been evaluated.
class Constants {
 public:
  /// Null: it has not been. From any thread, during a run.
  virtual const std::vector<Value>* find(core::FunId constant) const = 0;

 protected:
  ~Constants() = default;
};

/// Values that a plan runs on.
struct Inputs {
  std::int64_t width = 0;
  std::vector<Array> arrays;  ///< as Soac::arrays, outer length [width] (already checked)
  std::vector<std::vector<Value>> neutral;  ///< of the reductions, then of the scans
  std::vector<Value> free;                  ///< of Plan::free_variables(), in order
  std::vector<runtime::Shape> row_shapes;   ///< of scanned and mapped results, for width 0
  std::int64_t chunk = 0;                   ///< as Options::chunk
  /// Arrays behind accumulators among the free variables, in the order of Plan::accumulators():
  /// held once, updated in place; some may be the same.
  std::vector<std::span<Array>> accumulators;
  BlockSums* sums = nullptr;  ///< or: for each [block] iterations their own
  std::int64_t block = 0;
  /// Iteration i adds to number i mod [stripes] of each element: the innermost dimension of the
  /// arrays is so many times as long. Lanes are iterations of the Soac itself if there are several.
  std::int64_t stripes = 1;
  const Constants* constants = nullptr;
  /// Where the only result goes, if not to an array of its own: it may be the memory of one of
  /// [arrays], of which element i is not read once that of the result is there.
  std::optional<Array> place;
  std::atomic<std::int64_t>* done = nullptr;  ///< iterations, for somebody who waits, or null
};

/// An accumulator, and which of its sites (core::AccUpdate).
struct AccSite {
  core::VarId var = 0;
  std::uint32_t site = 0;
  bool operator==(const AccSite&) const = default;
};

/// Elements that are folded at a time by an operator of the user's, each chunk of a reduction or
/// block of a scan in its lane.
inline constexpr std::int64_t kFoldedTogether = std::int64_t{1} << 15;

/// Thrown by `Plan::run`: the caller runs the Soac, or one iteration of it, in the scalar tier.
///
/// [failing] ≥ 0: that iteration of the lambda fails, and none before it does. The caller runs that
/// iteration alone, which reports the error with its text, place and stack (accumulators may hold
/// anything by then: the error ends the evaluation). So every message is written in one tier only.
/// [failing] < 0: the run met something irregular, such as rows whose shape differs between lanes.
/// Nothing has been changed, accumulators included; the caller runs the whole Soac again, and does
/// well not to ask this plan another time. Or an operator's fold met an error, which it will meet
/// then, too, and accumulators may hold anything.
///
/// [constant]: likewise, but lanes need that constant first. The caller evaluates it, and asks
/// again.
///
/// [few]: likewise, and what is inside of the lambda has far more iterations, which may have lanes.
/// The plan may be asked for runs of more.
struct NotLanes {
  std::int64_t failing = -1;
  bool few = false;
  const char* why = "";  ///< in a profile
  std::optional<core::FunId> constant{};
};

/// A Soac made ready; made once, run often, by one thread at a time (it uses threads inside).
class Plan {
 public:
  virtual ~Plan() = default;
  virtual const core::Binders& free_variables() const = 0;
  virtual const std::vector<AccSite>& accumulators() const = 0;
  /// Whether [run] with this width leaves a scan to the caller: its results are its elements then.
  virtual bool leaves_scan(std::size_t scan, std::int64_t width) const = 0;
  /// As the Soac's results. Throws NotLanes (for user errors too, see there), Interrupted, and
  /// UserError only when memory runs out.
  virtual std::vector<Value> run(Inputs inputs, int threads) = 0;
  /// Lanes of a tile, in the last run.
  virtual std::int64_t tile() const = 0;
};

/// What `prepare` gives: a plan, or why there is none.
struct Prepared {
  std::unique_ptr<Plan> plan;
  const char* why_not = "";
};

/// No plan when the lambda holds something that has no lane form (a recursive call, say): the
/// scalar tier runs it then. Accumulators among the free variables add (WithAcc::Acc::op is none):
/// a Soac that updates one with an operator of the user's must not be given to `prepare`. [unread]:
/// per result, whether nobody reads it (none: all are read); of these there may be no more than the
/// shape. [spot]: the Soac's.
Prepared prepare(const core::Soac& soac, const core::Program& program,
                 const std::vector<bool>& unread, const Spot& spot);

}  // namespace laguz::eval::lanes
