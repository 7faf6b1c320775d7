// Maps as machine code, where that turns out to be faster.
#pragma once

#include <array>
#include <chrono>
#include <memory>
#include <string_view>

#include "eval/map_code.hpp"
#include "eval/partial_sums.hpp"
#include "eval/rival.hpp"

namespace laguz::eval {

/// A Soac that may run as machine code: in the machine tier wherever there is code, in the
/// automatic one by trial (rival.hpp). Lives as long as the Soac's node.
class MapTrial {
 public:
  using Clock = std::chrono::steady_clock;
  struct Run {
    Frame& frame;
    std::int64_t n;         ///< iterations, more than none
    const SumShape* shape;  ///< of partial sums, if there are any
    const Place& place;
    const char* kind;  ///< what errors call it
  };
  MapTrial(const core::Soac& soac, MapCode::Places places, std::span<const PartedAcc> parted);

  /// Whether both ways are possible, as far as that is known.
  bool is_open(const Run& run) const;
  /// Whether this run is to be one as code.
  bool is_next(const Run& run) const;
  /// False if there is no code, or if it turns out to be slower before it has done anything that
  /// lasts. Throws what an iteration fails with.
  bool run(const Run& run);
  /// The usual way has begun at [start], and is through.
  void usual_has_run(Clock::time_point start, std::int64_t n) {
    rival_.usual_has_run(since(start), n);
  }
  std::string_view why_not() const { return last_ != nullptr ? last_->why_not() : why_not_; }

 private:
  static double since(Clock::time_point start) {
    return std::chrono::duration<double, std::nano>(Clock::now() - start).count();
  }
  /// That for such sums, as far as it may be.
  MapCode* compile(const Run& run);
  bool is_possible(const SumShape* shape) const { return ways_[is_striped(shape)].possible; }
  static bool is_striped(const SumShape* shape) { return shape != nullptr && shape->stripes > 1; }

  const core::Soac& soac_;
  MapCode::Places places_;
  std::span<const PartedAcc> parted_;
  bool adds_;  ///< to accumulators
  struct Way {
    bool possible = false;  ///< as far as is known
    std::unique_ptr<MapCode> code{};
  };
  std::array<Way, 2> ways_{};  ///< the second one for striped sums
  const MapCode* last_ = nullptr;
  std::string_view why_not_ = "it folds, or gives arrays";
  Rival rival_{};
};

}  // namespace laguz::eval
