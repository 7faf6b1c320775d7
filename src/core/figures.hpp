// What many numbers are like, and how that changes from one to the next of a row of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "runtime/array.hpp"

namespace laguz::core {

/// Of numbers in any order.
class Figures {
 public:
  void add(double number);
  /// All floats of [value]. Throws Interrupted.
  void add(const runtime::Value& value);
  void add(const Figures& other);

  std::uint64_t count() const { return count_; }
  std::uint64_t zeros() const { return zeros_; }
  std::uint64_t nans() const { return nans_; }
  std::uint64_t infinities() const { return infinities_; }
  /// Those that are neither infinite nor no numbers.
  std::uint64_t finite() const { return count_ - nans_ - infinities_; }
  /// The range of the finite ones, if there are any.
  double least() const { return least_; }
  double greatest() const { return greatest_; }
  /// The root of the sum of the squares of the finite ones; it neither overflows nor underflows
  /// unless it is itself too large or too small.
  double norm() const;
  /// The root of the mean of their squares: what a number is like.
  double size() const;

 private:
  std::uint64_t count_ = 0, zeros_ = 0, nans_ = 0, infinities_ = 0;
  double least_ = std::numeric_limits<double>::infinity();
  double greatest_ = -std::numeric_limits<double>::infinity();
  double scale_ = 0;    ///< the largest of their sizes
  double squares_ = 0;  ///< the sum of the squares, in units of its square
};

/// Figures one after the other, as of a loop's iterations. Of many, neighbours are put together.
class Series {
 public:
  void add(std::size_t at, const Figures& figures);
  void add(const Series& other);
  void clear();

  /// How many neighbours share a place.
  std::size_t stride() const { return stride_; }
  const std::vector<Figures>& figures() const { return figures_; }

 private:
  static constexpr std::size_t kMost = 1024;

  std::size_t stride_ = 1;
  std::vector<Figures> figures_;
};

}  // namespace laguz::core
