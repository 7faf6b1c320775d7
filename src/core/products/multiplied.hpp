// Matrices that are multiplied in nests, before anything is known of sums. Only core/ includes
// this.
#pragma once

#include <vector>

#include "core/products/nests.hpp"

namespace laguz::core::products {

/// Matrices, one of them at least of each iteration's own, that are multiplied.
struct MatricesMultiplied {
  Atoms widths;  ///< of the levels around: so many multiplications for each iteration
  /// Each iteration has a product of its own, even where all have one matrix in common: else rows
  /// of all iterations are those of one product.
  bool apart = false;

  bool operator==(const MatricesMultiplied&) const = default;
};

/// What is multiplied in [soac], behind its first [before] statements: numbers that are both used
/// again, in other iterations of it or of Soacs and loops in it. What neither [soac] nor [inside]
/// binds tells the widths.
std::vector<MatricesMultiplied> matrices_multiplied(const Soac& soac, std::size_t before,
                                                    const VarSet& inside);

}  // namespace laguz::core::products
