// Places in matrices that are kept flat. Only core/ includes this.
#pragma once

#include <functional>
#include <optional>

#include "core/ir.hpp"

namespace laguz::core::simplifier {

/// A place in a matrix that is kept flat, or in what has more dimensions: (i * m + j) * l + k.
struct FlatPlace {
  Atoms numbers;  ///< of iterations, by dimension
  Atoms lengths;  ///< how many there are of each
};

/// What there is to know of numbers.
struct FlatNumbers {
  std::function<std::optional<Atom>(const Atom&)> count;  ///< of iterations, if it is one's
  std::function<const Atoms*(const Atom&)> sum, product;  ///< of which two it is
  std::function<Atoms(const Atom&)> factors;              ///< of what is no such
};

/// What [index] is, if it is one of two dimensions or more.
std::optional<FlatPlace> flat_place(const Atom& index, const FlatNumbers& numbers);

}  // namespace laguz::core::simplifier
