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
constexpr std::int64_t kFewestLanes = 8;
constexpr std::int64_t kMostLanes = 1024;

/// Falls in the order of their rounds: a bin's first one in the first round, and so on.
class Rounds {
 public:
  explicit Rounds(std::int64_t bins) : met_(static_cast<std::size_t>(bins), 0) {}

  void sort(Falls& falls) {
    const std::size_t n = falls.bins.size();
    rounds_.resize(n);
    std::uint32_t most = 0;
    for (std::size_t j = 0; j < n; ++j) {
      const std::uint32_t round = met_[static_cast<std::size_t>(falls.bins[j])]++;
      rounds_[j] = round;
      most = std::max(most, round);
    }
    for (const std::int64_t bin : falls.bins) met_[static_cast<std::size_t>(bin)] = 0;
    ends_.assign(most + 2, 0);
    for (const std::uint32_t round : rounds_) ++ends_[round + 1];
    std::partial_sum(ends_.begin(), ends_.end(), ends_.begin());
    if (most > 0) {
      sorted_.iterations.resize(n);
      sorted_.bins.resize(n);
      for (std::size_t j = 0; j < n; ++j) {
        const auto to = static_cast<std::size_t>(ends_[rounds_[j]]++);
        sorted_.iterations[to] = falls.iterations[j];
        sorted_.bins[to] = falls.bins[j];
      }
      std::swap(falls, sorted_);
    } else {
      ends_.erase(ends_.begin());
    }
  }
  /// Where each round ends.
  const std::vector<std::int64_t>& ends() const { return ends_; }

 private:
  std::vector<std::uint32_t> met_, rounds_;
  std::vector<std::int64_t> ends_;
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
        values_(std::move(values)) {
    for (const ScalarType type : op.types)
      for (auto* rooms : {&accs_, &elements_, &results_})
        rooms->emplace_back(static_cast<std::size_t>(kMostLanes * support::size_of(type)));
    before_.resize(op.arity());
  }

  bool combine(Falls& falls) override {
    rounds_.sort(falls);
    std::int64_t done = 0, first = 0;
    try {
      for (const std::int64_t end : rounds_.ends()) {
        if (end - done < kFewestLanes) break;
        if (done == 0) remember(falls, first = end);
        for (; done < end; done += std::min(kMostLanes, end - done))
          some(falls, done, std::min(kMostLanes, end - done));
      }
    } catch (const LaneError&) {
      take_back(falls, first);
      return false;
    } catch (const NotUniform&) {
      take_back(falls, first);
      return false;
    }
    falls.iterations.erase(falls.iterations.begin(), falls.iterations.begin() + done);
    falls.bins.erase(falls.bins.begin(), falls.bins.begin() + done);
    return true;
  }

 private:
  int size(std::size_t k) const { return support::size_of(op_.types[k]); }

  /// What is in the bins of the first round: in all that there are.
  void remember(const Falls& falls, std::int64_t count) {
    for (std::size_t k = 0; k < op_.arity(); ++k) {
      before_[k].resize(static_cast<std::size_t>(count * size(k)));
      kernels::gather(size(k), count, before_[k].data(), dests_[k], falls.bins.data());
    }
  }

  /// Undoes everything, and has the falls in their order again.
  void take_back(Falls& falls, std::int64_t first) {
    for (std::size_t k = 0; k < op_.arity(); ++k)
      kernels::scatter(size(k), first, dests_[k], falls.bins.data(), before_[k].data(), false,
                       nullptr);
    std::vector<std::pair<std::int64_t, std::int64_t>> pairs;
    for (std::size_t j = 0; j < falls.bins.size(); ++j)
      pairs.emplace_back(falls.iterations[j], falls.bins[j]);
    std::sort(pairs.begin(), pairs.end());
    falls.clear();
    for (const auto& [iteration, bin] : pairs) {
      falls.iterations.push_back(iteration);
      falls.bins.push_back(bin);
    }
  }

  void some(const Falls& falls, std::int64_t from, std::int64_t n) {
    const std::int64_t* iterations = falls.iterations.data() + from;
    const std::int64_t* bins = falls.bins.data() + from;
    const bool is_run = iterations[n - 1] - iterations[0] == n - 1;
    acc_.resize(op_.arity());
    element_.resize(op_.arity());
    result_.resize(op_.arity());
    for (std::size_t k = 0; k < op_.arity(); ++k) {
      const std::int64_t remembered = static_cast<std::int64_t>(before_[k].size()) / size(k);
      acc_[k] = accs_[k].data();
      if (from + n <= remembered)
        acc_[k] = before_[k].data() + from * size(k);
      else
        kernels::gather(size(k), n, accs_[k].data(), dests_[k], bins);
      element_[k] = elements_[k].data();
      if (is_run)
        element_[k] = values_[k] + iterations[0] * size(k);
      else
        kernels::gather(size(k), n, elements_[k].data(), values_[k], iterations);
      result_[k] = results_[k].data();
    }
    folder_.apply(n, acc_, element_, result_);
    for (std::size_t k = 0; k < op_.arity(); ++k)
      kernels::scatter(size(k), n, dests_[k], bins, result_[k], false, nullptr);
  }

  const Operator& op_;
  Folder folder_;
  Rounds rounds_;
  Columns dests_, values_;
  std::vector<std::vector<std::byte>> accs_, elements_, results_, before_;
  std::vector<const std::byte*> acc_, element_;
  std::vector<std::byte*> result_;
};

class LambdaHist final : public HistPlan {
 public:
  explicit LambdaHist(const core::Lambda& op) {
    for (std::size_t k = 0; k < op.params.size() / 2; ++k)
      op_.types.push_back(op.params[k].type.elem);
    op_.compile_for_all(op);
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
