// Partial sums for lanes.
#pragma once

#include <span>
#include <vector>

#include "eval/lanes/plan.hpp"
#include "eval/partial_sums.hpp"

namespace laguz::eval {

/// An accumulator in a frame, or what one site of the text adds to it.
struct AccSite {
  Slot slot = 0;
  std::size_t site = 0;

  std::span<Array> of(AccState& state) const {
    const std::span arrays(state.arrays);
    return state.by_site ? arrays.subspan(site, 1) : arrays;
  }
};

/// Partial sums as a plan asks for them.
class LaneSums final : public lanes::BlockSums {
 public:
  LaneSums(PartialSums& sums, const std::vector<AccSite>& sites) : sums_(sums), sites_(sites) {}
  void restart() override { sums_.restart(); }
  std::vector<std::span<Array>> begin(std::int64_t block) override {
    PartialSums::Part& part = sums_.begin(block);
    std::vector<std::span<Array>> all;
    for (const AccSite& site : sites_) all.push_back(site.of(sums_.state(part, site.slot)));
    return all;
  }
  void end(std::int64_t block) override { sums_.end(block); }

 private:
  PartialSums& sums_;
  const std::vector<AccSite>& sites_;
};

}  // namespace laguz::eval
