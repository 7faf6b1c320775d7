// Maps as machine code, where that turns out to be faster.
#pragma once

#include <array>
#include <chrono>
#include <memory>
#include <optional>
#include <string_view>
#include <variant>

#include "core/reduce_shape.hpp"
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

  /// Runs all iterations, in one way or another: as code; [usual]ly; or one after the other by
  /// [walk], where what is inside may be code. Throws what an iteration fails with.
  void run(const Run& run, support::FunctionRef<void()> usual, support::FunctionRef<void()> walk);
  std::string_view why_not() const { return last_ != nullptr ? last_->why_not() : why_not_; }

 private:
  static double since(Clock::time_point start) {
    return std::chrono::duration<double, std::nano>(Clock::now() - start).count();
  }
  /// Whether code is possible, as far as that is known.
  bool is_open(const Run& run) const;
  /// False if there is no code, or if it turns out to be slower before it has done anything that
  /// lasts.
  bool run_code(const Run& run);
  /// Whether there may be much in each iteration that is code: long rows; or loops and maps, where
  /// iterations are few.
  bool may_walk(const Run& run) const;
  bool has_long_rows(const Run& run) const;
  void set_columns(const core::Atom& width);
  /// That for such sums, as far as it may be.
  MapCode* compile(const Run& run);
  static bool is_striped(const SumShape* shape) { return shape != nullptr && shape->stripes > 1; }
  bool is_blocked(const Run& run) const {
    return !places_.folds.empty() && core::fold_shape(true, run.n) == core::FoldShape::blocked;
  }
  std::size_t way_of(const Run& run) const {
    return (is_striped(run.shape) ? 1 : 0) + (is_blocked(run) ? 2 : 0);
  }

  const core::Soac& soac_;
  MapCode::Places places_;
  std::span<const PartedAcc> parted_;
  bool adds_;              ///< to accumulators
  bool has_code_ = false;  ///< in iterations, as far as loops and maps are that
  struct Way {
    bool possible = false;  ///< as far as is known
    int refused = 0;        ///< runs that have not been begun
    std::unique_ptr<MapCode> code{};
  };
  std::array<Way, 4> ways_{};  ///< by whether sums are striped, and whether folds are blocked
  /// How wide a map in it is that may be code, and has loops, if that is known before.
  std::optional<std::variant<std::int64_t, Slot>> columns_{};
  const MapCode* last_ = nullptr;
  std::string_view why_not_ =
      "it folds or scans by no primitive, or gives rows whose lengths are not known before";
  Rival code_{};  ///< against what is usual
  Rival walk_{};  ///< against the better one of these
};

}  // namespace laguz::eval
