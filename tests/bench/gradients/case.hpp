// What a row of the table of gradients is made of.
#pragma once

#include <cstdint>
#include <span>
#include <variant>
#include <vector>

#include "runtime/array.hpp"

namespace laguz::bench {

/// What the program's `input` gives, in order: a component of the tuple for each parameter of its
/// other entry points. The arrays are dense.
class Inputs {
 public:
  explicit Inputs(std::vector<runtime::Value> values);

  const std::vector<runtime::Value>& values() const { return values_; }
  /// Elements of the [i]th, row-major.
  template <class T = double>
  const T* array(int i) const {
    return at(i).data<T>();
  }
  std::int64_t length(int i, int dim = 0) const { return at(i).shape()[dim]; }
  std::int64_t size(int i) const { return at(i).size(); }
  double real(int i) const { return scalar(i).as_f64(); }
  std::int64_t whole(int i) const { return scalar(i).as_i64(); }

 private:
  const runtime::Array& at(int i) const {
    return std::get<runtime::Array>(values_[static_cast<std::size_t>(i)]);
  }
  const support::Scalar& scalar(int i) const {
    return std::get<support::Scalar>(values_[static_cast<std::size_t>(i)]);
  }
  std::vector<runtime::Value> values_;
};

/// The work of an entry point in C++, as one would write it by hand: all numbers of its results,
/// one result after the other.
using Work = std::vector<double> (*)(const Inputs&);

/// A program of programs/ whose entry points are `input`, `primal`, `gradient` and perhaps
/// `second`, a derivative of second order; all but the first take what `input` gives.
struct Case {
  const char* program;
  Work primal;
  Work adjoint = nullptr;      ///< what `gradient` gives, by hand
  double most = 6;             ///< gradient / own primal
  double most_to_adjoint = 0;  ///< gradient / [adjoint]; 0: no limit
  double most_second = 25;     ///< second order / own primal
  bool loop_memory = false;    ///< a sequential loop, which may keep its states
};

// A file each.
std::span<const Case> dense_cases();   ///< matrix products, layers of networks
std::span<const Case> models_cases();  ///< mixtures, k-means, bundle adjustment, Gaussian processes
std::span<const Case> sequences_cases();  ///< recurrent networks, dynamic programming, filters
std::span<const Case> grids_cases();      ///< stencils, convolutions, transforms
std::span<const Case> numeric_cases();    ///< factorisations, solvers, many bodies
std::span<const Case> folds_cases();      ///< reductions, scans, histograms, of any operator
std::span<const Case> rows_cases();       ///< maps over rows, each a loop of its own

}  // namespace laguz::bench
