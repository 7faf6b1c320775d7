// Maps of maps, and which of them lanes go along.
#pragma once

#include <cstdint>

#include "core/builder.hpp"
#include "core/program.hpp"

namespace laguz::core {

/// The inner map, when the lambda of [soac] is one with a little around it, and its results are
/// that map's.
const Soac* inner_map(const Soac& soac);
/// Whether [map], the inner one of two, adds to an accumulator at places that are its iteration's
/// number and that of something in it together, `i + a`, as derivatives of convolutions do. Lanes
/// along its rows add so in their order, at once; others would log each number
/// (eval/lanes/acc_log.hpp).
bool adds_beside(const Soac& map);

/// Where lanes go along the rows of a map of maps.
class AlongRows {
 public:
  explicit AlongRows(const Soac& inner);

  /// Of rows of [columns], of which there are so many.
  bool asked(std::int64_t rows, std::int64_t columns) const;
  /// The same, by [builder].
  Atom asked(Builder& builder, const Atom& rows, const Atom& columns) const;

 private:
  std::int64_t shortest_;  ///< of rows that are no more than they are long
};

}  // namespace laguz::core
