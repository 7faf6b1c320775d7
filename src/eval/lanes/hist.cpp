#include "eval/lanes/hist.hpp"

#include <algorithm>
#include <numeric>

#include "eval/lanes/block_lanes.hpp"
#include "eval/lanes/inline.hpp"
#include "prims/lanes_move.hpp"

namespace laguz::eval::lanes {

namespace kernels = prims::lanes;

namespace {

/// Lanes for which a round is worth what it takes to begin one.
constexpr std::int64_t kFewestLanes = 4;
constexpr std::int64_t kMostLanes = 1024;

/// Falls in the order of their rounds: a bin's first one in the first round, and so on. A bin is
/// the same lane of all of its rounds: those with more falls come first.
class Rounds {
 public:
  explicit Rounds(std::int64_t bins) : met_(static_cast<std::size_t>(bins), 0) {}

  void sort(Falls& falls) {
    count(falls);
    moved_ = lanes_.size() < falls.bins.size();
    if (moved_) move(falls);
    for (const std::int64_t bin : lanes_) met_[static_cast<std::size_t>(bin)] = 0;
  }
  /// Has [falls], which have just been sorted, in their order again.
  void undo(Falls& falls) {
    if (moved_) std::swap(falls, sorted_);
  }
  /// Each bin has been met once, and its lane is its place in the order of iterations.
  bool in_order() const { return !moved_; }
  /// How many rounds have at least [lanes].
  std::size_t with_lanes(std::int64_t lanes) const {
    std::size_t count = 0;
    while (count + 1 < begins_.size() && this->lanes(count) >= lanes) ++count;
    return count;
  }
  /// Where [round] begins, or the last one ends.
  std::int64_t begin(std::size_t round) const { return begins_[round]; }
  /// Bins that fall into [round].
  std::int64_t lanes(std::size_t round) const { return begins_[round + 1] - begins_[round]; }

 private:
  /// The round of each of [falls], which bins there are, and how long rounds are.
  void count(const Falls& falls) {
    const std::size_t n = falls.bins.size();
    rounds_.resize(n);
    lanes_.resize(n + 1);
    std::size_t bins = 0;
    for (std::size_t j = 0; j < n; ++j) {
      rounds_[j] = met_[static_cast<std::size_t>(falls.bins[j])]++;
      lanes_[bins] = falls.bins[j];
      bins += rounds_[j] == 0 ? 1 : 0;
    }
    lanes_.resize(bins);
    std::uint32_t most = 0;
    for (const std::int64_t bin : lanes_)
      most = std::max(most, met_[static_cast<std::size_t>(bin)]);
    more_.assign(most + 1, 0);
    for (const std::int64_t bin : lanes_) ++more_[met_[static_cast<std::size_t>(bin)] - 1];
    std::partial_sum(more_.rbegin(), more_.rend(), more_.rbegin());
    begins_.assign(1, 0);
    for (std::size_t round = 0; round < most; ++round)
      begins_.push_back(begins_.back() + more_[round]);
  }

  void move(Falls& falls) {
    // A bin's lane, in the place of how often it has been met.
    for (const std::int64_t bin : lanes_) {
      std::uint32_t& met = met_[static_cast<std::size_t>(bin)];
      met = static_cast<std::uint32_t>(more_[met]++);
    }
    const std::size_t n = falls.bins.size();
    sorted_.iterations.resize(n);
    sorted_.bins.resize(n);
    for (std::size_t j = 0; j < n; ++j) {
      const std::int64_t bin = falls.bins[j];
      const auto to =
          static_cast<std::size_t>(begins_[rounds_[j]] + met_[static_cast<std::size_t>(bin)]);
      sorted_.iterations[to] = falls.iterations[j];
      sorted_.bins[to] = bin;
    }
    std::swap(falls, sorted_);
  }

  std::vector<std::uint32_t> met_, rounds_;
  std::vector<std::int64_t> lanes_;   ///< the bins that are met, in order
  std::vector<std::int64_t> more_;    ///< bins that are met more often than so
  std::vector<std::int64_t> begins_;  ///< of the rounds
  bool moved_ = false;
  Falls sorted_;
};

class HistRun final : public HistPlan::Run {
 public:
  HistRun(const Operator& op, const std::vector<runtime::Value>& free, Columns dests,
          Columns values, std::int64_t bins)
      : op_(op),
        folder_(op, free, kMostLanes),
        rounds_(bins),
        dests_(std::move(dests)),
        values_(std::move(values)),
        states_(op.arity()),
        gathered_(op.arity()),
        elements_(op.arity()),
        step_(op.arity()) {}

  bool combine(Falls& falls) override {
    rounds_.sort(falls);
    const std::size_t rounds = rounds_.with_lanes(kFewestLanes);
    if (rounds == 0) return true;
    const std::int64_t lanes = rounds_.lanes(0), done = rounds_.begin(rounds);
    read(falls, lanes, done);
    try {
      for (std::int64_t first = 0; first < lanes; first += kMostLanes)
        run(first, std::min(kMostLanes, lanes - first), rounds);
    } catch (const LaneError&) {
      rounds_.undo(falls);
      return false;
    } catch (const NotUniform&) {
      rounds_.undo(falls);
      return false;
    }
    for (std::size_t k = 0; k < op_.arity(); ++k)
      kernels::scatter(size(k), lanes, dests_[k], falls.bins.data(), states_[k].data(), false,
                       nullptr);
    falls.iterations.erase(falls.iterations.begin(), falls.iterations.begin() + done);
    falls.bins.erase(falls.bins.begin(), falls.bins.begin() + done);
    return true;
  }

 private:
  int size(std::size_t k) const { return support::size_of(op_.types[k]); }

  /// What is in the bins, and the values of what falls into them, [done] in all.
  void read(const Falls& falls, std::int64_t lanes, std::int64_t done) {
    const std::int64_t* iterations = falls.iterations.data();
    const bool is_run = rounds_.in_order() && iterations[done - 1] - iterations[0] == done - 1;
    for (std::size_t k = 0; k < op_.arity(); ++k) {
      states_[k].resize(static_cast<std::size_t>(lanes * size(k)));
      kernels::gather(size(k), lanes, states_[k].data(), dests_[k], falls.bins.data());
      elements_[k] = values_[k] + iterations[0] * size(k);
      if (is_run) continue;
      gathered_[k].resize(static_cast<std::size_t>(done * size(k)));
      kernels::gather(size(k), done, gathered_[k].data(), values_[k], iterations);
      elements_[k] = gathered_[k].data();
    }
  }

  /// [rounds] in the [count] lanes from [first].
  void run(std::int64_t first, std::int64_t count, std::size_t rounds) {
    for (std::size_t k = 0; k < op_.arity(); ++k)
      kernels::load(size(k), count, folder_.acc(k), states_[k].data() + first * size(k), 1);
    for (std::size_t round = 0; round < rounds && count > 0; ++round) {
      const std::int64_t left = std::clamp<std::int64_t>(rounds_.lanes(round) - first, 0, count);
      keep(first, left, count);
      count = left;
      for (std::size_t k = 0; k < op_.arity(); ++k)
        step_[k] = elements_[k] + (rounds_.begin(round) + first) * size(k);
      if (count > 0) folder_.step(count, step_);
    }
    keep(first, 0, count);
  }

  /// The lanes [from] to [end], behind [first], have met all of theirs.
  void keep(std::int64_t first, std::int64_t from, std::int64_t end) {
    for (std::size_t k = 0; from < end && k < op_.arity(); ++k)
      kernels::load(size(k), end - from, states_[k].data() + (first + from) * size(k),
                    folder_.acc(k) + from * size(k), 1);
  }

  const Operator& op_;
  Folder folder_;
  Rounds rounds_;
  Columns dests_, values_;
  std::vector<std::vector<std::byte>> states_;    ///< of the bins, a lane each
  std::vector<std::vector<std::byte>> gathered_;  ///< values, in the order of the rounds
  std::vector<const std::byte*> elements_;        ///< those, or the values where they are
  std::vector<const std::byte*> step_;            ///< those of a round
};

class LambdaHist final : public HistPlan {
 public:
  explicit LambdaHist(const core::Lambda& op) {
    for (std::size_t k = 0; k < op.params.size() / 2; ++k)
      op_.types.push_back(op.params[k].type.elem);
    op_.compile_for_all(op, {});
    op_.free.resize(op_.program.free.size());
    std::iota(op_.free.begin(), op_.free.end(), std::size_t{0});
  }
  const core::Binders& free_variables() const override { return op_.program.free; }
  std::unique_ptr<Run> start(const std::vector<runtime::Value>& free, std::vector<std::byte*> dests,
                             std::vector<std::byte*> values, std::int64_t bins) const override {
    return std::make_unique<HistRun>(op_, free, std::move(dests), std::move(values), bins);
  }

 private:
  Operator op_;
};

}  // namespace

std::unique_ptr<HistPlan> HistPlan::prepare(const core::Lambda& op, const core::Program& program) {
  core::Lambda ready = op;
  if (!inline_calls(ready, program)) return nullptr;
  return std::make_unique<LambdaHist>(ready);
}

}  // namespace laguz::eval::lanes
