// Accumulators whose sums are parted (core::WithAcc::Acc::apart): the shape of the sums, and the
// partial sums of one run of a Soac.
//
// With the sums parted, blocks of iterations need not wait for one another, and two updates of a
// program's text do not meet (lanes/acc_log.hpp). It costs a pass over the partial sums: that is to
// be at most half the work of the updates, as far as it is known before the run, or little for each
// iteration.
//
// A sum to which all iterations add is a chain of additions. So those of a block may be striped:
// iteration i of it adds to number i mod kStripes of each place, and lanes add vectors. That is
// where most updates are of the same place in all iterations, and an iteration adds to half of the
// places or these are few.
//
// All this depends on the program, widths and lengths alone, so that every tier and any number of
// threads give the same bits.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "core/ir.hpp"
#include "eval/eval_acc.hpp"
#include "eval/usage.hpp"
#include "prims/lanes_accumulate.hpp"
#include "support/function_ref.hpp"

namespace laguz::eval {

inline constexpr std::int64_t kLeastPart = 256;  ///< iterations of a block
inline constexpr std::int64_t kMostParts = 64;
inline constexpr std::int64_t kElements = 2;       ///< of partial sums for each iteration: little
inline constexpr std::int64_t kFewElements = 256;  ///< few enough for stripes in any case
inline constexpr std::int64_t kMostElements = std::int64_t{1} << 20;  ///< of all partial sums

struct SumShape {
  std::int64_t blocks = 1;
  std::int64_t block = 0;  ///< iterations in each, but for the last
  bool by_site = false;
  std::int64_t stripes = 1;  ///< or kStripes

  bool is_whole() const { return blocks == 1 && !by_site && stripes == 1; }
};

/// An accumulator that a Soac adds to.
struct PartedAcc {
  struct Update {
    int indices = 0;
    bool one_place = false;      ///< the same one in all iterations
    std::int64_t times = 1;      ///< as far as it is known, it is made so often in an iteration,
    std::vector<Slot> widths{};  ///< times all these,
    int halved = 0;              ///< divided by two so often: triangles
  };
  Slot slot = 0;
  std::size_t sites = 1;  ///< of all [updates]
  std::vector<Update> updates{};
};

/// The accumulators among [apart] that [soac], which parts sums, adds to. [iotas] around it.
/// [slot_of]: of a variable that is free in it, its width among them; absent for others.
std::vector<PartedAcc> parted_accs(const core::Soac& soac, std::span<const core::VarId> apart,
                                   const Iotas& iotas,
                                   support::FunctionRef<std::optional<Slot>(core::VarId)> slot_of);

/// The shape of sums over [width] iterations to all of [accs], so many that they may be parted.
/// Blocks are multiples of [grain]. [may_stripe]: lanes, if any, are iterations, and no products of
/// matrices are made of them.
SumShape sum_shape(Frame& frame, std::span<const PartedAcc> accs, std::int64_t width,
                   std::int64_t grain, bool may_stripe);

/// The partial sums of a run. Those of a block are added up with those of the blocks before it when
/// it ends, and serve another one: there are about as many at a time as threads, and they stay in
/// the cache. Costs their elements twice.
class PartialSums {
 public:
  /// Where stripes lie: those of a place side by side, for lanes, or each an array, for iterations
  /// one by one.
  enum class Layout : std::uint8_t { side_by_side, arrays };
  PartialSums(Frame& frame, std::span<const PartedAcc> accs, SumShape shape, Layout layout);
  /// Updates go to the accumulators again, which are as they were unless it has been finished.
  ~PartialSums();
  PartialSums(const PartialSums&) = delete;
  PartialSums& operator=(const PartialSums&) = delete;

  const SumShape& shape() const { return shape_; }

  /// Those of one block: for each stripe that is an array by itself, of each accumulator.
  using Part = std::vector<AccState>;
  /// All blocks are to come, as at first.
  void restart();
  /// Zeros for [block], until its `end`. From any thread, as that is.
  Part& begin(std::int64_t block);
  void end(std::int64_t block);
  /// That of the accumulator in [slot], one or one for each site; side by side.
  AccState& state(Part& part, Slot slot) const;

  /// From here on, until it goes, updates go to those of [iteration]: no earlier one comes, nor
  /// another thread.
  void enter(std::int64_t iteration);
  /// All blocks have ended. The accumulators' arrays are the sums.
  void finish();

 private:
  std::unique_ptr<Part> zeros();
  void add_up(Part& part);
  void add_to(Array& array, Part& part, std::size_t acc, std::size_t site);

  Frame& frame_;
  std::vector<PartedAcc> accs_;
  SumShape shape_;
  std::size_t arrays_;            ///< of a block, for each accumulator and site
  std::vector<AccState*> whole_;  ///< by accumulator
  std::vector<Array> totals_;     ///< what they will be: they stay as they are until the end
  std::int64_t current_ = -1;     ///< the block of iterations one by one
  Part* current_part_ = nullptr;

  std::mutex mutex_;
  std::map<std::int64_t, std::unique_ptr<Part>> begun_, ended_;  ///< by block
  std::vector<std::unique_ptr<Part>> free_;
  std::int64_t next_ = 0;  ///< the block that is added up next
  bool adding_ = false;    ///< somebody does
};

}  // namespace laguz::eval
