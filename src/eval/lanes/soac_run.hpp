// One run of a plan.
#pragma once

#include "eval/lanes/block_lanes.hpp"
#include "eval/lanes/worker.hpp"

namespace laguz::eval::lanes {

class SoacRun {
 public:
  /// [columns]: of a nest, the width of the inner map; else 1.
  SoacRun(SoacPlan& plan, Inputs inputs, int threads, std::int64_t columns);
  std::vector<Value> go();

 private:
  std::vector<Value> of_nothing();
  void attempt();
  void unit(std::int64_t index);
  void enter(Worker& worker, std::int64_t lanes, std::int64_t iteration);
  void adapt(Worker& worker, TileWidth::Taken tile);
  void tile(Worker& worker, std::int64_t start, std::int64_t n);
  void keep_before();
  void put_back_before();
  bool may_be_given_up() const;
  void restart(Tile& tile);
  bool narrowed(Worker& worker, std::int64_t lanes);
  std::optional<std::size_t> most_memory(std::int64_t lanes) const;
  void compute(Worker& worker, std::int64_t start, std::int64_t n);
  void set_params(Worker& worker, std::int64_t start);
  bool is_fetched(std::size_t array) const;
  void set_row(Tile& tile, std::int64_t start);
  void redirect(Worker& worker, std::int64_t start);
  void deliver(Worker& worker, std::int64_t start);
  void deliver_array(Worker& worker, std::size_t result, std::int64_t start);
  std::byte* place(Worker& worker, std::size_t result, std::int64_t start);

  // Reductions and scans (folds.cpp).
  void prepare_folds();
  /// The vector of a blocked reduction's operand, [n] from [start] on.
  void fold_block(std::size_t reduce, Worker& worker, std::int64_t start, std::int64_t n,
                  const std::byte* values);
  /// The same of tiles so narrow that they are put together first.
  void fold_narrow(std::size_t reduce, Worker& worker, std::int64_t start, std::int64_t n,
                   const std::byte* values);
  /// After a unit: its chunks and blocks.
  void fold_chunks(Worker& worker, std::int64_t start, std::int64_t n);
  void fold_chunks(const Operator& op, Worker& worker, std::int64_t start, std::int64_t n);
  bool scans_blocks(std::size_t scan) const;
  std::vector<Value> finish();
  void finish_reduce(std::size_t reduce, std::vector<Value>& results);
  void finish_scan(std::size_t scan);
  void finish_blocks(std::size_t scan);
  /// A result of a scan that is not kept.
  bool is_carried(std::size_t result) const {
    return plan_.is_unread(result) && !plan_.main_.results[result].is_array &&
           out_[result].raw() == nullptr;
  }
  void drop_unread_scans();
  void find_read_there();
  Runs operands(const Operator& op, Worker& worker, std::int64_t from);
  void set_acc(Folder& folder, std::size_t op);

  bool parallel() const;

  SoacPlan& plan_;
  Inputs in_;
  int threads_;
  std::uint64_t id_;
  bool nested_;
  std::int64_t columns_;
  std::int64_t count_;       ///< iterations, of both dimensions
  std::size_t most_logged_;  ///< memory of a tile, where updates of accumulators wait
  std::int64_t unit_ = 0;    ///< iterations in a unit of work
  std::atomic<std::int64_t> lanes_{0};
  std::atomic<std::int64_t> most_lanes_{0};  ///< of a tile: what memory allows
  std::atomic<std::int64_t> failing_{-1};    ///< the lowest iteration that fails, or -1
  core::FoldShape builtin_shape_ = core::FoldShape::linear, other_shape_ = core::FoldShape::linear;
  /// Per result of the lambda; of reductions, results of blocks or chunks (all operands when
  /// linear).
  std::vector<runtime::Array> out_;
  std::vector<runtime::Array> partial_;  ///< of reductions: what `finish_reduce` folds
  /// Per result of the lambda, if it is read where it comes from: in which array.
  std::vector<std::optional<std::size_t>> read_there_;
  std::vector<std::unique_ptr<ScanOn>> on_;  ///< per scan in blocks, on one thread
  std::mutex out_mutex_;
  /// Of accumulators, once there is need: the arrays as they were.
  std::vector<std::vector<runtime::Array>> before_;
};

}  // namespace laguz::eval::lanes
