// Maps of maps of numbers: one map over all elements, where their arrays are dense.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "eval/compiler.hpp"
#include "eval/lanes/plan.hpp"

namespace laguz::eval {

/// Rows would be short for tiles of lanes, and lanes that are rows would be turned, to and fro.
class FlatMap {
 public:
  /// The maps in one another that [soac] is, if it is that, and their lambda adds to nothing.
  static std::optional<core::Stm> flattened(const core::Soac& soac);

  /// [flat]: of a Soac over [arrays], with these [results].
  FlatMap(core::Stm flat, std::vector<Slot> arrays, std::vector<Slot> results,
          const std::vector<Outer>& outers);

  /// Runs all [n] iterations, of which the inner ones are [widths]; false if it cannot. Then, or if
  /// there is a number in [failing], nothing has happened: that outer iteration fails.
  bool run(Frame& frame, std::int64_t n, std::span<const ScalarArg> widths, const Place& place,
           std::optional<std::int64_t>& failing);

 private:
  std::optional<runtime::Shape> common_shape(Frame& frame, std::int64_t n,
                                             std::span<const ScalarArg> widths) const;
  std::optional<lanes::Inputs> inputs(Frame& frame, const runtime::Shape& shape) const;

  const core::Soac& soac() const { return std::get<core::Soac>(flat_.exp.node); }

  core::Stm flat_;  ///< the innermost, over all elements
  std::vector<Slot> arrays_;
  std::vector<Slot> results_;
  std::vector<Outer> outers_, free_;
  std::int64_t fewest_;  ///< elements that lanes are for
  std::unique_ptr<lanes::Plan> plan_;
  bool possible_ = true;
};

}  // namespace laguz::eval
