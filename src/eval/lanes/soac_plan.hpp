// A Soac over lanes at the level of the host: tiles, blocks, threads, and the shapes of reductions.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "core/map_nests.hpp"
#include "core/reduce_shape.hpp"
#include "eval/lanes/instr.hpp"
#include "eval/lanes/plan.hpp"
#include "eval/lanes/tile_width.hpp"
#include "prims/lanes_fold.hpp"

namespace laguz::eval::lanes {

/// Where each free variable of a program is found among the plan's.
using FreeMap = std::vector<std::size_t>;

/// A reduction's or a scan's operator on scalars, ready to be folded with.
struct Operator {
  std::size_t first = 0;  ///< its first operand among the lambda's results
  std::vector<ScalarType> types;
  std::optional<prims::lanes::Fold> builtin;
  bool has_lanes = true;  ///< else the caller is to apply it (of a scan)
  Program program;        ///< not for builtins
  FreeMap free;
  std::vector<std::size_t> gives;  ///< per result of the program: of which operand

  std::size_t arity() const { return types.size(); }
  /// Compiles [op], which gives some of the operands. [free] is for the caller to fill.
  void compile_for(const core::Lambda& op, std::vector<std::size_t> operands, const Spot& spot);
  void compile_for_all(const core::Lambda& op, const Spot& spot);
};

struct Worker;
class SoacRun;
struct Nest;

class SoacPlan final : public Plan {
 public:
  /// [lane_scans]: of each scan, whether its operator has a lane form. [unread]: see `prepare`.
  SoacPlan(core::Soac soac, const std::vector<bool>& lane_scans, std::vector<bool> unread,
           const Spot& spot);
  /// Lanes along the inner dimension of a map of maps.
  SoacPlan(const Nest& nest, const Spot& spot);
  ~SoacPlan() override;

  const core::Binders& free_variables() const override { return free_; }
  const std::vector<AccSite>& accumulators() const override { return accumulators_; }
  bool leaves_scan(std::size_t scan, std::int64_t width) const override;
  std::vector<Value> run(Inputs inputs, int threads) override;
  std::int64_t tile() const override { return tile_; }

 private:
  friend class SoacRun;

  FreeMap note_free(const core::Binders& variables);
  void note_accumulators();
  void note_params(const core::Lambda& lambda);
  void add_nest();
  std::optional<std::vector<Value>> run_nest(const Inputs& inputs, int threads);
  Operator make_operator(const core::Lambda& op, std::size_t first, bool has_lanes);
  std::optional<Operator> make_last(const core::Lambda& op, const Operator& all);
  bool is_unread(std::size_t result) const { return !unread_.empty() && unread_[result]; }
  std::unique_ptr<Worker> take_worker();
  void give_back(std::unique_ptr<Worker> worker);
  std::int64_t tile_lanes(std::int64_t width) const;
  /// The lambda or an operator may find that lanes differ.
  bool is_irregular() const;

  Spot spot_;
  core::Soac soac_;
  Program main_;
  FreeMap main_free_;
  std::vector<Operator> reduces_, scans_;
  /// Per scan: its operator without what nobody reads, if there is such.
  std::vector<std::optional<Operator>> last_;
  std::vector<bool> unread_;
  std::size_t mapped_ = 0;  ///< first mapped result among the lambda's
  core::Binders free_;
  std::vector<AccSite> accumulators_;
  TileWidth tile_width_;                 ///< where tiles make arrays
  std::vector<std::atomic<bool>> meet_;  ///< of each: updates of a tile have met (acc_log.hpp)
  std::vector<bool> keep_turned_;        ///< per array of rows: lanes want it lane-minor
  std::vector<bool> computed_with_;      ///< per array: the lambda's statements use its elements
  /// Per result of the lambda: the parameter that it is, if it is one.
  std::vector<std::optional<std::size_t>> param_of_;
  bool has_inner_ = false;  ///< a Soac or loop inside
  bool is_nest_ = false;    ///< made of a nest: the run has rows and columns

  /// The other way to run it, while that has not failed.
  struct Inner {
    std::unique_ptr<SoacPlan> plan;
    FreeMap free{};
    std::vector<std::size_t> accumulators{};  ///< where each of its own is among the plan's
    std::optional<std::size_t> width{};       ///< among the free variables
    std::int64_t known_width = 0;
    core::AlongRows along;
  };
  std::optional<Inner> nest_;

  std::uint64_t runs_ = 0;
  std::int64_t tile_ = 0;  ///< of the last run
  std::vector<std::unique_ptr<Worker>> idle_;
  std::mutex idle_mutex_;
};

}  // namespace laguz::eval::lanes
