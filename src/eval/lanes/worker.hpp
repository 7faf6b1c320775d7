// One thread's share of a plan: a tile for the lambda, and folders for its operators.
#pragma once

#include <atomic>

#include "eval/lanes/acc_log.hpp"
#include "eval/lanes/soac_plan.hpp"

namespace laguz::eval::lanes {

/// Sets the free variables of a program.
void bind_free(Tile& tile, const Program& program, const FreeMap& map,
               const std::vector<Value>& values);

/// Sets the arrays behind the accumulators. [meet]: of each, whether its updates are known to meet
/// (acc_log.hpp).
void bind_accumulators(Tile& tile, std::span<const std::span<runtime::Array>> accumulators,
                       Stripes stripes, std::vector<std::atomic<bool>>& meet);

/// An operator on scalars: applied to one pair of values after the other (one lane), or to many
/// independent ones at a time.
class Folder {
 public:
  Folder(const Operator& op, const std::vector<Value>& free, std::int64_t lanes);

  /// out = op(acc, elements) in n lanes, a vector for each operand that the operator gives; out
  /// shares nothing with them.
  void apply(std::int64_t n, const std::vector<const std::byte*>& acc,
             const std::vector<const std::byte*>& elements, const std::vector<std::byte*>& out);
  /// The same on accumulators of its own.
  void step(std::int64_t n, const std::vector<const std::byte*>& elements);
  /// The accumulator of operand k, a value per lane; to be filled before the first step.
  std::byte* acc(std::size_t k) { return next_[k]; }

 private:
  const Operator& op_;
  Tile tile_;
  std::vector<std::unique_ptr<std::byte[]>> rooms_;
  std::vector<const std::byte*> current_;
  std::vector<std::byte*> next_, spare_;  ///< accumulators, and where the next ones go
};

struct Worker {
  explicit Worker(const Program& program) : tile(program.layout) {}

  struct Block {
    alignas(64) std::byte acc[core::kLanes * 8];
    alignas(64)
        std::byte waiting[core::kLanes * 8];  ///< operands, until there is one for each of [acc]
  };

  Tile tile;
  std::uint64_t run = 0;                        ///< the run whose free variables are bound
  std::int64_t block = -1;                      ///< whose accumulators are
  std::vector<std::span<runtime::Array>> sums;  ///< they
  std::vector<std::vector<std::byte>> buffers;  ///< operands of one unit, per result of the lambda
  std::vector<Block> blocks;                    ///< accumulators, per blocked reduction
  std::vector<std::byte> spread;                ///< a uniform operand as a vector
  std::vector<std::vector<std::byte>> scanned;  ///< of a scan in blocks: what each is by itself
};

}  // namespace laguz::eval::lanes
